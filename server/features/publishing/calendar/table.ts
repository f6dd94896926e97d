import { CsvError, type Parser, parse } from 'csv-parse';
import { composed } from '#contract/http/marks.ts';
import {
  type ImportColumn,
  type ImportError,
  MAX_COLUMNS,
  MAX_ROWS,
  SEPARATORS,
  type Separator,
} from '#contract/publishing/calendar.ts';
import { invalid } from '../../../errors.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { Breathe } from '../../../lib/time-slices.ts';
import { unguardFormula } from './cells.ts';
import { columnsOf } from './headings.ts';

/** Reads the rows of a table as spreadsheets of all countries write it. */

export type Row = { number: number; values: Partial<Record<ImportColumn, string>> };
/** What is guessed where it is not given. */
export type Given = {
  separator?: Separator | undefined;
  has_heading?: boolean | undefined;
  columns?: readonly (ImportColumn | null)[] | undefined;
};
type Column = { heading: string; becomes: ImportColumn | null; samples: string[] };
export type Table = {
  rows: Row[];
  errors: ImportError[];
  separator: Separator | null;
  has_heading: boolean;
  columns: Column[];
  /** Whether it is an export of ours. */
  isOwn: boolean;
};

const PIECE_BYTES = 2 * 1024;
/** In characters: two texts of the greatest length. */
const MAX_ROW = 1_000_000;
const [MAX_SAMPLES, SAMPLE] = [3, 100];
/** Headings that only our exports have together. */
const OWN = ['publication', 'due_at', 'local_time'];
/** No text has it: with it a row is a single value. */
const NOTHING = '\0';

/**
 * The records of a table. It is parsed piece by piece, and each piece is read before the next: a pipe
 * parses all that it has in one turn.
 */
async function* recordsOf(parser: Parser, csv: string, breathe: Breathe): AsyncGenerator<string[]> {
  let failure: unknown;
  parser.once('error', (error) => {
    failure = error;
  });
  function* read(): Generator<string[]> {
    for (let record = parser.read(); record !== null; record = parser.read()) yield record;
    if (failure) throw failure;
  }
  const bytes = Buffer.from(csv);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await breathe();
    parser.write(bytes.subarray(at, at + PIECE_BYTES));
    yield* read();
  }
  parser.end();
  for (;;) {
    yield* read();
    if (parser.readableEnded) return;
    await new Promise<void>((resolve) => {
      for (const event of ['readable', 'end', 'error']) parser.once(event, () => resolve());
    });
  }
}

/** The separator that the first line has most of, outside of quotes; null where it has none. */
function separatorOf(csv: string): Separator | null {
  const counts = new Map<string, number>(SEPARATORS.map((sign) => [sign, 0]));
  let [isQuoted, isBlank] = [false, true];
  for (let at = 0; at < csv.length && at < MAX_ROW; at++) {
    const sign = csv[at] as string;
    if (sign === '"') isQuoted = !isQuoted;
    const isEnd = sign === '\n' || sign === '\r';
    if (isEnd && !isQuoted && !isBlank) break;
    if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    else if (sign.trim() !== '') isBlank = false;
  }
  const most = Math.max(...counts.values());
  return most === 0 ? null : (SEPARATORS.find((sign) => counts.get(sign) === most) ?? null);
}

/** A table without its mark, and the separator that its first line declares, as Excel writes it. */
function unwrapped(text: string): { csv: string; declared?: Separator } {
  const marked = text.startsWith('\ufeff') ? text.slice(1) : text;
  const [line = '', sign] = /^"?sep=([,;\t|])"?[ ,;\t]*(?:\r\n|\r|\n)/i.exec(marked) ?? [];
  // Programs of old Macs end lines with a carriage return, in cells as well.
  const csv = marked.slice(line.length);
  const lines = csv.includes('\n') ? csv : csv.replaceAll('\r', '\n');
  return sign ? { csv: lines, declared: sign as Separator } : { csv: lines };
}

/**
 * The rows, and how the table was understood. Rows with another number of columns are errors.
 * @throws AppError 400 where it is no table, or a large one
 */
export async function readTable(text: string, given: Given, breathe: Breathe): Promise<Table> {
  const { csv, declared } = unwrapped(text);
  const separator = given.separator ?? declared ?? separatorOf(csv);
  const parser = parse({
    delimiter: separator ?? NOTHING,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A quote within an unquoted value is one of the text.
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW,
    cast: (value, { index }) => {
      if (index < MAX_COLUMNS) return value;
      throw invalid({ csv: [`A row has more than ${MAX_COLUMNS} columns.`] });
    },
  });
  let table: Table | undefined;
  let number = 0;
  try {
    for await (const cells of recordsOf(parser, csv, breathe)) {
      const record = cells.map(composed);
      number++;
      if (record.every((value) => value.trim() === '')) continue;
      if (!table) {
        table = begin(record, separator, given);
        if (table.has_heading) continue;
      }
      addRow(table, record, number);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = number + 1 } = error as CsvError & { lines?: number };
    const why =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'it is too long'
        : 'a quote is not closed, or is misplaced';
    throw invalid({ csv: [`Line ${lines} can’t be read as CSV: ${why}.`] });
  }
  if (!table) throw invalid({ csv: ['There are no rows.'] });
  return table;
}

/** The columns, by what is given, or else by the first row. */
function begin(first: readonly string[], separator: Separator | null, given: Given): Table {
  const named = columnsOf(first);
  const hasHeading = given.has_heading ?? named.some((name) => name !== null);
  const last = first.findLastIndex((value) => value.trim() !== '') + 1;
  const width = Math.max(last, given.columns?.findLastIndex((name) => name !== null) ?? -1, 1);
  const columns = Array.from({ length: width }, (_, at): Column => {
    const guess = hasHeading ? named[at] : null;
    const becomes = given.columns ? given.columns[at] : guess;
    const heading = hasHeading ? cut(first[at]?.trim() ?? '', SAMPLE) : '';
    return { heading, becomes: becomes ?? null, samples: [] };
  });
  const isOwn = OWN.every((name) => first.includes(name));
  return { rows: [], errors: [], separator, has_heading: hasHeading, columns, isOwn };
}

function addRow(
  { rows, errors, columns, isOwn }: Table,
  record: readonly string[],
  number: number,
) {
  if (rows.length + errors.length >= MAX_ROWS)
    throw invalid({
      csv: [`There are more than ${MAX_ROWS} rows: import them in several files.`],
    });
  // Only what we have written has apostrophes of ours.
  const values = isOwn ? record.map(unguardFormula) : record;
  columns.forEach(({ samples }, at) => {
    if (samples.length < MAX_SAMPLES) samples.push(cut(values[at] ?? '', SAMPLE));
  });
  const width = record.findLastIndex((value) => value.trim() !== '') + 1;
  if (record.length < columns.length || width > columns.length) {
    const has = record.length < columns.length ? record.length : width;
    const detail = `Expected ${columns.length} ${columns.length === 1 ? 'column' : 'columns'}, as in the first row. This row has ${has}.`;
    errors.push({ row: number, column: null, detail });
    return;
  }
  const cells = columns.flatMap(({ becomes }, at) =>
    becomes === null ? [] : [[becomes, values[at] ?? '']],
  );
  rows.push({ number, values: Object.fromEntries(cells) });
}
