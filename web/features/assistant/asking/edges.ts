/** The first and the last sentence of a text, which another beginning or ending replaces. */

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Where the first sentence begins and ends, without the space around it, in UTF-16 units. */
export function firstSentence(text: string): [number, number] {
  for (const { index, segment } of sentences.segment(text)) {
    const trimmed = segment.trim();
    if (trimmed) return [index + segment.indexOf(trimmed), index + segment.trimEnd().length];
  }
  return [0, 0];
}

/** The same of the last one. */
export function lastSentence(text: string): [number, number] {
  let last: [number, number] = [text.length, text.length];
  for (const { index, segment } of sentences.segment(text)) {
    const trimmed = segment.trim();
    if (trimmed) last = [index + segment.indexOf(trimmed), index + segment.trimEnd().length];
  }
  return last;
}

export const replaced = (text: string, [start, end]: [number, number], by: string) =>
  text.slice(0, start) + by + text.slice(end);
