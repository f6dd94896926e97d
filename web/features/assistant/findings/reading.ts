import type { Finding } from '#contract/assistant/runs.ts';

/** What was found in a post, on the text that was read. Pure. */

export type Mark = Finding & {
  /** From 1, as it was found: it stays where others go. */
  number: number;
};

export type Reading = {
  item: number;
  /** The parts as they were read, with what has been taken since. */
  texts: readonly string[];
  marks: readonly Mark[];
  voice: string | null;
  /** The number of the finding that is open. */
  focused: number | undefined;
};

export function readingOf(
  item: number,
  texts: readonly string[],
  findings: readonly Finding[],
  voice: string | null,
): Reading {
  const marks = findings.map((finding, index) => ({ ...finding, number: index + 1 }));
  return { item, texts, marks, voice, focused: marks[0]?.number };
}

export const passageOf = ({ texts }: Reading, { part, start, end }: Mark) =>
  texts[part]?.slice(start, end) ?? '';

/** The part with the proposal in place of the passage. */
export function textWith({ texts }: Reading, { part, start, end, proposal }: Mark): string {
  const text = texts[part] ?? '';
  return text.slice(0, start) + (proposal ?? '') + text.slice(end);
}

/** Without a finding: the next one is open. */
export function without(reading: Reading, { number }: Mark): Reading {
  const place = reading.marks.findIndex((mark) => mark.number === number);
  const marks = reading.marks.filter((mark) => mark.number !== number);
  return { ...reading, marks, focused: (marks[place] ?? marks.at(-1))?.number };
}

/** After a proposal was taken: later passages have moved, and those that it overlapped are gone. */
export function taken(reading: Reading, mark: Mark): Reading {
  const { part, start, end, proposal } = mark;
  const by = (proposal ?? '').length - (end - start);
  const left = without(reading, mark);
  const marks = left.marks.flatMap((other) => {
    if (other.part !== part || other.file !== null || other.end <= start) return [other];
    return other.start >= end ? [{ ...other, start: other.start + by, end: other.end + by }] : [];
  });
  return {
    ...left,
    texts: reading.texts.with(part, textWith(reading, mark)),
    marks,
    focused: (marks.find(({ number }) => number === left.focused) ?? marks[0])?.number,
  };
}

/** The next finding, or the one before; after the last comes the first. */
export function moved(reading: Reading, by: 1 | -1): Reading {
  const { marks, focused } = reading;
  const place = marks.findIndex(({ number }) => number === focused);
  return { ...reading, focused: marks.at((place + by) % marks.length)?.number };
}

export type Piece = { text: string; mark?: Mark };

/** A part cut at its marked passages; of those that overlap, the first is marked. */
export function piecesOf({ texts, marks }: Reading, part: number): Piece[] {
  const text = texts[part] ?? '';
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.part !== part || mark.file !== null || mark.start < at || mark.end <= mark.start)
      continue;
    pieces.push({ text: text.slice(at, mark.start) });
    pieces.push({ text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  return [...pieces, { text: text.slice(at) }].filter((piece) => piece.text !== '');
}

export const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, index) => text === b[index]);
