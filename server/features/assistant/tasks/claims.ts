import type { Claim, Draft } from '#contract/assistant/runs.ts';
import { numbersIn } from './numbers.ts';

/** Compares what a draft claims with what was read: numbers, names and quotations, by our own code. */

const QUOTED = /[“„"«]([^“”„"«»\n]{8,400})[”“"»]/g;
/** Two or more words in a row with capitals. */
const NAME = /\p{Lu}[\p{L}’'-]{1,40}(?:[ \u00a0]\p{Lu}[\p{L}’'-]{1,40}){1,5}/gu;
/** Where a sentence begins, any word has a capital. */
const BEGINNING = /(?:^|[.!?…:\n“„"«]\s*)$/;
const WORD = /\p{L}[\p{L}’'-]*/gu;
/** In a language that writes nouns with capitals, a capital says nothing. */
const MAX_CAPITALS = 0.2;

/** Each is looked for in all that was read. */
const MAX_QUOTATIONS = 100;
/** So many are named. */
const MAX_MISSING = 20;

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[.,;:!?…]{1,8}(?=\s|$)/g, '')
    .trim();

/** Names: words with capitals in a row, and single ones inside a sentence. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(NAME)].map(([name]) => name);
  const inNames = new Set(names.flatMap((name) => name.split(/[ \u00a0]/)));
  const words = [...text.matchAll(WORD)];
  const single = words
    .filter(
      ({ 0: word, index }) =>
        /^\p{Lu}\p{Ll}/u.test(word) && !BEGINNING.test(text.slice(Math.max(0, index - 4), index)),
    )
    .map(([word]) => word)
    .filter((word) => !inNames.has(word));
  if (single.length > MAX_CAPITALS * words.length) return [];
  return [...new Set([...names, ...single])];
}

/** @param read everything that was read, with its title, and what the person has said */
export function createClaimCheck(read: string): (draft: string) => Draft['checked'] {
  const source = plain(read);
  const words = new Set([...source.matchAll(WORD)].map(([word]) => word));
  const known = new Set(numbersIn(read).map(({ value }) => value));
  return (draft) => checked(draft, { source, words, known });
}

type Source = { source: string; words: ReadonlySet<string>; known: ReadonlySet<string> };

function checked(draft: string, { source, words, known }: Source): Draft['checked'] {
  const text = draft.replaceAll(/https?:\/\/\S+/g, '');
  const numbers = new Map(numbersIn(text).map((number) => [number.value, number]));
  const quotations = [...text.matchAll(QUOTED)]
    .map(([, quoted = '']) => quoted)
    .slice(0, MAX_QUOTATIONS);
  // What is quoted is compared as a whole.
  const names = namesIn(text.replaceAll(QUOTED, ''));
  const isKnown = (name: string) =>
    plain(name)
      .split(' ')
      .every((word) => words.has(word));
  const missing: Claim[] = [
    ...[...numbers.values()]
      .filter(({ value }) => !known.has(value))
      .map(
        ({ text: number, end }): Claim => ({ kind: 'number', text: number + nounAt(text, end) }),
      ),
    ...names.filter((name) => !isKnown(name)).map((name): Claim => ({ kind: 'name', text: name })),
    ...quotations
      .filter((quoted) => !source.includes(plain(quoted)))
      .map((quoted): Claim => ({ kind: 'quotation', text: quoted })),
  ];
  return {
    numbers: numbers.size,
    names: names.length,
    quotations: quotations.length,
    missing: missing.slice(0, MAX_MISSING),
  };
}

/** The word after a number: '11 years'. */
const nounAt = (text: string, end: number) => /^[ \u00a0-]\p{L}+/u.exec(text.slice(end))?.[0] ?? '';
