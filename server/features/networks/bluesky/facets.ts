import twitter from 'twitter-text';

/** Links, mentions and tags in a text of Bluesky, with their positions in bytes of UTF-8. */

type Feature =
  | { $type: 'app.bsky.richtext.facet#link'; uri: string }
  | { $type: 'app.bsky.richtext.facet#mention'; did: string }
  | { $type: 'app.bsky.richtext.facet#tag'; tag: string };
export type Facet = { index: { byteStart: number; byteEnd: number }; features: [Feature] };

const MAX_TAG_LENGTH = 64;
const MAX_MENTIONS = 20;
/** A handle is a domain name. */
const MENTION = /(?<![\w@./-])@((?:[a-z0-9][a-z0-9-]{0,62}\.){1,10}[a-z][a-z0-9-]{0,62})/gi;

/** What begins with a protocol is a link, whatever its host; other links are well-known domains. */
const LINK = /https?:\/\/[^\s<>"]{1,2000}/gi;
/** Punctuation at the end of a link belongs to the sentence. */
const TAIL = /[.,;:!?'’)\]]$/;

type Link = { url: string; start: number; end: number };

/** The links of a text, in their order. */
function findLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const { 0: found, index } of text.matchAll(LINK)) {
    let url = found;
    while (TAIL.test(url)) url = url.slice(0, -1);
    if (URL.canParse(url)) links.push({ url, start: index, end: index + url.length });
  }
  for (const { url, indices } of twitter.extractUrlsWithIndices(text)) {
    const [start, end] = indices;
    const isNew = !links.some((link) => start < link.end && end > link.start);
    if (isNew && text[start - 1] !== '@') links.push({ url: `https://${url}`, start, end });
  }
  return links.sort((a, b) => a.start - b.start);
}

/** The first link of a text, as an absolute URL. */
export const firstLink = (text: string): string | undefined => findLinks(text)[0]?.url;

/**
 * @param text of at most 3,000 bytes
 * @param resolve the DID of a handle; undefined where there is none: then it stays text
 */
export async function findFacets(
  text: string,
  resolve: (handle: string) => Promise<string | undefined>,
): Promise<Facet[]> {
  const bytesBefore = (end: number) => Buffer.byteLength(text.slice(0, end));
  const facets: Facet[] = [];
  const add = (start: number, end: number, feature: Feature) =>
    facets.push({
      index: { byteStart: bytesBefore(start), byteEnd: bytesBefore(end) },
      features: [feature],
    });
  const taken: [number, number][] = [];
  const isFree = (at: number) => !taken.some(([start, end]) => at >= start && at < end);
  let mentions = 0;
  for (const { 0: whole, 1: handle = '', index } of text.matchAll(MENTION)) {
    if (++mentions > MAX_MENTIONS) break;
    const did = await resolve(handle.toLowerCase());
    taken.push([index, index + whole.length]);
    if (did) add(index, index + whole.length, { $type: 'app.bsky.richtext.facet#mention', did });
  }
  for (const { url: uri, start, end } of findLinks(text)) {
    if (!isFree(start)) continue;
    taken.push([start, end]);
    add(start, end, { $type: 'app.bsky.richtext.facet#link', uri });
  }
  for (const { hashtag, indices } of twitter.extractHashtagsWithIndices(text)) {
    const [start, end] = indices;
    if (isFree(start) && hashtag.length <= MAX_TAG_LENGTH)
      add(start, end, { $type: 'app.bsky.richtext.facet#tag', tag: hashtag });
  }
  return facets.sort((a, b) => a.index.byteStart - b.index.byteStart);
}
