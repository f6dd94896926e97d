/** What a snippet puts into a text (docs/domain/content.md, 'Snippets'). All of it is pure. */

type Hashtag = { tag: string; is_pinned: boolean };

/** What decides what a snippet puts in. */
export type SnippetPattern = {
  kind: 'text' | 'hashtags';
  text: string;
  /** Without their signs, in order. */
  hashtags: readonly Hashtag[];
  /** How many a post gets; null for all. */
  take: number | null;
};

const MAX_HASHTAG = 100;
/** What networks take for a hashtag, without its sign: a word with a letter in it. */
const HASHTAG = /^(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+$/u;

/** A hashtag as it is typed or pasted, as a group keeps it; undefined for what is none. */
export function hashtagOf(text: string): string | undefined {
  const tag = text
    .trim()
    .replace(/^[#＃]/, '')
    .normalize('NFC');
  return HASHTAG.test(tag) && tag.length <= MAX_HASHTAG ? tag : undefined;
}

/**
 * The hashtags that a post gets, in the order of the group: the pinned ones, and others by chance up
 * to `take`. Each has a rank in the post, whatever else is in the group: one that is added or removed
 * changes one of the others at most, and another order none.
 * @param seed of the post: the same one gets the same hashtags
 */
export function takenHashtags(
  { hashtags, take }: Pick<SnippetPattern, 'hashtags' | 'take'>,
  seed: string,
): string[] {
  const ranked = hashtags
    .map(({ tag, is_pinned }) => ({ tag, is_pinned, rank: hash(`${seed} ${tag}`) }))
    .toSorted(
      (a, b) =>
        Number(b.is_pinned) - Number(a.is_pinned) || a.rank - b.rank || (a.tag < b.tag ? -1 : 1),
    );
  const pinned = hashtags.filter(({ is_pinned }) => is_pinned).length;
  const count = Math.max(take ?? hashtags.length, pinned);
  const taken = new Set(ranked.slice(0, count).map(({ tag }) => tag));
  return hashtags.flatMap(({ tag }) => (taken.has(tag) ? [tag] : []));
}

/** The text that a snippet puts into a post. @param seed of the post */
export const snippetText = (snippet: SnippetPattern, seed: string): string =>
  snippet.kind === 'text'
    ? snippet.text
    : takenHashtags(snippet, seed)
        .map((tag) => `#${tag}`)
        .join(' ');

/** FNV-1a, mixed as in MurmurHash3, so that similar texts get distant numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
