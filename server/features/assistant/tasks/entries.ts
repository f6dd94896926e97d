import { parseForeign } from '../../../http/foreign.ts';

/**
 * Finds the entries of a list in JSON that is still being written: strings and objects, each once, as
 * soon as it is complete. Reads each character once.
 */
export function createEntryReader(list: string) {
  const begin = new RegExp(`"${list}"\\s*:\\s*\\[`);
  let [text, at, start, depth] = ['', 0, -1, 0];
  let [isOpen, isEnded, inString, isEscaped] = [false, false, false, false];

  function step(sign: string, index: number): string | undefined {
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (sign === '\\') isEscaped = true;
      else if (sign === '"') {
        inString = false;
        if (depth === 0) return take(index);
      }
      return undefined;
    }
    if (sign === '"') {
      inString = true;
      if (depth === 0) start = index;
    } else if (sign === '{' || sign === '[') {
      if (depth++ === 0) start = index;
    } else if (sign === '}' || sign === ']') {
      if (depth === 0) isEnded = true;
      else if (--depth === 0) return take(index);
    }
    return undefined;
  }
  const take = (index: number) => text.slice(start, index + 1);

  return (chunk: string): unknown[] => {
    text += chunk;
    if (!isOpen) {
      const found = begin.exec(text);
      if (!found) return [];
      isOpen = true;
      at = found.index + found[0].length;
    }
    const entries: unknown[] = [];
    for (; at < text.length && !isEnded; at++) {
      const entry = step(text[at] ?? '', at);
      if (entry === undefined) continue;
      try {
        entries.push(parseForeign(entry));
      } catch {
        isEnded = true;
      }
    }
    return entries;
  };
}
