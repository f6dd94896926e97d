import { MAX_FEED_BYTES } from '#contract/automation/feeds.ts';
import { storable } from '../../../http/outgoing/foreign.ts';
import { readHtml } from '../../../http/outgoing/html.ts';
import {
  type Outgoing,
  OutgoingError,
  type OutgoingResponse,
} from '../../../http/outgoing/outgoing.ts';
import { decodePage, unzipped } from '../../../http/outgoing/page-text.ts';
import type { ParsedFeed } from './parse.ts';
import { parseApart } from './parse-apart.ts';

/** A feed is read through the guard: its address is of a stranger. */

const TIMEOUT_MS = 20_000;
const REDIRECTS = 5;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5';
const MAX_ETAG = 500;
const MAX_DATE = 100;
/** Feeds that a page names. */
const MAX_FOUND = 10;
const MAX_TITLE = 300;
const DAY_S = 24 * 3600;
const FEED_TYPE = /^(application|text)\/((rss|atom|rdf)\+xml|feed\+json|xml|json)$/i;

/** Why a feed could not be read, as a sentence. */
export class UnreadFeed extends Error {
  /** Its server says that it will not come back. */
  readonly isGone: boolean;
  /** How long the server asks to be left alone, in seconds. */
  readonly waitS: number | undefined;
  constructor(
    message: string,
    { isGone = false, waitS }: { isGone?: boolean; waitS?: number | undefined } = {},
  ) {
    super(message);
    this.isGone = isGone;
    this.waitS = waitS;
  }
}

export type FetchedFeed = {
  url: string;
  feed: ParsedFeed;
  etag: string | null;
  lastModified: string | null;
};

export type Found = { url: string; title: string };

/**
 * @param before what its server said the last time
 * @returns `feed`; or what a page names instead; undefined where nothing has changed
 * @throws UnreadFeed
 */
export async function fetchFeed(
  outgoing: Outgoing,
  url: string,
  {
    before,
    signal,
  }: { before?: { etag: string | null; lastModified: string | null }; signal?: AbortSignal } = {},
): Promise<FetchedFeed | { found: Found[] } | undefined> {
  const response = await outgoing
    .send(url, {
      headers: {
        accept: ACCEPT,
        ...(before?.etag && { 'if-none-match': before.etag }),
        ...(before?.lastModified && { 'if-modified-since': before.lastModified }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_FEED_BYTES,
      redirects: REDIRECTS,
      ...(signal && { signal }),
    })
    .catch((error: unknown) => {
      throw new UnreadFeed(reasonOf(error));
    });
  if (response.status === 304 && before) return undefined;
  refuse(response);
  const type = response.headers.get('content-type') ?? '';
  const body = await unzipped(
    response.body,
    response.headers.get('content-encoding'),
    MAX_FEED_BYTES,
  ).catch(() => {
    throw new UnreadFeed('What is there can’t be decompressed.');
  });
  const text = await decodePage(body, type);
  const feed = await parseApart(text, response.url);
  if (!feed) return { found: await feedsOf(text, response.url) };
  return {
    url: response.url,
    feed,
    etag: headerOf(response, 'etag', MAX_ETAG),
    lastModified: headerOf(response, 'last-modified', MAX_DATE),
  };
}

/** A header that is sent back as it came. */
function headerOf({ headers }: OutgoingResponse, name: string, max: number): string | null {
  const value = headers.get(name) ?? '';
  return value && value.length <= max && /^[\x20-\x7e]+$/.test(value) ? value : null;
}

function refuse({ status, headers }: OutgoingResponse) {
  if (status === 200) return;
  if (status === 410)
    throw new UnreadFeed('Its server says that it is gone (410).', { isGone: true });
  const asked = Number(headers.get('retry-after'));
  const waitS = asked > 0 ? Math.min(asked, DAY_S) : undefined;
  throw new UnreadFeed(`Its server answered ${status}.`, { waitS });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof OutgoingError)) throw error;
  if (error.kind === 'refused') return 'This address isn’t allowed.';
  if (error.kind === 'timeout') return 'Its server didn’t answer in time.';
  if (error.kind === 'too_large') return 'It is larger than 5 MB.';
  if (error.kind === 'too_many_redirects') return 'Its server redirects too often.';
  return 'Its server can’t be reached.';
}

/** The feeds that a page names in its head. */
async function feedsOf(html: string, base: string): Promise<Found[]> {
  const found = new Map<string, string>();
  await readHtml(html, {
    onopentag: (name, { rel = '', type = '', href = '', title = '' }) => {
      if (
        name === 'link' &&
        /(^|\s)alternate(\s|$)/i.test(rel) &&
        FEED_TYPE.test(type.trim()) &&
        URL.canParse(href, base)
      ) {
        const url = new URL(href, base).href;
        if (/^https?:/.test(url)) found.set(url, storable(title).trim().slice(0, MAX_TITLE) || url);
      }
      return found.size < MAX_FOUND;
    },
    ontext: () => undefined,
  });
  return [...found].map(([url, title]) => ({ url, title }));
}
