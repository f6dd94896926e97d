/** One part in the editor: `key` identifies it on the page, `id` is the saved item. */
export type Part = { key: string; id?: number; content: string };

let created = 0;
export const newPart = (content = ''): Part => ({
  key: `new-${++created}-${Date.now().toString(36)}`,
  content,
});

const indexOf = (parts: Part[], key: string) => parts.findIndex((part) => part.key === key);

export const changed = (parts: Part[], key: string, content: string) =>
  parts.map((part) => (part.key === key ? { ...part, content } : part));

/** Inserts new parts after the one with this key; at the end without a key. */
export function insertedAfter(parts: Part[], key: string | null, ...added: Part[]): Part[] {
  return parts.toSpliced(key === null ? parts.length : indexOf(parts, key) + 1, 0, ...added);
}

export const without = (parts: Part[], key: string) => parts.filter((part) => part.key !== key);

/** Moves a part; out of range, returns the list unchanged. */
export function moved(parts: Part[], key: string, to: number): Part[] {
  const from = indexOf(parts, key);
  const part = parts[from];
  if (!part || to < 0 || to >= parts.length || to === from) return parts;
  return parts.toSpliced(from, 1).toSpliced(to, 0, part);
}

/** Joins a part with the one before; `at` is the position of the seam. */
export function joined(
  parts: Part[],
  key: string,
): { parts: Part[]; into: Part; at: number } | null {
  const index = indexOf(parts, key);
  const [before, part] = [parts[index - 1], parts[index]];
  if (!before || !part) return null;
  const into = { ...before, content: before.content + part.content };
  return { parts: parts.toSpliced(index - 1, 2, into), into, at: before.content.length };
}

/** Splits a part: it keeps the first text, new parts follow with the others. */
export function cutUp(
  parts: Part[],
  key: string,
  texts: string[],
): { parts: Part[]; added: Part[] } {
  const [first = '', ...others] = texts;
  const added = others.map(newPart);
  return { parts: insertedAfter(changed(parts, key, first), key, ...added), added };
}

/** All parts as one text. */
export const asOneText = (parts: Part[]) => parts.map(({ content }) => content).join('\n\n');
