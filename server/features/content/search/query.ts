import { fold, type Token, tokenize } from './words.ts';

/** A word or a phrase that is searched for or excluded. */
type Term = {
  tokens: Token[];
  quoted: boolean;
  negative: boolean;
  /** Whether its last word may be incomplete: no quote and no punctuation follows it. */
  open: boolean;
};
/** All terms of one alternative must match. */
export type Query = { alternatives: Term[][] };

const TERMS = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/** The maximum number of terms, and of words in a phrase: the cost of a query grows with them. */
const MAX_TERMS = 32;
const MAX_PHRASE = 16;
/** A repeated word matches a long text in very many ways. */
const MAX_REPEATS = 2;

/** PostgreSQL indexes no longer word, and accepts none in a query. In bytes of UTF-8. */
const MAX_LEXEME_BYTES = 2000;

/**
 * Parses the input of people (docs/domain/content.md, 'Search'): words, "phrases", -without, this
 * or that. Any text is a query; one without words has no alternatives.
 */
export function parseQuery(text: string): Query {
  const alternatives: Term[][] = [[]];
  let terms = 0;
  for (const [, minus, phrase, word] of text.matchAll(TERMS)) {
    if (terms === MAX_TERMS) break;
    if (!minus && word?.toLowerCase() === 'or') {
      alternatives.push([]);
      continue;
    }
    const term = readTerm(phrase ?? word ?? '', phrase !== undefined, minus === '-');
    if (!term) continue;
    terms++;
    alternatives.at(-1)?.push(term);
  }
  const said = alternatives.map(distinct).filter((terms) => terms.length > 0);
  if (said.length) return { alternatives: said };
  // Without two alternatives, 'or' is a word.
  const only = readTerm(text, false, false);
  return { alternatives: only ? [[only]] : [] };
}

function readTerm(text: string, quoted: boolean, negative: boolean): Term | undefined {
  const folded = fold(text);
  const tokens = [...tokenize(folded)].filter(
    (token) => token.unsegmented || Buffer.byteLength(token.text) <= MAX_LEXEME_BYTES,
  );
  const last = tokens.at(-1);
  return (
    last && { tokens, quoted, negative, open: !quoted && !negative && folded.endsWith(last.text) }
  );
}

/** Each term once, at its last place. */
function distinct(terms: Term[]): Term[] {
  const known = new Map<string, Term>();
  for (const term of terms) {
    const key = `${term.negative} ${term.tokens.map(({ text }) => text).join(' ')}`;
    known.delete(key);
    known.set(key, term);
  }
  return [...known.values()];
}

/** The word that may be incomplete: the last one. */
export function prefixToken({ alternatives }: Query): Token | undefined {
  const last = alternatives.at(-1)?.at(-1);
  const token = last?.tokens.at(-1);
  return last?.open && token && !token.unsegmented ? token : undefined;
}

/** The word of a term that consists of one, and may be misspelt. */
function correctableToken({
  tokens: [token, ...others],
  quoted,
  negative,
}: Term): Token | undefined {
  return token && !others.length && !quoted && !negative && !token.unsegmented ? token : undefined;
}

/** The words that may be misspelt, as the vocabulary has them: of 4 to 40 letters. */
export const spellcheckCandidates = ({ alternatives }: Query): string[] =>
  alternatives
    .flat()
    .map((term) => correctableToken(term)?.text ?? '')
    .filter((word) => /^\D{4,40}$/u.test(word));

/** The query with some of its words replaced. */
export const replaceWords = ({ alternatives }: Query, words: Map<string, string>): Query => ({
  alternatives: alternatives.map((terms) =>
    terms.map((term) => {
      const text = correctableToken(term)?.text;
      const other = text && words.get(text);
      return other ? { ...term, tokens: [{ text: other, unsegmented: false, index: 0 }] } : term;
    }),
  ),
});

/** The query as a person would type it. */
export const formatQuery = ({ alternatives }: Query): string =>
  alternatives
    .map((terms) =>
      terms
        .map(({ tokens, quoted, negative }) => {
          const text = tokens.map((token) => token.text).join(' ');
          return `${negative ? '-' : ''}${quoted || tokens.length > 1 ? `"${text}"` : text}`;
        })
        .join(' '),
    )
    .join(' or ');

/** How the texts that are searched are indexed: by the words of one workspace. */
type Index = { workspaceId: number };

/** What stands before each word of a workspace in the index (`search_prefix`, migration 0030). */
export const prefixOf = ({ workspaceId }: Index) =>
  `${String(workspaceId).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}z`;

/**
 * The query as a `tsquery` of folded words, which need no parser.
 * @param weight restricts the match: A to the title, B to the tags
 */
export function toTsquery(query: Query, index: Index, weight: 'A' | 'B' | '' = ''): string {
  const prefix = prefixOf(index);
  const beginning = prefixToken(query);
  return alternatives(query, (terms) => {
    const words = terms.map(
      ({ tokens, negative }) =>
        `${negative ? '!' : ''}(${phrase(tokens, { prefix, beginning, weight })})`,
    );
    // Without it, the texts of all workspaces would be read.
    if (terms.every(({ negative }) => negative)) words.unshift(`'${prefix}'`);
    return words.join(' & ');
  });
}

/** Emoji and other signs, which the database indexes one by one; ASCII is too frequent for that. */
const SIGNS = /(?![\0-\x7f])\p{S}/gu;
const MAX_SIGNS = 32;

/** Matches texts that have all signs of a text; empty where it has none. */
export const toSignsTsquery = (text: string, index: Index): string =>
  [...new Set(text.toLowerCase().match(SIGNS))]
    .slice(0, MAX_SIGNS)
    .map((sign) => `'${prefixOf(index)}${sign}'`)
    .join(' & ');

/** The same for texts that contain the whole query literally, in this order. */
export const toExactTsquery = (query: Query, index: Index): string =>
  alternatives(query, (terms) =>
    phrase(
      terms.filter(({ negative }) => !negative).flatMap(({ tokens }) => tokens),
      { prefix: prefixOf(index) },
    ),
  );

const alternatives = ({ alternatives }: Query, write: (terms: Term[]) => string) =>
  alternatives.map(write).filter(Boolean).join(' | ');

type Phrase = { prefix: string; beginning?: Token | undefined; weight?: string };

/**
 * A phrase of tokens. A run of n characters without spaces is indexed as its first character, its n
 * - 1 bigrams and its last character; a part of it is found by its bigrams. A phrase that is too
 * long, or repeats its words, is cut before that.
 */
function phrase(tokens: Token[], { prefix, beginning, weight = '' }: Phrase) {
  let text = '';
  let gap = 1;
  let length = 0;
  const repeats = new Map<string, number>();
  for (const token of tokens) {
    const characters = [...token.text];
    const single = characters.length === 1;
    const lexemes = token.unsegmented && !single ? bigrams(characters) : [token.text];
    for (const [n, lexeme] of lexemes.entries()) {
      repeats.set(lexeme, (repeats.get(lexeme) ?? 0) + 1);
      if (length++ === MAX_PHRASE || (repeats.get(lexeme) ?? 0) > MAX_REPEATS) return text;
      if (n === 0 && token.unsegmented && !single) gap++;
      const star = token === beginning || (token.unsegmented && single) ? '*' : '';
      text += `${text && ` <${gap}> `}'${prefix}${lexeme}'${star || weight ? `:${star}${weight}` : ''}`;
      gap = 1;
    }
    if (token.unsegmented) gap = 2;
  }
  return text;
}

const bigrams = (characters: string[]) =>
  characters.slice(1).map((character, n) => `${characters[n]}${character}`);
