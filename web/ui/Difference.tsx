import { diffWords } from 'diff';
import { Fragment, useMemo } from 'react';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** What became of a text, word by word: gone is struck out, new is underlined. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after, { intlSegmenter: words }), [before, after]);
  return (
    <p className="whitespace-pre-wrap break-words">
      {parts.map(({ value, added, removed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand where they stand
        <Fragment key={index}>
          {added && <ins className="rounded-sm bg-accent-soft decoration-accent">{value}</ins>}
          {removed && <del className="rounded-sm bg-danger-soft decoration-danger">{value}</del>}
          {!added && !removed && value}
        </Fragment>
      ))}
    </p>
  );
}
