import { diffArrays } from 'diff';
import { mergedText, mergeTexts } from '#web/features/assistant/asking/three-way.ts';
import { DIFFERENCE_MS } from '#web/ui/text/difference.ts';

/** A text that is cut into the parts of a thread. Pure. */

export type CutText = {
  text: string;
  /** Where it is cut, in UTF-16 units, in their order. */
  cuts: readonly number[];
};

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);

/** Where a part begins and ends, without the space around it. */
export function placeOf({ text, cuts }: CutText, part: number): [number, number] {
  const [from, to] = [cuts[part - 1] ?? 0, cuts[part] ?? text.length];
  const piece = text.slice(from, to);
  const start = from + (piece.length - piece.trimStart().length);
  return [start, Math.max(start, from + piece.trimEnd().length)];
}

export const partsOf = (cut: CutText): string[] =>
  Array.from({ length: cut.cuts.length + 1 }, (_, part) => cut.text.slice(...placeOf(cut, part)));

/** Parts as one text. */
export function asCutText(parts: readonly string[]): CutText {
  const cuts: number[] = [];
  let text = '';
  for (const part of parts) {
    if (text) {
      text += '\n\n';
      cuts.push(text.length);
    }
    text += part;
  }
  return { text, cuts };
}

/** The parts before and after a cut, as one. @param part the second of them */
export const joinedAt = ({ text, cuts }: CutText, part: number): CutText => ({
  text,
  cuts: cuts.toSpliced(part - 1, 1),
});

/** Another cut; unchanged where one of its parts would be empty. */
export function cutInto(cut: CutText, at: number): CutText {
  const cuts = [...new Set([...cut.cuts, at])].sort((a, b) => a - b);
  const next = { text: cut.text, cuts };
  return partsOf(next).every(Boolean) ? next : cut;
}

/** Moves the first sentence of a part over to the one before it, or the last to the one after. */
export function sentenceMoved(cut: CutText, part: number, by: -1 | 1): CutText {
  const { text, cuts } = cut;
  const index = by < 0 ? part - 1 : part;
  if (cuts[index] === undefined) return cut;
  const [start, end] = placeOf(cut, part);
  const begins = [...sentences.segment(text.slice(start, end))].map(({ index: at }) => start + at);
  // With one sentence, the part would be empty.
  const to = begins.length > 1 ? (by < 0 ? begins[1] : begins.at(-1)) : undefined;
  return to === undefined ? cut : { text, cuts: cuts.with(index, to) };
}

/** Another text in place of a part. */
export function partChanged(cut: CutText, part: number, to: string): CutText {
  const [start, end] = placeOf(cut, part);
  const by = to.length - (end - start);
  return {
    text: cut.text.slice(0, start) + to + cut.text.slice(end),
    cuts: cut.cuts.map((at, index) => (index >= part ? at + by : at)),
  };
}

/** Places in a text that was changed since. */
function moved(before: string, after: string, places: readonly number[]): number[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: DIFFERENCE_MS });
  if (!changes) return places.filter((at) => at < after.length);
  const found: number[] = [];
  let [at, to, index] = [0, 0, 0];
  for (const { added, removed, value } of changes) {
    const { length } = value.join('');
    if (added) {
      to += length;
      continue;
    }
    for (; index < places.length && (places[index] as number) < at + length; index++)
      found.push(removed ? to : to + (places[index] as number) - at);
    at += length;
    if (!removed) to += length;
  }
  return [...new Set(found)].filter((place) => place > 0 && place < after.length);
}

/**
 * A text that was cut, with what its author typed meanwhile: their sentences stay.
 * @param before the text that it was made of
 * @param now what that is by now
 */
export function withTyped(cut: CutText, before: string, now: string): CutText {
  if (now === before) return cut;
  const text = mergedText(mergeTexts(before, now, cut.text), new Set());
  const next = { text, cuts: moved(cut.text, text, cut.cuts) };
  // A part whose words are all gone is no part.
  return partsOf(next).every(Boolean) ? next : asCutText(partsOf(next).filter(Boolean));
}

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, '');

/** Whether parts have every character of a text but blanks, and no others. */
export const haveSameWords = (text: string, parts: readonly string[]) =>
  withoutBlanks(parts.join('')) === withoutBlanks(text);
