import { MAX_EXCERPT_LENGTH } from '#contract/content/search.ts';
import { prefixToken, type Query } from './query.ts';
import { fold, isAscii, tokenize } from './words.ts';

/** How much context is shown before the first match. */
const BEFORE = 60;
/**
 * The number of characters of a text that are scanned: a page of the longest ones must not block
 * other requests.
 */
const LOOKED_THROUGH = 10_000;
/** A run of letters, digits and marks; longer ones are scanned in tokens. */
const RUN = /[\p{L}\p{N}\p{M}]{1,300}/gu;
const graphemes = new Intl.Segmenter();

type Range = [start: number, end: number];
type Needle = { text: string; unsegmented: boolean; beginning: boolean };
/** The matching ranges of a run. */
type Find = (run: string) => readonly Range[];

/**
 * Creates the excerpt function of a query: the part of a text around the first match, of at most
 * 200 UTF-16 units and of whole characters, with the ranges of the matches (docs/domain/content.md,
 * 'Search').
 */
export function createExcerpts(
  query: Query,
): (text: string) => { excerpt: string; matches: Range[] } {
  const needles = needlesOf(query);
  // A cache: words repeat.
  const known = new Map<string, readonly Range[]>();
  const find = (run: string) => {
    const found = known.get(run) ?? rangesIn(run, needles);
    known.set(run, found);
    return found;
  };
  return (text) => {
    const [first] = needles.length ? matchesIn(text, find, 0, LOOKED_THROUGH) : [];
    const start = first ? startOf(text, first) : (text.match(/\S/)?.index ?? 0);
    const excerpt = whole(text.slice(start, start + MAX_EXCERPT_LENGTH + 1));
    const matches: Range[] = [];
    for (const [from, to] of first ? matchesIn(text, find, start, start + excerpt.length) : [])
      matches.push([from - start, Math.min(to - start, excerpt.length)]);
    return { excerpt, matches };
  };
}

/** The terms of a query that are highlighted: all but the excluded ones. */
function needlesOf(query: Query): Needle[] {
  const beginning = prefixToken(query);
  const needles = query.alternatives
    .flat()
    .filter(({ negative }) => !negative)
    .flatMap(({ tokens }) =>
      tokens.map((token) => ({
        text: token.text,
        unsegmented: token.unsegmented,
        beginning: token === beginning,
      })),
    );
  return [...new Map(needles.map((needle) => [JSON.stringify(needle), needle])).values()];
}

/** Where the excerpt begins: at the start of the text, or at a word before the match. */
function startOf(text: string, [match]: Range) {
  const from = match - BEFORE;
  if (text.length <= MAX_EXCERPT_LENGTH || from <= 0) return text.match(/\S/)?.index ?? 0;
  const space = text.slice(from, match).search(/\s\S/);
  if (space >= 0) return from + space + 1;
  // No space nearby: at the start of a character.
  return from + (graphemes.segment(text.slice(from, match)).containing(10)?.index ?? 0);
}

/** Cuts a text to the length of an excerpt, at the end of a character. */
function whole(text: string) {
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  const end = graphemes.segment(text).containing(MAX_EXCERPT_LENGTH)?.index || MAX_EXCERPT_LENGTH;
  return text.slice(0, /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end);
}

/** The ranges of a text that match and begin before `until`, sorted and merged. */
function* matchesIn(text: string, find: Find, from: number, until: number): Generator<Range> {
  const runs = new RegExp(RUN);
  runs.lastIndex = from;
  for (let run = runs.exec(text); run && run.index < until; run = runs.exec(text)) {
    for (const [start, end] of find(run[0])) {
      if (run.index + start >= until) return;
      yield [run.index + start, run.index + end];
    }
  }
}

function rangesIn(run: string, needles: Needle[]): Range[] {
  const { folded, starts } = foldPlaces(run);
  const ranges: Range[] = [];
  for (const token of tokenize(folded)) {
    for (const needle of needles) {
      if (needle.unsegmented !== token.unsegmented) continue;
      if (needle.unsegmented) {
        for (
          let at = token.text.indexOf(needle.text);
          at >= 0;
          at = token.text.indexOf(needle.text, at + 1)
        )
          ranges.push([token.index + at, token.index + at + needle.text.length]);
      } else if (needle.beginning ? token.text.startsWith(needle.text) : token.text === needle.text)
        ranges.push([token.index, token.index + token.text.length]);
    }
  }
  ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const apart: Range[] = [];
  for (const [from, to] of ranges) {
    const range = wholeCharacters(run, starts?.[from] ?? from, starts?.[to - 1] ?? to - 1);
    if (range[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(range);
  }
  return apart;
}

/** Extends a range to whole characters. */
function wholeCharacters(run: string, from: number, last: number): Range {
  if (isAscii(run)) return [from, last + 1];
  const segments = graphemes.segment(run);
  const [first, end] = [segments.containing(from), segments.containing(last)];
  return [first?.index ?? from, end ? end.index + end.segment.length : last + 1];
}

/**
 * A folded run with, for each position, the start of its character in the run; without that where
 * the positions are equal.
 */
function foldPlaces(run: string): { folded: string; starts?: number[] } {
  const folded = fold(run);
  if (isAscii(run)) return { folded };
  // If nothing can become longer, an equal length means that nothing became shorter.
  if (folded.length === run.length && run.normalize('NFKC') === run && !/[ßæœ]/i.test(run))
    return { folded };
  const starts: number[] = [];
  let text = '';
  for (const { segment, index } of graphemes.segment(run)) {
    const one = fold(segment);
    for (let n = 0; n < one.length; n++) starts.push(index);
    text += one;
  }
  return { folded: text, starts };
}
