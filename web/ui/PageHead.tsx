/** Shown with links to a page; its size is the one that social networks ask for. */
import card from '../../docs/pictures/card.jpg';

/** What stands for the server's address until the server, which alone knows it, puts it in (`server/http/web.ts`). */
const UNKNOWN_ORIGIN = 'https://origin.invalid';

const origin = () => globalThis.document?.documentElement.dataset.origin ?? UNKNOWN_ORIGIN;

type Props = {
  title: string;
  /** One or two sentences, as search engines show them below the title. */
  description: string;
  /** The one path under which the page is to be known, where anybody may read it. */
  path?: string;
};

/** What a page says of itself to search engines, and to whoever a link to it is sent. */
export function PageHead({ title, description, path }: Props) {
  const url = origin() + path;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {path && (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:type" content="website" />
          <meta property="og:url" content={url} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:image" content={origin() + card} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content="The content page" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
