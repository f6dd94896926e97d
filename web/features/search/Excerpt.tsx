import type { FoundItem } from '#contract/search.ts';
import { Highlight } from '#web/ui/Highlight.tsx';

/** As much as a card's heading shows of a text. */
const HEADING = 50;

/** What a card shows of what was found: its title, and the part of its text around the match, with that marked. */
export function shown({ content, description, excerpt, matches }: FoundItem) {
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
