import { oneLine } from '../../http/foreign.ts';
import type { Outgoing } from '../../http/outgoing.ts';
import { readHtml } from './html.ts';

/** What a page says of itself for the card of a link (Open Graph). */

export type LinkCard = {
  url: string;
  title: string;
  description: string;
  image: { bytes: Buffer; type: string } | null;
};

/** The head of a page is at its beginning: the rest of a longer one is not read. */
const MAX_PAGE_BYTES = 512 * 1024;
const TIMEOUT_MS = 8000;
const MAX_TEXT = 300;
const REDIRECTS = 5;

/** The types of images that networks take, by their first bytes. */
const SIGNATURES: readonly [string, (bytes: Buffer) => boolean][] = [
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (bytes) => bytes.subarray(1, 4).toString('latin1') === 'PNG'],
  [
    'image/webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
];

/**
 * Fetches the page behind a link. A page that cannot be read, or says nothing of itself, has none.
 * @param maxImageBytes larger images are left out
 */
export async function fetchLinkCard(
  outgoing: Outgoing,
  url: string,
  { maxImageBytes, signal }: { maxImageBytes: number; signal: AbortSignal },
): Promise<LinkCard | undefined> {
  const options = { redirects: REDIRECTS, timeoutMs: TIMEOUT_MS, signal };
  try {
    const page = await outgoing.send(url, {
      ...options,
      maxBytes: MAX_PAGE_BYTES,
      truncates: true,
      headers: { accept: 'text/html' },
    });
    if (page.status !== 200 || !/^text\/html\b/.test(page.headers.get('content-type') ?? ''))
      return undefined;
    const { title, description, image } = await readHead(page.body.toString('utf8'));
    if (!title) return undefined;
    return { url, title, description, image: await fetchImage(image, page.url) };
  } catch {
    return undefined;
  }

  async function fetchImage(address: string, base: string) {
    if (!address || !URL.canParse(address, base)) return null;
    const { status, body } = await outgoing
      .send(new URL(address, base).href, { ...options, maxBytes: maxImageBytes })
      .catch(() => ({ status: 0, body: Buffer.alloc(0) }));
    const type = SIGNATURES.find(([, matches]) => matches(body))?.[0];
    return status === 200 && type ? { bytes: body, type } : null;
  }
}

/** The title, description and image of a page. */
async function readHead(html: string) {
  const meta = new Map<string, string>();
  let [title, inTitle] = ['', false];
  await readHtml(html, {
    onopentag: (name, { property, name: key = property, content }) => {
      if (name === 'title') inTitle = title === '';
      if (name === 'meta' && key && content && !meta.has(key)) meta.set(key, content);
      return name !== 'body';
    },
    ontext: (text) => {
      if (inTitle && title.length < MAX_TEXT) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') inTitle = false;
      return name !== 'head';
    },
  });
  return {
    title: oneLine(meta.get('og:title') ?? title, MAX_TEXT),
    description: oneLine(meta.get('og:description') ?? meta.get('description') ?? '', MAX_TEXT),
    image: meta.get('og:image') ?? '',
  };
}
