import { Fragment, useMemo } from 'react';
import { differenceOf } from './difference.ts';

type Props = {
  before: string;
  after: string;
  /** Whether the text is shown as it is now, without what was deleted. */
  plain?: boolean;
};

/** A word diff: deletions are struck through, insertions underlined. */
export function Difference({ before, after, plain = false }: Props) {
  const parts = useMemo(
    () => differenceOf(before, after).filter(({ removed }) => !plain || !removed),
    [before, after, plain],
  );
  return (
    <p dir="auto" className="whitespace-pre-wrap break-words">
      {parts.map(({ value, added, removed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
        <Fragment key={index}>
          {added && <ins className="rounded-sm bg-accent-soft decoration-accent">{value}</ins>}
          {removed && <del className="rounded-sm bg-danger-soft decoration-danger">{value}</del>}
          {!added && !removed && value}
        </Fragment>
      ))}
    </p>
  );
}
