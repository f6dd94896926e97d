import type { ReactNode } from 'react';

/** A text with highlights; `ranges` are `[start, end)` in UTF-16 units, sorted and disjoint. */
export function Highlight({
  text,
  ranges,
}: {
  text: string;
  ranges: readonly (readonly [number, number])[];
}) {
  const shown: ReactNode[] = [];
  let last = 0;
  for (const [start, end] of ranges) {
    shown.push(text.slice(last, start), <mark key={start}>{text.slice(start, end)}</mark>);
    last = end;
  }
  return (
    <>
      {shown}
      {text.slice(last)}
    </>
  );
}
