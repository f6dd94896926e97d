/** The regular expressions in texts of SQL, as JavaScript would write them: what checks those checks these. */

/** What can be read of an expression; without a pattern where it is put together, or of a dialect that is not read. */
export type SqlExpression = { text: string; pattern?: string; flags: string };

type Token = { kind: 'string' | 'word' | 'operator' | 'sign'; text: string };

const TOKEN =
  /--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|(?<string>(?<escaped>[eE])'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*')|"(?<quoted>[^"]*)"|\$[a-z_]*\$|(?<word>[\w$]+)|(?<operator>[-+*/<>=~!@#%^&|?:]+)|(?<sign>[^\s])/g;

/**
 * The tokens of a text. What dollars quote is SQL as well; neighbouring strings are one.
 */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of sql.matchAll(TOKEN)) {
    const { string, escaped, quoted, word, operator, sign } = groups;
    const last = tokens.at(-1);
    if (string !== undefined) {
      const inner = string.slice(escaped ? 2 : 1, -1).replaceAll("''", "'");
      const text = escaped ? inner.replaceAll('\\\\', '\\') : inner;
      if (last?.kind === 'string') last.text += text;
      else tokens.push({ kind: 'string', text });
    } else if (quoted !== undefined || word !== undefined)
      tokens.push({ kind: 'word', text: quoted ?? word ?? '' });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

const FUNCTION =
  /^regexp_(matches|match|replace|split_to_table|split_to_array|count|like|instr|substr)$/i;
const MATCHES = /^!?~\*?$/;

/** The tokens from here until a sign of the same depth that ends them. */
function until(tokens: readonly Token[], from: number, ends: (token: Token) => boolean): Token[] {
  let depth = 0;
  let at = from;
  for (; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (depth === 0 && ends(token)) break;
    if (token.kind === 'sign' && /[([]/.test(token.text)) depth++;
    if (token.kind === 'sign' && /[)\]]/.test(token.text)) depth--;
  }
  return tokens.slice(from, at);
}

const isSign = (signs: string) => (token: Token) =>
  token.kind === 'sign' && signs.includes(token.text);

/** The operand behind an operator, with its casts. */
const endsOperand = (token: Token) =>
  (token.kind === 'word' &&
    /^(then|and|or|as|from|where|order|group|limit|else|end|is)$/i.test(token.text)) ||
  (token.kind === 'operator' && !/^(::|\|\|)$/.test(token.text)) ||
  isSign('),;')(token);

/** The constants of a function: names of expressions. */
function constantsOf(tokens: readonly Token[]): Map<string, Token[]> {
  const constants = new Map<string, Token[]>();
  tokens.forEach((token, at) => {
    const [type, assigned] = [tokens[at + 1], tokens[at + 2]];
    const name = tokens[at - 1];
    if (token.text !== 'constant' || type?.text !== 'text' || assigned?.text !== ':=') return;
    if (name) constants.set(name.text, until(tokens, at + 3, isSign(';')));
  });
  return constants;
}

/** The text of an expression of literals and constants; undefined where there is more in it. */
function textOf(tokens: readonly Token[], constants: ReturnType<typeof constantsOf>) {
  let text = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const named = constants.get(token.text);
    if (token.kind === 'string') text += token.text;
    else if (token.text === '::' || /^collate$/i.test(token.text)) at++;
    else if (token.kind === 'word' && named) {
      const value: string | undefined = textOf(named, new Map());
      if (value === undefined) return undefined;
      text += value;
    } else if (token.text !== '||' && !isSign('()')(token)) return undefined;
  }
  return text;
}

/** The patterns in a text of SQL. A pattern that is a column, a parameter or put together has none. */
export function expressionsInSql(sql: string): SqlExpression[] {
  const tokens = tokensOf(sql);
  const constants = constantsOf(tokens);
  const found: SqlExpression[] = [];
  const add = (part: Token[], flags: string) => {
    const value = textOf(part, constants);
    const text = value ?? part.map((token) => token.text).join(' ');
    const pattern = value === undefined ? undefined : inJavaScript(value);
    found.push({ text, flags: `u${flags}`, ...(pattern !== undefined && { pattern }) });
  };
  tokens.forEach((token, at) => {
    if (token.kind === 'operator' && MATCHES.test(token.text))
      add(until(tokens, at + 1, endsOperand), token.text.endsWith('*') ? 'i' : '');
    if (token.kind !== 'word') return;
    if (/^similar$/i.test(token.text) && /^to$/i.test(tokens[at + 1]?.text ?? ''))
      found.push({ text: 'similar to', flags: 'u' });
    const isSubstring = /^substring$/i.test(token.text);
    if ((!FUNCTION.test(token.text) && !isSubstring) || tokens[at + 1]?.text !== '(') return;
    const ends = (sign: Token) =>
      isSign('),')(sign) || (isSubstring && /^(from|for|similar)$/i.test(sign.text));
    const first = until(tokens, at + 2, ends);
    const part = until(tokens, at + 3 + first.length, ends);
    // A part of a text by its place.
    if (isSubstring && part[0]?.kind !== 'string') return;
    add(part, '');
  });
  return found;
}

const CLASSES: Record<string, string> = {
  alnum: '\\p{L}\\p{N}',
  alpha: '\\p{L}',
  digit: '\\d',
  lower: '\\p{Ll}',
  punct: '\\p{P}\\p{S}',
  space: '\\s',
  upper: '\\p{Lu}',
};
const ESCAPES: Record<string, string> = { m: '\\b', M: '\\b', y: '\\b', Y: '\\B', A: '^', Z: '$' };

/**
 * An advanced regular expression of PostgreSQL in JavaScript; undefined for what is not read: embedded
 * options, and escapes and classes that are not in the tables above.
 */
function inJavaScript(pattern: string): string | undefined {
  let isKnown = !/^\*\*\*|^\(\?[a-z]+\)/.test(pattern);
  const converted = pattern.replaceAll(
    /\\U([\da-fA-F]{8})|\[:(\w+):\]|\\(.)/g,
    (whole, code: string | undefined, name: string | undefined, escaped: string | undefined) => {
      if (code) return `\\u{${code.replace(/^0+/, '')}}`;
      if (name) {
        isKnown &&= name in CLASSES;
        return CLASSES[name] ?? '';
      }
      if (escaped && escaped in ESCAPES) return ESCAPES[escaped] as string;
      if (escaped && /[dDsSwWnrtfvux]/.test(escaped)) return whole;
      // References to what was matched before, and other letters.
      isKnown &&= !/[\w]/.test(escaped ?? '');
      return `\\x${(escaped ?? '').charCodeAt(0).toString(16).padStart(2, '0')}`;
    },
  );
  return isKnown ? converted : undefined;
}

/**
 * The states of the automaton that PostgreSQL makes of a pattern: it writes a counted repetition out, so
 * that some within each other become thousands, each of which is looked at for each match.
 */
export function statesOf(pattern: string): number {
  let at = 0;
  const count = (): number => {
    const found = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at));
    if (!found) {
      if (/[*+?]/.test(pattern[at] ?? '')) at++;
      return 1;
    }
    at += found[0].length;
    return Math.max(1, Number(found[3] || found[1]));
  };
  const group = (): number => {
    let states = 0;
    while (at < pattern.length && pattern[at] !== ')') {
      const sign = pattern[at++];
      let own = sign === '|' ? 0 : 1;
      if (sign === '(') {
        own = group();
        at++;
      } else if (sign === '[') at = endOfClass(pattern, at);
      else if (sign === '\\')
        at += /^[ux]\{/.test(pattern.slice(at)) ? pattern.indexOf('}', at) - at + 1 : 1;
      states += own * count();
    }
    return states;
  };
  return group();
}

function endOfClass(pattern: string, from: number): number {
  let at = from;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at + 1;
}
