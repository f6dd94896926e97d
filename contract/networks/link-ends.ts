import TLDS from 'tlds' with { type: 'json' };

/** Which top-level domains exist, and where a link ends. */

/** How links end. */
export type LinkSyntax = {
  /** What can follow the host, beside brackets. */
  path: RegExp;
  /** The last character of a path, unless it is a bracket that closes a pair. */
  pathEnd: RegExp;
  /** What can follow a question mark; without it, that is a part of the path. */
  query?: RegExp;
  queryEnd?: RegExp;
  /** Whether a link with a protocol needs a host below a top-level domain that exists. */
  needsDomain: boolean;
  /** Whether a domain without a protocol is a link, and by which rule. */
  bare?: 'x' | 'whole';
};

export const KNOWN: ReadonlySet<string> = new Set(TLDS);
const PORT = /:\d{1,5}(?!\d)/y;
const OPENING = '([{';
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The end of what follows a host: a port, a path, a query. */
export function endOfPath(text: string, host: number, syntax: LinkSyntax): number {
  PORT.lastIndex = host;
  const port = host + (PORT.exec(text)?.[0].length ?? 0);
  let end = port;
  if (text[port] === '/' || !syntax.query) end = trimmed(text, port, syntax.path, syntax.pathEnd);
  if (syntax.query && syntax.queryEnd && text[end] === '?') {
    const query = trimmed(text, end, syntax.query, syntax.queryEnd);
    if (query > end + 1) end = query;
  }
  return end;
}

/**
 * The end of what a pattern matches from here on, without punctuation at its end, up to a bracket
 * that closes none.
 */
function trimmed(text: string, start: number, pattern: RegExp, last: RegExp): number {
  const open: string[] = [];
  const pairs = new Set<number>();
  let end = start;
  for (;;) {
    pattern.lastIndex = end;
    end += pattern.exec(text)?.[0].length ?? 0;
    const bracket = text[end] ?? '';
    if (OPENING.includes(bracket) && bracket) open.push(bracket);
    else if (bracket in CLOSING && open.at(-1) === CLOSING[bracket]) {
      open.pop();
      pairs.add(end);
    } else break;
    end++;
  }
  while (end > start && !pairs.has(end - 1)) {
    const character = text[end - 1] as string;
    if (!OPENING.includes(character) && last.test(character)) break;
    end--;
  }
  return end;
}
