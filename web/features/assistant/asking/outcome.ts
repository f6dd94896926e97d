import type { Proposal } from './asking.ts';
import { type Counting, countFor, limitFor } from './counting.ts';
import { replaced } from './edges.ts';
import { type MergedPiece, mergedText, mergeTexts } from './three-way.ts';

/** What a proposal makes of the text as it is now. Pure. */
export type Outcome = {
  /** The part, once it is taken. */
  text: string;
  /** Behind what is taken. */
  caret: number;
  /** The words that are shown, before and after, where nothing was typed meanwhile. */
  before: string;
  after: string;
  /** Otherwise the whole part, merged. */
  pieces: readonly MergedPiece[] | undefined;
  /** What its author typed meanwhile, in their words; undefined where that is more than a passage. */
  typed: string | undefined;
  disputes: readonly number[];
  count: number;
  /** Of the text as it is now. */
  was: number;
  /** Whether it should be within the limit: what it was made of is. */
  mustFit: boolean;
  limit: number;
};

/** @param chosen the disputed pieces where the proposal is used */
export function outcomeOf(
  { question: { before, start, end, body } }: Proposal,
  proposed: string,
  now: string,
  chosen: ReadonlySet<number>,
  counting: Counting,
): Outcome {
  const full = replaced(before, [start, end], proposed);
  const pieces = now === before ? undefined : mergeTexts(before, now, full);
  const text = pieces ? mergedText(pieces, chosen) : full;
  const own = pieces?.filter(({ by }) => by === 'author') ?? [];
  const [was, limit] = [countFor(now, counting), limitFor(counting)];
  const isWithin = (former: string | null | undefined) =>
    former != null && countFor(replaced(before, [start, end], former), counting) <= limit;
  return {
    text,
    caret: pieces ? text.length : start + proposed.length,
    before: before.slice(start, end),
    after: proposed,
    pieces,
    typed: own.length === 1 ? own[0]?.text.trim() || undefined : undefined,
    disputes: pieces?.flatMap(({ by }, at) => (by === 'disputed' ? [at] : [])) ?? [],
    count: countFor(text, counting),
    was,
    limit,
    // A text that was too long may stay so, where it was not asked to fit.
    mustFit: body.action === 'shorten' || was <= limit || isWithin(body.proposal),
  };
}

/** From this share of new words on, a difference is harder to read than the text. */
const MOSTLY = 0.4;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsIn = (text: string) =>
  [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Whether most words are new. @param parts as `differenceOf` */
export function isMostlyNew(
  parts: readonly { value: string; added?: boolean; removed?: boolean }[],
) {
  const count = (of: typeof parts) => of.reduce((sum, { value }) => sum + wordsIn(value), 0);
  const after = count(parts.filter(({ removed }) => !removed));
  return after > 0 && count(parts.filter(({ added }) => added)) > MOSTLY * after;
}
