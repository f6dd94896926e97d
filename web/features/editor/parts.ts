/** One part of what is being written; `key` is the page's own name for it, `id` the item it is saved as. */
export type Part = { key: string; id?: number; content: string };

let made = 0;
export const newPart = (content = ''): Part => ({ key: `new-${++made}-${Date.now().toString(36)}`, content });

const indexOf = (parts: Part[], key: string) => parts.findIndex((part) => part.key === key);

export const changed = (parts: Part[], key: string, content: string) =>
  parts.map((part) => (part.key === key ? { ...part, content } : part));

/** New ones behind the part of this key; at the end without one. */
export function insertedAfter(parts: Part[], key: string | null, ...added: Part[]): Part[] {
  return parts.toSpliced(key === null ? parts.length : indexOf(parts, key) + 1, 0, ...added);
}

export const without = (parts: Part[], key: string) => parts.filter((part) => part.key !== key);

/** The part of this key at another place; out of range, as they are. */
export function moved(parts: Part[], key: string, to: number): Part[] {
  const from = indexOf(parts, key);
  const part = parts[from];
  if (!part || to < 0 || to >= parts.length || to === from) return parts;
  return parts.toSpliced(from, 1).toSpliced(to, 0, part);
}

/** The part of this key and the one before it as one; `at` is where in it the two meet. */
export function joined(parts: Part[], key: string): { parts: Part[]; into: Part; at: number } | null {
  const index = indexOf(parts, key);
  const [before, part] = [parts[index - 1], parts[index]];
  if (!before || !part) return null;
  const into = { ...before, content: before.content + part.content };
  return { parts: parts.toSpliced(index - 1, 2, into), into, at: before.content.length };
}

/** The part of this key as several: it keeps the first text, new ones follow with the others. */
export function cutUp(parts: Part[], key: string, texts: string[]): { parts: Part[]; added: Part[] } {
  const [first = '', ...others] = texts;
  const added = others.map(newPart);
  return { parts: insertedAfter(changed(parts, key, first), key, ...added), added };
}

/** All parts as one text. */
export const asOneText = (parts: Part[]) => parts.map(({ content }) => content).join('\n\n');
