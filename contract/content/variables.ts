import { mentionOf } from './mentions.ts';

/**
 * Variables of texts: `{{name}}` (docs/domain/content.md, 'Templates'), and mentions (mentions.ts).
 * All of it is pure, and linear in the length of a text.
 */

/** What is filled in for each channel when a part is frozen. */
export const FIXED = {
  date: 'Date',
  weekday: 'Day of the week',
  month: 'Month',
  network: 'Network',
  channel: 'Account',
  workspace: 'Workspace',
  author: 'Author',
} as const;
export type FixedName = keyof typeof FIXED;

export const isFixed = (name: string): name is FixedName => Object.hasOwn(FIXED, name);

/** A name that can be declared. */
export const VARIABLE_NAME = /^[a-z][a-z0-9_]{0,39}$/;

export type Token = {
  /** Without the braces and the spaces in them. */
  name: string;
  /** A backslash before it: it goes out as it is written, without the backslash. */
  isLiteral: boolean;
  start: number;
  end: number;
};

/** A mention names a person at several networks. */
const TOKEN = /\\?\{\{( *@[^{}\n]{1,1000}|[^{}\n]{1,100})\}\}/g;

/** The variables in a text, in their order. */
export const tokensIn = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: whole, 1: inner = '', index }) => ({
    name: inner.trim(),
    isLiteral: whole.startsWith('\\'),
    start: index,
    end: index + whole.length,
  }));

/** The number of mentions in a text, also of wrong ones. */
export const countMentions = (text: string): number =>
  text.includes('@')
    ? tokensIn(text).filter(({ name, isLiteral }) => !isLiteral && name.startsWith('@')).length
    : 0;

/** A text with what its tokens become; those that become nothing known stay. Values are not read again. */
export function replaceTokens(text: string, become: (token: Token) => string | undefined): string {
  let [done, at] = ['', 0];
  for (const token of tokensIn(text)) {
    const value = become(token);
    if (value === undefined) continue;
    done += text.slice(at, token.start) + value;
    at = token.end;
  }
  return done + text.slice(at);
}

/** A mention that ends behind the end of an excerpt. */
const CUT_MENTION = /(?<!\\)\{\{ *@([^{}|\n]*)(?:\|[^{}\n]*)?$/;

/** A text, or the beginning of one, with the names of those whom it mentions: for titles and exports. */
export const withNames = (text: string): string =>
  replaceTokens(text, ({ name, isLiteral }) =>
    isLiteral ? undefined : mentionOf(name)?.name,
  ).replace(CUT_MENTION, '$1');

/** A text that goes out as it is: what looks like a variable in it is none. */
export const literal = (text: string): string =>
  replaceTokens(text, ({ isLiteral, start, end }) =>
    isLiteral ? undefined : `\\${text.slice(start, end)}`,
  );

/** The text of a stranger, who knows no variables: it goes out character by character. */
export const verbatim = (text: string): string =>
  replaceTokens(text, ({ start, end }) => `\\${text.slice(start, end)}`);

/** The names in these texts that are neither fixed nor declared, each once. */
export const undeclaredIn = (texts: readonly string[], declared: readonly string[] = []) => [
  ...new Set(
    texts.flatMap((text) =>
      tokensIn(text).flatMap(({ name, isLiteral }) =>
        isLiteral || isFixed(name) || mentionOf(name) || declared.includes(name) ? [] : [name],
      ),
    ),
  ),
];
