import { stripVTControlCharacters } from 'node:util';

/** What commands print. */

/** Control characters and those that change the direction of text; a terminal would obey them. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const IN_TEXT = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;
/** Those that JSON leaves as they are. */
const IN_JSON = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text of others without what a terminal obeys; lines stay. */
const plain = (text: string) => stripVTControlCharacters(text).replaceAll(IN_TEXT, '');

/** The same on one line. */
export const onOneLine = (text: string) =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').replaceAll(CONTROL, '').trim();

export const print = (text: string) => void process.stdout.write(`${plain(text)}\n`);
/** For people alone: where they are, what they wait for. */
export const say = (text: string) => void process.stderr.write(`${plain(text)}\n`);

/** An object of the API as it is. Escaped, its characters are the same for programs. */
export const printJson = (value: unknown) => void process.stdout.write(`${jsonOf(value)}\n`);
/** What a command ends with, for programs. */
export const printJsonError = (value: unknown) => void process.stderr.write(`${jsonOf(value)}\n`);

const jsonOf = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll(
    IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const segmenter = new Intl.Segmenter();
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** The columns of a terminal that a character takes. */
const widthOf = (segment: string) => (WIDE.test(segment) ? 2 : 1);

/** The beginning of a text in so many columns, and how many it takes. */
function cutTo(text: string, columns: number): { text: string; width: number } {
  let width = 0;
  // What fits beside the sign that something is left out.
  let kept = { end: 0, width: 0 };
  for (const { segment, index } of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > columns) return { text: `${text.slice(0, kept.end)}…`, width: kept.width + 1 };
    if (width < columns) kept = { end: index + segment.length, width };
  }
  return { text, width };
}

type Cell = string | number | null | undefined;

const MAX_COLUMN = 40;
const NARROWEST = 10;

/** At a terminal a table with headings, and else a line for each row, its cells separated by tabs. */
export function printRows(headings: readonly string[], rows: readonly (readonly Cell[])[]) {
  const texts = rows.map((row) => row.map((cell) => onOneLine(String(cell ?? ''))));
  if (!process.stdout.isTTY) {
    for (const row of texts) process.stdout.write(`${row.join('\t')}\n`);
    return;
  }
  const all = [headings.map((heading) => heading.toUpperCase()), ...texts];
  const last = headings.length - 1;
  const widths = headings.map((_, at) =>
    Math.max(...all.map((row) => cutTo(row[at] ?? '', MAX_COLUMN).width)),
  );
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  // The last column has what is left of the line.
  widths[last] = Math.max((process.stdout.columns || 80) - before, NARROWEST);
  for (const row of all) {
    const cells = row.map((cell, at) => {
      const { text, width } = cutTo(cell, widths[at] ?? MAX_COLUMN);
      return at === last ? text : text + ' '.repeat(Math.max((widths[at] ?? 0) - width, 0));
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** What an object says, a line for each field. */
export const printFields = (fields: Readonly<Record<string, Cell>>) => {
  const present = Object.entries(fields).filter(([, value]) => value != null && value !== '');
  if (!process.stdout.isTTY) return printRows(['field', 'value'], present);
  const width = Math.max(...present.map(([name]) => name.length));
  for (const [name, value] of present) print(`${name.padEnd(width)}  ${onOneLine(String(value))}`);
};

/** An instant in the time zone of the terminal. */
export const timeOf = (instant: string | null | undefined) => {
  if (!instant) return '';
  if (!process.stdout.isTTY) return instant;
  const date = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
};
