import type { FoundItem } from '#contract/content/search.ts';
import { Highlight } from '#web/ui/Highlight.tsx';

/** The maximum length of the heading of a card. */
const HEADING = 50;

/**
 * A search result on a card: its title, and the excerpt with highlights. Without any, it is shown as
 * in every list.
 */
export function shown({ content, description, excerpt, matches }: FoundItem) {
  if (matches.length === 0) return undefined;
  const text = content.trim();
  const marked = <Highlight text={excerpt} ranges={matches} />;
  if (!description && text === excerpt.trim() && text.length <= HEADING) return { heading: marked };
  return {
    ...(description && { heading: description }),
    body: (
      <>
        {!text.startsWith(excerpt.trim()) && '… '}
        {marked}
        {!text.endsWith(excerpt.trim()) && '…'}
      </>
    ),
  };
}
