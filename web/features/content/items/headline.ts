import type { ReactNode } from 'react';
import type { Item } from '#contract/content/items.ts';
import { namedMentions } from '#contract/content/mentions.ts';
import { cut } from '#web/lib/text.ts';

const PREVIEW = 50;
/** More than a card shows: the rest of a long text is not looked at. */
const HEAD = 800;
const BODY = 200;

/**
 * `end` and `next`: where the title ends, and where the body begins, in the text without white space
 * around it, and with the names of mentions alone.
 */
type Headline = { title: string; body: string; end: number; next: number };
type Headed = Pick<Item, 'content' | 'description'>;
const previews = new WeakMap<Headed, string>();

/** The preview that names an item in labels. Made once for an item: each row asks for it four times. */
export function previewOf(item: Headed): string {
  const known = previews.get(item);
  if (known !== undefined) return known;
  const { content, description } = item;
  const preview = description
    ? nameOf(description)
    : cut(oneLine(namedMentions(content.trimStart().slice(0, HEAD))), PREVIEW);
  previews.set(item, preview);
  return preview;
}

const COPY = / \(Copy\)$/;

/** A description, cut so that a copy can be told from what was copied. */
function nameOf(description: string) {
  const flat = oneLine(description);
  const [suffix = ''] = COPY.exec(flat) ?? [];
  const name = flat.slice(0, flat.length - suffix.length);
  return shorten(name, PREVIEW - suffix.length).title + suffix;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** What is shorter is no sentence, but an abbreviation: 'Dr.' */
const SHORTEST_SENTENCE = 6;
const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The first sentence of a line. */
function firstSentence(line: string) {
  let end = 0;
  for (const { index, segment } of sentences.segment(line.slice(0, HEAD))) {
    end = index + segment.length;
    if (line.slice(0, end).trim().length >= SHORTEST_SENTENCE) break;
  }
  return line.slice(0, end).trimEnd();
}

/**
 * Where a line that is too long for a heading is cut: between words, which a language without spaces
 * has as well. Null within a single long word.
 */
function placeToCut(line: string, limit: number) {
  if (/\s/.test(line.charAt(limit))) return limit;
  const space = line.slice(0, limit).search(/\s\S*$/);
  if (space > limit / 2) return space;
  const word = words.segment(line).containing(limit);
  if (word && WITHOUT_SPACES.test(word.segment)) return word.index;
  return space > 0 ? space : null;
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

const headlines = new WeakMap<Headed, Headline>();

/**
 * The heading of a card and its body: the first sentence, and what follows it; with a description
 * that and the text. Made once for an item: a list asks for all of its rows.
 */
export function headlineOf(item: Headed): Headline {
  const known = headlines.get(item);
  if (known) return known;
  const made = makeHeadline(item);
  headlines.set(item, made);
  return made;
}

function makeHeadline({ content, description }: Headed): Headline {
  const text = namedMentions(content.trimStart().slice(0, HEAD).trimEnd());
  if (description) {
    // A copy is named after its text, which goes on from there.
    const begun = description.replace(COPY, '').replace(/…$/, '');
    const rest = COPY.test(description) && text.startsWith(begun) ? text.slice(begun.length) : text;
    return { title: nameOf(description), body: cut(rest.trim(), BODY), end: 0, next: 0 };
  }
  const [line = ''] = text.split('\n', 1);
  const head = titleOf(line);
  return { ...head, body: bodyOf(text.slice(head.next)) };
}

const bodyOf = (text: string) => cut(text.trim().replaceAll(/\n\s*\n/g, '\n'), BODY);

function titleOf(line: string): Omit<Headline, 'body'> {
  const sentence = firstSentence(line);
  const { length } = sentence;
  return isWithin(sentence, PREVIEW)
    ? { title: oneLine(sentence), end: length, next: length }
    : shorten(line, PREVIEW);
}

const isWithin = (text: string, most: number) => cut(text, most) === text;

/** A line, cut to at most so many characters. */
function shorten(line: string, most: number): Omit<Headline, 'body'> {
  if (isWithin(line, most)) return { title: line, end: line.length, next: line.length };
  const limit = cut(line, most).length - 1;
  const place = placeToCut(line, limit);
  const shown = line.slice(0, place ?? limit).replace(/[\s,;:–—-]+$/, '');
  const title = oneLine(shown);
  return {
    title: /[.!?。！？…]$/.test(title) ? title : `${title}…`,
    end: shown.length,
    // The rest of a word that is cut is not shown.
    next: place ?? line.match(/^\S+/)?.[0].length ?? line.length,
  };
}

/** The heading that is given in place of that of the item, as long as a heading is. */
export const givenHeading = (heading: ReactNode): ReactNode =>
  typeof heading === 'string' ? nameOf(heading) : heading;
