/** The preview image of links to a page, in the size that social networks expect. */
import card from '../../docs/pictures/card.jpg';

/** The placeholder for the URL of the server, which replaces it (`server/http/web.ts`). */
const UNKNOWN_ORIGIN = 'https://origin.invalid';

const origin = () => globalThis.document?.documentElement.dataset.origin ?? UNKNOWN_ORIGIN;

type Props = {
  title: string;
  /** One or two sentences for search engines. */
  description: string;
  /** The canonical path of a public page. */
  path?: string;
};

/** The metadata of a page for search engines and link previews. */
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
          <meta property="og:image" content={new URL(card, origin()).href} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content="The content page" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
