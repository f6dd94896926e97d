import { Fragment, useMemo } from 'react';
import { type Counting, fittingLength } from '#web/features/assistant/asking/counting.ts';
import type { MergedPiece } from '#web/features/assistant/asking/three-way.ts';
import type { DifferencePart } from '#web/ui/text/difference.ts';
import { differenceOf } from '#web/ui/text/difference.ts';

/** What was removed and added, in words for a screen reader as well. */
export function DifferenceText({ parts }: { parts: readonly DifferencePart[] }) {
  return parts.map(({ value, added, removed }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
    <Fragment key={at}>
      {added && (
        <ins className="mx-px rounded-sm bg-accent-soft decoration-[var(--jade-9)]">
          <span className="sr-only">added: </span>
          {value}
          <span className="sr-only">. </span>
        </ins>
      )}
      {removed && (
        <del className="mx-px rounded-sm bg-danger-soft text-muted decoration-danger">
          <span className="sr-only">removed: </span>
          {value}
          <span className="sr-only">. </span>
        </del>
      )}
      {!added && !removed && value}
    </Fragment>
  ));
}

/** A text whose end does not fit the network. */
export function FittingText({ text, counting }: { text: string; counting: Counting }) {
  const end = useMemo(() => fittingLength(text, counting), [text, counting]);
  return (
    <>
      {text.slice(0, end)}
      {end < text.length && (
        <span className="rounded-sm bg-danger-soft underline decoration-danger decoration-wavy">
          {text.slice(end)}
        </span>
      )}
    </>
  );
}

type MergedProps = {
  pieces: readonly MergedPiece[];
  /** The disputed pieces where the proposal is used. */
  chosen: ReadonlySet<number>;
  isPlain: boolean;
};

/** A proposal with what its author typed meanwhile, which is marked. */
export const MergedText = ({ pieces, chosen, isPlain }: MergedProps) =>
  pieces.map((piece, at) => {
    const isProposed = piece.by === 'disputed' && chosen.has(at);
    const text = isProposed ? piece.proposed : piece.text;
    const isOwn = piece.by === 'author' || (piece.by === 'disputed' && !isProposed);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces do not move
      <Fragment key={at}>
        {isOwn && <mark className="rounded-sm bg-highlight text-inherit">{text}</mark>}
        {!isOwn && (piece.by === 'both' || isPlain) && text}
        {!isOwn && piece.by !== 'both' && !isPlain && (
          <DifferenceText parts={differenceOf(piece.before, text)} />
        )}
      </Fragment>
    );
  });
