import { LONGEST_EXCERPT } from '#contract/search.ts';
import { lastWord, type Query } from './query.ts';
import { fold, piecesOf } from './words.ts';

/** How much of what stands before the first match is shown with it. */
const BEFORE = 60;
/** So far a text is looked through for what is to be shown: a page of the longest ones must not hold up everybody else. */
const LOOKED_THROUGH = 10_000;
/** Letters, digits and marks without anything between them; one that is longer is looked at in pieces. */
const RUN = /[\p{L}\p{N}\p{M}]{1,300}/gu;
const graphemes = new Intl.Segmenter();

type Range = [start: number, end: number];
type Needle = { text: string; spaceless: boolean; beginning: boolean };
/** The ranges of a run that match. */
type Find = (run: string) => readonly Range[];

/**
 * What makes the excerpts for a query: the part of a text around the first match, of at most 200 UTF-16 units and of whole
 * characters, and where in it the matches are (section 9, 'search highlight body').
 */
export function createExcerpts(query: Query): (text: string) => { excerpt: string; matches: Range[] } {
  const needles = needlesOf(query);
  // The same words come again and again.
  const known = new Map<string, readonly Range[]>();
  const find = (run: string) => {
    const found = known.get(run) ?? rangesIn(run, needles);
    known.set(run, found);
    return found;
  };
  return (text) => {
    const [first] = needles.length ? matchesIn(text, find, 0, LOOKED_THROUGH) : [];
    const start = first ? startOf(text, first) : (text.match(/\S/)?.index ?? 0);
    const excerpt = whole(text.slice(start, start + LONGEST_EXCERPT + 1));
    const matches: Range[] = [];
    for (const [from, to] of first ? matchesIn(text, find, start, start + excerpt.length) : [])
      matches.push([from - start, Math.min(to - start, excerpt.length)]);
    return { excerpt, matches };
  };
}

/** What is to be highlighted of a query: all that it looks for, and nothing that it excludes. */
function needlesOf(query: Query): Needle[] {
  const beginning = lastWord(query);
  const needles = query.alternatives
    .flat()
    .filter(({ negative }) => !negative)
    .flatMap(({ pieces }) =>
      pieces.map((piece) => ({ text: piece.text, spaceless: piece.spaceless, beginning: piece === beginning })),
    );
  return [...new Map(needles.map((needle) => [JSON.stringify(needle), needle])).values()];
}

/** Where the excerpt begins: with the text, or with a word some way before the match. */
function startOf(text: string, [match]: Range) {
  const from = match - BEFORE;
  if (text.length <= LONGEST_EXCERPT || from <= 0) return text.match(/\S/)?.index ?? 0;
  const space = text.slice(from, match).search(/\s\S/);
  if (space >= 0) return from + space + 1;
  // No space in sight: at the beginning of a character.
  return from + (graphemes.segment(text.slice(from, match)).containing(10)?.index ?? 0);
}

/** Cuts what is longer than an excerpt at the end of a character. */
function whole(text: string) {
  if (text.length <= LONGEST_EXCERPT) return text;
  const end = graphemes.segment(text).containing(LONGEST_EXCERPT)?.index || LONGEST_EXCERPT;
  return text.slice(0, /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end);
}

/** The ranges of a text that match and begin before `until`, in order and apart from each other. */
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
  for (const piece of piecesOf(folded)) {
    for (const needle of needles) {
      if (needle.spaceless !== piece.spaceless) continue;
      if (needle.spaceless) {
        for (let at = piece.text.indexOf(needle.text); at >= 0; at = piece.text.indexOf(needle.text, at + 1))
          ranges.push([piece.index + at, piece.index + at + needle.text.length]);
      } else if (needle.beginning ? piece.text.startsWith(needle.text) : piece.text === needle.text)
        ranges.push([piece.index, piece.index + piece.text.length]);
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

/** From the beginning of the character at one place to the end of the character at another. */
function wholeCharacters(run: string, from: number, last: number): Range {
  const segments = graphemes.segment(run);
  const [first, end] = [segments.containing(from), segments.containing(last)];
  return [first?.index ?? from, end ? end.index + end.segment.length : last + 1];
}

/** A run folded, and for each place in it where its character begins in the run; none where the places are the same. */
function foldPlaces(run: string): { folded: string; starts?: number[] } {
  const folded = fold(run);
  // Where nothing can become longer, what is as long as before has become shorter nowhere.
  if (folded.length === run.length && run.normalize('NFKC') === run && !/[ßæœ]/i.test(run)) return { folded };
  const starts: number[] = [];
  let text = '';
  for (const { segment, index } of graphemes.segment(run)) {
    const one = fold(segment);
    for (let n = 0; n < one.length; n++) starts.push(index);
    text += one;
  }
  return { folded: text, starts };
}
