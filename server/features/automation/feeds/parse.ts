import { parseFeed } from 'feedsmith';
import type { FeedFormat } from '#contract/automation/feeds.ts';
import { printable } from '#contract/http/fields.ts';
import { withoutHidden } from '#contract/http/names.ts';
import { storable } from '../../../http/outgoing/foreign.ts';
import { readHtml } from '../../../http/outgoing/html.ts';

/**
 * Feeds as texts. What feeds contain differs by the program that writes them: titles are HTML in
 * some formats and a text in others, addresses are relative, dates are wrong.
 */

export type ParsedEntry = {
  /** As the feed names it: it may repeat, or change. */
  id: string | null;
  link: string | null;
  title: string | null;
  /** The beginning of its text. */
  text: string | null;
  author: string | null;
  picture: string | null;
  publishedAt: string | null;
};

export type ParsedFeed = {
  format: FeedFormat;
  title: string | null;
  /** The page that it belongs to. */
  site: string | null;
  /** How long it asks to be left alone, in minutes. */
  ttl: number | null;
  /** In its order. */
  entries: ParsedEntry[];
};

/** More are not read: the newest come first. */
const MAX_READ = 10_000;
const MAX_ID = 2000;
const MAX_TITLE = 300;
const MAX_TEXT = 1000;
const MAX_AUTHOR = 200;
const MAX_URL = 2000;
/** What is read of a text for its beginning, and its first picture. */
const MAX_HTML = 20_000;
/** Earlier dates are mistakes. */
const FIRST_YEAR = 1990;
const HOUR = 60;

type Read = ReturnType<typeof parseFeed<string>>;
type Feed<Format> = Extract<Read, { format: Format }>['feed'];
type Maybe<Value> = Value | null | undefined;

/** Texts are HTML. */
type RawEntry = {
  id: Maybe<string>;
  link: Maybe<string>;
  title: Maybe<string>;
  html: Maybe<string>;
  author: Maybe<string>;
  /** The best one first. */
  pictures: Maybe<string>[];
  date: Maybe<string>;
};

type RawFeed = {
  title: Maybe<string>;
  site: Maybe<string>;
  ttl: Maybe<number>;
  entries: RawEntry[];
};

/**
 * @param text a document of at most `MAX_FEED_BYTES`
 * @param base its address, for relative ones
 * @returns undefined where it is no feed
 */
export async function parse(text: string, base: string): Promise<ParsedFeed | undefined> {
  const read = parsed(text);
  if (!read) return undefined;
  const { title, site, ttl, entries } = rawOf(read);
  const tidied: ParsedEntry[] = [];
  for (const entry of entries.slice(0, MAX_READ)) tidied.push(await tidy(entry, base));
  return {
    format: read.format,
    title: shorten((await textOf(title)).text, MAX_TITLE),
    site: addressOf(site, base),
    ttl: ttl && ttl > 0 ? ttl : null,
    // What says nothing makes no post.
    entries: tidied.filter((entry) => entry.link || entry.title || entry.text),
  };
}

function parsed(text: string) {
  try {
    return parseFeed(text);
  } catch {
    return undefined;
  }
}

function rawOf(read: Read): RawFeed {
  if (read.format === 'atom') return ofAtom(read.feed);
  if (read.format === 'rss') return ofRss(read.feed);
  return read.format === 'rdf' ? ofRdf(read.feed) : ofJson(read.feed);
}

function ofAtom({ title, links, sy, entries = [] }: Feed<'atom'>): RawFeed {
  return {
    title: title?.value,
    site: pageOf(links),
    ttl: everyOf(sy),
    entries: entries.map((entry) => ({
      id: entry.id,
      link: pageOf(entry.links),
      title: entry.title?.value,
      html: entry.content?.value ?? entry.summary?.value,
      author: entry.authors?.[0]?.name,
      pictures: [
        ...(entry.links ?? []).flatMap(({ rel, type, href }) =>
          rel === 'enclosure' && isPicture(type) ? [href] : [],
        ),
        ...picturesOf(entry.media),
      ],
      date: entry.published ?? entry.updated,
    })),
  };
}

function ofRss({ title, link, ttl, sy, items = [] }: Feed<'rss'>): RawFeed {
  return {
    title,
    site: link,
    ttl: ttl ?? everyOf(sy),
    entries: items.map(({ guid, ...item }) => ({
      id: guid?.value,
      link: item.link ?? (guid?.isPermaLink === false ? undefined : guid?.value),
      title: item.title,
      html: item.content?.encoded ?? item.description,
      author: item.dc?.creators?.[0] ?? item.authors?.[0]?.name,
      pictures: [
        ...(item.enclosures ?? []).flatMap(({ type, url }) => (isPicture(type) ? [url] : [])),
        ...picturesOf(item.media),
      ],
      date: item.pubDate ?? item.dc?.dates?.[0],
    })),
  };
}

function ofRdf({ title, link, sy, items = [] }: Feed<'rdf'>): RawFeed {
  return {
    title,
    site: link,
    ttl: everyOf(sy),
    entries: items.map((item) => ({
      id: item.rdf?.about,
      link: item.link,
      title: item.title,
      html: item.content?.encoded ?? item.description,
      author: item.dc?.creators?.[0],
      pictures: picturesOf(item.media),
      date: item.dc?.dates?.[0],
    })),
  };
}

/** Its titles are plain texts. */
function ofJson({ title, home_page_url: site, items = [] }: Feed<'json'>): RawFeed {
  return {
    title: title && escaped(title),
    site,
    ttl: undefined,
    entries: items.map((item) => ({
      id: item.id,
      link: item.url ?? item.external_url,
      title: item.title && escaped(item.title),
      html: item.content_html ?? escaped(item.summary ?? item.content_text ?? ''),
      author: item.authors?.[0]?.name,
      pictures: [
        item.image,
        item.banner_image,
        ...(item.attachments ?? []).flatMap(({ mime_type: type, url }) =>
          isPicture(type) ? [url] : [],
        ),
      ],
      date: item.date_published ?? item.date_modified,
    })),
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const isPicture = (type: Maybe<string>) => type?.toLowerCase().startsWith('image/') === true;

type Media = NonNullable<NonNullable<Feed<'rss'>['items']>[number]['media']>;

function picturesOf(media: Media | undefined): Maybe<string>[] {
  const contents = [
    ...(media?.contents ?? []),
    ...(media?.groups ?? []).flatMap((group) => group.contents ?? []),
  ];
  return [
    ...contents.flatMap(({ url, medium, type }) =>
      medium === 'image' || isPicture(type) ? [url] : [],
    ),
    ...(media?.thumbnails ?? []).map(({ url }) => url),
  ];
}

/** The page that links of Atom lead to. */
const pageOf = (links: Feed<'atom'>['links'] = []): Maybe<string> =>
  (links.find(({ rel }) => rel === 'alternate') ?? links.find(({ rel }) => rel === undefined))
    ?.href;

const PERIODS: Record<string, number> = {
  hourly: HOUR,
  daily: 24 * HOUR,
  weekly: 7 * 24 * HOUR,
  monthly: 30 * 24 * HOUR,
};

/** How often a feed is written, in minutes (RSS 1.0, 'syndication'). */
const everyOf = (sy: Feed<'rss'>['sy']): number | undefined =>
  sy?.updatePeriod === undefined
    ? undefined
    : (PERIODS[sy.updatePeriod] ?? 0) / Math.max(1, sy.updateFrequency ?? 1);

async function tidy(entry: RawEntry, base: string): Promise<ParsedEntry> {
  const { text, picture } = await textOf(entry.html);
  const pictures = [...entry.pictures, picture].map((url) => addressOf(url, base));
  return {
    id: entry.id ? storable(entry.id).slice(0, MAX_ID) : null,
    link: addressOf(entry.link, base),
    title: shorten((await textOf(entry.title)).text, MAX_TITLE),
    text: shorten(text, MAX_TEXT),
    author: shorten(entry.author ?? '', MAX_AUTHOR),
    picture: pictures.find((url) => url !== null) ?? null,
    publishedAt: instantOf(entry.date),
  };
}

/** The text of HTML on one line, and the address of its first picture. */
async function textOf(html: Maybe<string>) {
  const parts: string[] = [];
  let [skipped, picture]: [number, string | undefined] = [0, undefined];
  const isSkipped = (name: string) => name === 'script' || name === 'style';
  await readHtml((html ?? '').slice(0, MAX_HTML), {
    onopentag: (name, { src, width }) => {
      // Pixels that count readers are none.
      if (name === 'img' && width !== '1') picture ??= src;
      if (isSkipped(name)) skipped++;
      else if (!INLINE.has(name)) parts.push(' ');
      return true;
    },
    onclosetag: (name) => {
      if (isSkipped(name)) skipped--;
      else if (!INLINE.has(name)) parts.push(' ');
      return true;
    },
    ontext: (text) => {
      if (!skipped) parts.push(text);
    },
  });
  return { text: parts.join(''), picture };
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i mark q s small span strong sub sup u'.split(' '),
);

/** A text that can be stored and shown, on one line. */
function shorten(text: string, max: number): string | null {
  const shown = printable(withoutHidden(storable(text)))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (shown.length <= max) return shown || null;
  const cut = shown.slice(0, max - 1);
  // At a word, where one ends nearby.
  const end = cut.lastIndexOf(' ');
  return `${cut
    .slice(0, end > max * 0.8 ? end : undefined)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** An address of the web; null for all others. */
function addressOf(given: Maybe<string>, base: string): string | null {
  const url = given?.trim();
  if (!url || url.length > MAX_URL || !URL.canParse(url, base)) return null;
  const { href, protocol } = new URL(url, base);
  return /^https?:$/.test(protocol) && href.length <= MAX_URL ? href : null;
}

function instantOf(given: Maybe<string>): string | null {
  const date = new Date(given ?? Number.NaN);
  return date.getUTCFullYear() >= FIRST_YEAR && date.getUTCFullYear() < 10_000
    ? date.toISOString()
    : null;
}
