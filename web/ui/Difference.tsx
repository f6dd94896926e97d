import { diffWords } from 'diff';
import { Fragment, useMemo } from 'react';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** The time limit for the smallest difference; beyond it, everything differs. */
const TIMEOUT_MS = 100;

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

type Part = { value: string; added?: boolean; removed?: boolean };

function differenceOf(before: string, after: string): Part[] {
  const found = diffWords(before, after, { intlSegmenter: words, timeout: TIMEOUT_MS }) as
    | Part[]
    | undefined;
  return (
    found ?? [{ value: before, removed: true }, { value: '\n' }, { value: after, added: true }]
  );
}
