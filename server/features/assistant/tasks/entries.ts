import { parseForeign } from '../../../http/outgoing/foreign.ts';

/** Of a list, no more entries are read: a model may write thousands. */
const MAX_READ = 100;
/** Where the list begins, with any space in it. */
const MAX_BEGIN = 200;

/**
 * Finds the entries of a list in JSON that is still being written: strings and objects, each once, as
 * soon as it is complete. Reads each character once, and keeps those of the present entry.
 */
export function createEntryReader(list: string) {
  const begin = new RegExp(`"${list}"\\s*:\\s*\\[`);
  let [before, depth, count] = ['', 0, 0];
  let [isOpen, isEnded, isWithin, inString, isEscaped] = [false, false, false, false, false];
  /** The present entry, as far as it came with former chunks. */
  let pieces: string[] = [];

  /** Whether an entry ends with this sign. */
  function step(sign: string): boolean {
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (sign === '\\') isEscaped = true;
      else if (sign === '"') inString = false;
      return sign === '"' && !inString && depth === 0;
    }
    if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') {
      if (depth === 0) isEnded = true;
      else return --depth === 0;
    }
    return false;
  }

  function entriesIn(chunk: string): unknown[] {
    const entries: unknown[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length && !isEnded; at++) {
      const isComplete = step(chunk[at] ?? '');
      if (!isWithin && (inString || depth > 0)) [isWithin, start] = [true, at];
      if (!isComplete) continue;
      const entry = pieces.join('') + chunk.slice(start, at + 1);
      [pieces, isWithin] = [[], false];
      isEnded = ++count === MAX_READ;
      try {
        entries.push(parseForeign(entry));
      } catch {
        isEnded = true;
      }
    }
    if (isWithin && !isEnded) pieces.push(chunk.slice(start));
    return entries;
  }

  return (chunk: string): unknown[] => {
    if (isEnded) return [];
    if (isOpen) return entriesIn(chunk);
    before += chunk;
    const found = begin.exec(before);
    if (!found) {
      before = before.slice(-MAX_BEGIN);
      return [];
    }
    isOpen = true;
    const rest = before.slice(found.index + found[0].length);
    before = '';
    return entriesIn(rest);
  };
}

/** The first entries that can be read. */
export function readable<Given, Entry>(
  given: readonly Given[],
  read: (given: Given) => Entry | undefined,
  max: number,
): Entry[] {
  const entries: Entry[] = [];
  for (const value of given.slice(0, MAX_READ)) {
    const entry = read(value);
    if (entry !== undefined) entries.push(entry);
    if (entries.length === max) break;
  }
  return entries;
}
