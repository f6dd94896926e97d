import type { FoundItem } from '#contract/search.ts';
import { Highlight } from '#web/ui/Highlight.tsx';

/** The part of an item's text around what was found, with that marked; above it the description, which is its title. */
export function Excerpt({ item: { content, description, excerpt, matches } }: { item: FoundItem }) {
  const text = content.trim();
  return (
    <>
      {description && <span className="block font-medium text-text">{description}</span>}
      {!text.startsWith(excerpt.trim()) && '… '}
      <Highlight text={excerpt} ranges={matches} />
      {!text.endsWith(excerpt.trim()) && '…'}
    </>
  );
}
