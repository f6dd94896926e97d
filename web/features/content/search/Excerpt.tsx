import type { Item } from '#contract/content/items.ts';
import { namedMentions } from '#contract/content/mentions.ts';
import type { FoundItem } from '#contract/content/search.ts';
import { headlineOf } from '#web/features/content/items/headline.ts';
import { Highlight } from '#web/ui/text/Highlight.tsx';

type Range = readonly [number, number];

/** The part of the ranges that is in a part of their text, which begins at `from`. */
const rangesWithin = (ranges: readonly Range[], from: number, to: number): Range[] =>
  ranges
    .filter(([start, end]) => end > from && start < to)
    .map(([start, end]) => [Math.max(start, from) - from, Math.min(end, to) - from]);

/**
 * A search result in a list: its heading, and the excerpt with highlights, without what the heading
 * says. Without any highlights, it is shown as in every list.
 */
export function shown(item: Item | FoundItem) {
  if (!('matches' in item) || item.matches.length === 0) return undefined;
  const text = item.content.trim();
  // What is shown of a mention is not what was searched: its matches are at other places.
  if (namedMentions(text) !== text) return undefined;
  const { title, end, next } = headlineOf(item);
  const excerpt = item.excerpt.trimEnd();
  const at = Math.max(text.indexOf(excerpt), 0);
  const ranges = item.matches.map(([start, end]): Range => [start + at, end + at]);
  const [from, to] = [Math.max(at, next), at + excerpt.length];
  const body = text.slice(from, to).trimEnd();
  const start = from + body.length - body.trimStart().length;
  return {
    ...(item.description
      ? { heading: item.description }
      : {
          heading: (
            <>
              <Highlight text={text.slice(0, end)} ranges={rangesWithin(ranges, 0, end)} />
              {title.endsWith('…') && '…'}
            </>
          ),
        }),
    body: body.trim() && (
      <>
        {text.slice(next, start).trim() && '… '}
        <Highlight text={body.trimStart()} ranges={rangesWithin(ranges, start, to)} />
        {to < text.length && '…'}
      </>
    ),
  };
}
