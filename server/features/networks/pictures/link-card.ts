import { oneLine } from '../../../http/outgoing/foreign.ts';
import { readHtml } from '../../../http/outgoing/html.ts';
import {
  type Outgoing,
  OutgoingError,
  type OutgoingResponse,
} from '../../../http/outgoing/outgoing.ts';
import { decodePage, unzipped } from '../../../http/outgoing/page-text.ts';
import { makeCardPicture } from './card-picture.ts';

/** What a page says of itself for the card of a link (Open Graph). */

export type LinkCard = {
  url: string;
  title: string;
  description: string;
  image: { bytes: Buffer; type: string } | null;
  /** Why it has no picture, as the end of a sentence. */
  shortfall: string | null;
};

/** The head of a page is at its beginning: the rest of a longer one is not read. */
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 8000;
const MAX_TEXT = 300;
const REDIRECTS = 5;
/** How many addresses of pictures are tried. */
const MAX_PICTURES = 4;
const PAGE = /^(text\/html|application\/xhtml\+xml)\b/i;

/** Where pages name their picture, the one that is meant for cards first. */
const PICTURES = [
  ...['og:image:secure_url', 'og:image', 'og:image:url'],
  ...['twitter:image', 'twitter:image:src', 'image_src', 'image', 'thumbnailurl'],
];

/** Why a link has no card, as the end of a sentence. */
export class NoCard extends Error {}

/**
 * Fetches the page behind a link.
 * @param maxImageBytes pictures are made so small
 * @throws NoCard where the page cannot be read, or says nothing of itself
 */
export async function readLinkCard(
  outgoing: Outgoing,
  url: string,
  { maxImageBytes, signal }: { maxImageBytes: number; signal: AbortSignal },
): Promise<LinkCard> {
  const options = { redirects: REDIRECTS, timeoutMs: TIMEOUT_MS, signal };
  const page = await outgoing
    .send(url, {
      ...options,
      maxBytes: MAX_PAGE_BYTES,
      truncates: true,
      headers: { accept: 'text/html, application/xhtml+xml' },
    })
    .catch((error) => {
      throw new NoCard(reasonOf(error));
    });
  if (page.status !== 200) throw new NoCard(`the page responds with ${page.status}`);
  const type = page.headers.get('content-type') ?? '';
  if (type && !PAGE.test(type)) throw new NoCard('the link leads to a file, not to a page');
  const { title, description, pictures, base } = await readPage(page, type);
  if (!title) throw new NoCard('the page has no title');
  const addresses = pictures.flatMap(({ address, ...rest }) =>
    /^(https?:|(?![a-z][a-z\d+.-]*:))/i.test(address) && URL.canParse(address, base)
      ? [{ address: new URL(address, base).href, ...rest }]
      : [],
  );
  let shortfall = 'the page names none';
  for (const { address, isGuessed } of addresses.slice(0, MAX_PICTURES)) {
    const fetched = await outgoing
      .send(address, { ...options, maxBytes: MAX_PICTURE_BYTES })
      .catch((error) => reasonOf(error, 'its picture'));
    if (typeof fetched === 'string') shortfall = fetched;
    else if (fetched.status !== 200) shortfall = `its picture responds with ${fetched.status}`;
    else {
      const bytes = await makeCardPicture(fetched.body, maxImageBytes, isGuessed);
      if (bytes)
        return { url, title, description, image: { bytes, type: 'image/jpeg' }, shortfall: null };
      if (!isGuessed) shortfall = 'its picture can’t be read';
    }
  }
  return { url, title, description, image: null, shortfall };
}

/** The same, without a card where there is none. */
export const fetchLinkCard = (
  ...given: Parameters<typeof readLinkCard>
): Promise<LinkCard | undefined> =>
  readLinkCard(...given).catch((error) => {
    if (error instanceof NoCard) return undefined;
    throw error;
  });

function reasonOf(error: unknown, what = 'the page'): string {
  const kind = error instanceof OutgoingError ? error.kind : 'broken';
  if (kind === 'timeout') return `${what} didn’t respond in time`;
  if (kind === 'too_large') return `${what} is too large`;
  if (kind === 'too_many_redirects') return `${what} redirects too often`;
  if (kind === 'refused') return `${what} is at an address that isn’t public`;
  return `${what} can’t be reached`;
}

async function readPage(page: OutgoingResponse, type: string) {
  const body = await unzipped(
    page.body,
    page.headers.get('content-encoding'),
    MAX_PAGE_BYTES,
  ).catch(() => {
    throw new NoCard('the page can’t be decompressed');
  });
  const { base, ...found } = await readTags(await decodePage(body, type));
  return { ...found, base: URL.canParse(base, page.url) ? new URL(base, page.url).href : page.url };
}

/** The title, description and pictures of a page. */
async function readTags(html: string) {
  const meta = new Map<string, string[]>();
  const add = (key: string, value: string | undefined) => {
    if (value?.trim())
      meta.set(key, [...(meta.get(key) ?? []).slice(0, MAX_PICTURES), value.trim()]);
  };
  const shown: string[] = [];
  let [title, inTitle, base, drawings] = ['', false, '', 0];
  await readHtml(html, {
    onopentag: (
      name,
      { property, name: key, itemprop, content, rel, href, src, width, height },
    ) => {
      if (name === 'svg') drawings++;
      if (name === 'title') inTitle = title === '' && drawings === 0;
      if (name === 'base' && base === '') base = href ?? '';
      if (name === 'meta') add((property ?? key ?? itemprop ?? '').trim().toLowerCase(), content);
      if (name === 'link' && rel?.trim().toLowerCase() === 'image_src') add('image_src', href);
      const isSmall = [width, height].some((side) => side !== undefined && Number(side) < 200);
      if (name === 'img' && src && !isSmall && shown.length < MAX_PICTURES) shown.push(src.trim());
      return true;
    },
    ontext: (text) => {
      if (inTitle && title.length < MAX_TEXT) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') inTitle = false;
      if (name === 'svg') drawings--;
      return true;
    },
  });
  const first = (...keys: string[]) => keys.flatMap((key) => meta.get(key) ?? [])[0] ?? '';
  const named = PICTURES.flatMap((key) => meta.get(key) ?? []);
  return {
    title: oneLine(first('og:title', 'twitter:title') || title, MAX_TEXT),
    description: oneLine(first('og:description', 'twitter:description', 'description'), MAX_TEXT),
    pictures: [
      ...[...new Set(named)].map((address) => ({ address, isGuessed: false })),
      ...shown.map((address) => ({ address, isGuessed: true })),
    ],
    base,
  };
}
