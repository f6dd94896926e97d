import { diffArrays } from 'diff';
import { DIFFERENCE_MS } from '#web/ui/text/difference.ts';

/**
 * Merges a proposal with what its author typed meanwhile, by sentences: where only one of them has
 * changed a sentence, that change is taken.
 */

/** A piece of the merged text. `before` is what it was when the proposal was asked for. */
export type MergedPiece =
  | { by: 'both'; text: string }
  | { by: 'proposal' | 'author'; before: string; text: string }
  /** Both have changed it: what its author wrote, and what is proposed instead. */
  | { by: 'disputed'; before: string; text: string; proposed: string };

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const tokensOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);

/** A change of some tokens of the text before; none are where it is inserted. */
type Change = { start: number; end: number; text: string; isMine: boolean };

function changesOf(before: string[], after: string[], isMine: boolean): Change[] {
  const found = diffArrays(before, after, { timeout: DIFFERENCE_MS });
  if (!found) return [{ start: 0, end: before.length, text: after.join(''), isMine }];
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { added, removed, value } of found) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, text: '', isMine };
      changes.push(open);
    }
    if (added) open.text += value.join('');
    else {
      at += value.length;
      open.end = at;
    }
  }
  return changes;
}

/**
 * The text in places that a change takes as a whole: sentences, and the space between each two, which
 * may be empty. Ends in tokens, in their order.
 */
function placesOf(text: string, tokens: readonly string[]): number[] {
  const units: number[] = [];
  for (const { index, segment } of sentences.segment(text)) {
    const end = index + segment.trimEnd().length;
    units.push(index, end);
  }
  units.push(text.length);
  const ends: number[] = [];
  let [token, length] = [0, 0];
  for (const unit of units) {
    while (length < unit && token < tokens.length) length += (tokens[token++] as string).length;
    ends.push(token);
  }
  return ends;
}

/** The first and the last place that a change touches: an insertion at an edge is in the space. */
function touched({ start, end }: Change, ends: readonly number[]): [number, number] {
  const isSpace = (place: number) => place % 2 === 0;
  const begin = (place: number) => (place === 0 ? 0 : (ends[place - 1] as number));
  const all = [...ends.keys()].filter((place) => {
    const [from, to] = [begin(place), ends[place] as number];
    if (start < end) return start < to && from < end;
    return isSpace(place) ? from <= start && start <= to : from < start && start < to;
  });
  return [all[0] ?? 0, all.at(-1) ?? 0];
}

export function mergeTexts(before: string, mine: string, proposed: string): MergedPiece[] {
  const tokens = tokensOf(before);
  const ends = placesOf(before, tokens);
  const changes = [
    ...changesOf(tokens, tokensOf(mine), true),
    ...changesOf(tokens, tokensOf(proposed), false),
  ]
    .map((change) => ({ change, places: touched(change, ends) }))
    .sort((a, b) => a.places[0] - b.places[0]);
  const regions: { first: number; last: number; changes: Change[] }[] = [];
  for (const { change, places } of changes) {
    const open = regions.at(-1);
    if (open && places[0] <= open.last) {
      open.last = Math.max(open.last, places[1]);
      open.changes.push(change);
    } else regions.push({ first: places[0], last: places[1], changes: [change] });
  }
  const pieces: MergedPiece[] = [];
  const keep = (from: number, to: number) => {
    if (from < to) pieces.push({ by: 'both', text: tokens.slice(from, to).join('') });
  };
  let done = 0;
  for (const { first, last, changes: own } of regions) {
    const [from, to] = [first === 0 ? 0 : (ends[first - 1] as number), ends[last] as number];
    keep(done, from);
    pieces.push(pieceOf(tokens, from, to, own));
    done = to;
  }
  keep(done, tokens.length);
  return pieces;
}

function pieceOf(tokens: string[], from: number, to: number, changes: Change[]): MergedPiece {
  const before = tokens.slice(from, to).join('');
  const textOf = (isMine: boolean) => applied(tokens, from, to, changes, isMine);
  const [text, proposed] = [textOf(true), textOf(false)];
  if (text === proposed) return { by: 'both', text };
  if (changes.every(({ isMine }) => isMine)) return { by: 'author', before, text };
  if (changes.every(({ isMine }) => !isMine)) return { by: 'proposal', before, text: proposed };
  return { by: 'disputed', before, text, proposed };
}

function applied(tokens: string[], from: number, to: number, all: Change[], isMine: boolean) {
  let [text, done] = ['', from];
  const own = all.filter((change) => change.isMine === isMine).sort((a, b) => a.start - b.start);
  for (const change of own) {
    text += tokens.slice(done, change.start).join('') + change.text;
    done = change.end;
  }
  return text + tokens.slice(done, to).join('');
}

/** The merged text. @param chosen the disputed pieces, by their place, where the proposal is used */
export const mergedText = (pieces: readonly MergedPiece[], chosen: ReadonlySet<number>): string =>
  pieces
    .map((piece, at) => (piece.by === 'disputed' && chosen.has(at) ? piece.proposed : piece.text))
    .join('');
