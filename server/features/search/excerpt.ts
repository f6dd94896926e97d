import { LONGEST_EXCERPT } from '#contract/search.ts';
import { lastWord, type Query } from './query.ts';
import { fold, piecesOf } from './words.ts';

/** How much of what stands before the first match is shown with it. */
const BEFORE = 60;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const graphemes = new Intl.Segmenter();

type Range = [start: number, end: number];
type Needle = { text: string; spaceless: boolean; beginning: boolean };

/** What is to be highlighted of a query: all that it looks for, and nothing that it excludes. */
export function needlesOf(query: Query): Needle[] {
  const beginning = lastWord(query);
  return query.alternatives
    .flat()
    .filter(({ negative }) => !negative)
    .flatMap(({ pieces }) =>
      pieces.map((piece) => ({ text: piece.text, spaceless: piece.spaceless, beginning: piece === beginning })),
    );
}

/**
 * The part of a text around the first match, of at most 200 UTF-16 units and of whole characters, and where in it the
 * matches are (section 9, 'search highlight body').
 */
export function excerptOf(text: string, needles: Needle[]): { excerpt: string; matches: Range[] } {
  const first = matchesIn(text, needles).next().value;
  const start = first ? startOf(text, first) : (text.match(/\S/)?.index ?? 0);
  const excerpt = whole(text.slice(start, start + LONGEST_EXCERPT + 1));
  const matches: Range[] = [];
  for (const range of matchesIn(text, needles, start)) {
    const [from, to] = [range[0] - start, Math.min(range[1] - start, excerpt.length)];
    if (from >= excerpt.length) break;
    matches.push([from, to]);
  }
  return { excerpt, matches };
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
  const end = graphemes.segment(text).containing(LONGEST_EXCERPT)?.index;
  return text.slice(0, end || LONGEST_EXCERPT - 1);
}

/** The ranges of a text that match, in order and apart from each other. */
function* matchesIn(text: string, needles: Needle[], from = 0): Generator<Range> {
  if (!needles.length) return;
  const runs = new RegExp(RUN);
  runs.lastIndex = from;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    const { folded, places } = foldPlaces(run[0]);
    let end = -1;
    for (const [start, stop] of rangesIn(folded, needles)) {
      const range: Range = [run.index + (places?.[start] ?? start), run.index + (places?.[stop] ?? stop)];
      if (range[0] < end) continue;
      end = range[1];
      yield range;
    }
  }
}

function rangesIn(folded: string, needles: Needle[]): Range[] {
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
  return ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
}

/** A run folded, and for each place in it the place in the run; no places where they are the same. */
function foldPlaces(run: string): { folded: string; places?: number[] } {
  const folded = fold(run);
  // Where nothing can become longer, what is as long as before has become shorter nowhere.
  if (folded.length === run.length && run.normalize('NFKC') === run && !/[ßæœ]/i.test(run)) return { folded };
  const places: number[] = [];
  let text = '';
  for (const { segment, index } of graphemes.segment(run)) {
    const one = fold(segment);
    for (let n = 0; n < one.length; n++) places.push(index);
    text += one;
  }
  places.push(run.length);
  return { folded: text, places };
}
