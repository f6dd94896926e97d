import { CsvError, type Parser, parse } from 'csv-parse';
import { contentText, emptyDetails, TAG_COMMA, Tags } from '#contract/content/items.ts';
import { MAX_PARTS } from '#contract/content/threads.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { composed } from '#contract/http/marks.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import {
  IMPORT_COLUMNS,
  type ImportError,
  type importPosts,
  MAX_ROWS,
} from '#contract/publishing/calendar.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { characters, partsFor } from '#contract/publishing/checks.ts';
import { resolveLocal } from '#contract/times.ts';
import { isLocalTime } from '#contract/wall-time.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { BULK_TIMEOUTS } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid } from '../../../errors.ts';
import { type Breathe, slices } from '../../../turns.ts';
import { lockContent, requireFolder } from '../../content/posts/posts.service.ts';
import { listChannels } from '../channels/channels.service.ts';
import { zoneOf } from '../schedule/schedule.service.ts';
import { createDrafts, type Draft } from './calendar.service.ts';
import { type FolderRow, listFolders } from './calendar.sql.ts';

/** Drafts with their times from CSV (docs/domain.md, 'Import and export'). */

type Column = (typeof IMPORT_COLUMNS)[number];
type Row = { number: number; values: Partial<Record<Column, string>> };

/** The maximum number of errors that are listed. */
const MAX_LISTED = 1000;
const MAX_AHEAD_MS = 5 * 366 * 24 * 60 * 60_000;
const PIECE_BYTES = 2 * 1024;
/** Of all rows together. */
const MAX_ITEMS = 20_000;
const MAX_CHANNELS = 50;
/** In characters: two texts of the greatest length. */
const MAX_ROW = 1_000_000;
/** More columns than this end the reading: all of a file may be one row. */
const MAX_COLUMNS = 100;
/** In characters, checked before a value is split. */
const MAX_LENGTHS = { time: 100, channels: 5000, folder: 2000, tags: 2000 } as const;
/** A line that separates the items of a thread. */
const SEPARATOR = /^[ \t]*---[ \t]*$/m;

class RowError extends Error {
  readonly column: Column;
  constructor(column: Column, message: string) {
    super(message);
    this.column = column;
  }
}

/**
 * Checks all rows, and imports them where none is wrong.
 * @param gone ends it before anything is written
 * @throws AppError 404 for the folder; 400 where the text is no CSV with these columns
 */
export async function importDrafts(
  context: Transactional & Pick<AppContext, 'clock'>,
  person: Member,
  { csv, folder, check = false }: Parsed<typeof importPosts>['body'],
  gone: AbortSignal,
) {
  const { database } = context;
  const breathe = slices(gone);
  await requireFolder(database, person, folder, 'folder');
  const errors: ImportError[] = [];
  const rows = await readRows(csv, errors, breathe);
  const read = await reader(context, person, folder, breathe);
  const drafts: Draft[] = [];
  let items = 0;
  for (const row of rows) {
    await breathe();
    try {
      const draft = await read(row);
      items += draft.draft.parts.length;
      drafts.push(draft);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      errors.push({ row: row.number, column: error.column, detail: error.message });
    }
  }
  if (items > MAX_ITEMS)
    throw invalid({
      csv: [`There are more than ${MAX_ITEMS} items: import them in several files.`],
    });
  if (rows.length === 0 && errors.length === 0)
    throw invalid({ csv: ['There are no rows below the header.'] });
  const isFine = errors.length === 0 && !check;
  if (isFine)
    await transaction(
      context,
      async (tx) => {
        await lockContent(tx, person);
        await createDrafts(tx, person, drafts);
      },
      BULK_TIMEOUTS,
    );
  return {
    rows: rows.length,
    imported: isFine ? drafts.length : 0,
    errors: errors.toSorted((a, b) => a.row - b.row).slice(0, MAX_LISTED),
    error_count: errors.length,
  };
}

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

/**
 * The rows below the heading; rows with another number of columns are errors.
 * @throws AppError 400 where the heading, or the quotes, are wrong
 */
async function readRows(csv: string, errors: ImportError[], breathe: Breathe): Promise<Row[]> {
  const [heading = ''] = csv.split('\n', 1);
  // As spreadsheets write it, by the country.
  const delimiter = [',', ';', '\t'].find((sign) => heading.includes(sign)) ?? ',';
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    max_record_size: MAX_ROW,
    cast: (value, { index }) => {
      if (index < MAX_COLUMNS) return value;
      throw invalid({ csv: [`A row has more than ${MAX_COLUMNS} columns.`] });
    },
  });
  let columns: Column[] | undefined;
  const rows: Row[] = [];
  let number = 0;
  try {
    for await (const given of recordsOf(parser, csv, breathe)) {
      const record = given.map(composed);
      number++;
      if (!columns) {
        columns = columnsOf(record);
        continue;
      }
      if (record.every((value) => value.trim() === '')) continue;
      if (rows.length === MAX_ROWS)
        throw invalid({
          csv: [`There are more than ${MAX_ROWS} rows: import them in several files.`],
        });
      if (record.length !== columns.length) {
        const detail = `Expected ${columns.length} columns, as in the header. This row has ${record.length}.`;
        errors.push({ row: number, column: null, detail });
        continue;
      }
      const values = columns.map((name, at) => [name, record[at] ?? '']);
      rows.push({ number, values: Object.fromEntries(values) });
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
  return rows;
}

function columnsOf(heading: readonly string[]): Column[] {
  const given = heading.map((name) => name.trim().toLowerCase());
  const expected = `Expected a header with ${IMPORT_COLUMNS.join(', ')}; only text is required.`;
  const unknown = given.find((name) => !(IMPORT_COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw invalid({ csv: [`There is no column '${unknown.slice(0, 50)}'. ${expected}`] });
  if (!given.includes('text')) throw invalid({ csv: [`There is no column 'text'. ${expected}`] });
  if (new Set(given).size < given.length)
    throw invalid({ csv: [`A column appears twice. ${expected}`] });
  return given as Column[];
}

/** Reads a row into a draft. @throws RowError */
async function reader(
  { database: executor, clock }: Pick<AppContext, 'clock' | 'database'>,
  person: Member,
  folder: number,
  breathe: Breathe,
) {
  const zone = await zoneOf(executor, person);
  const channels = await listChannels(executor, { workspaceId: person.workspaceId });
  const folders = foldersByName(await listFolders(executor, { workspaceId: person.workspaceId }));
  const content = contentText('The text is missing.');
  const split = (text = '', comma: string | RegExp = ',') =>
    text
      .split(comma)
      .map((sign) => sign.trim())
      .filter(Boolean);

  return async ({ values }: Row): Promise<Draft> => {
    requireLengths(values);
    const texts = (values.text ?? '').split(SEPARATOR, MAX_PARTS + 1).map((part) => part.trim());
    if (texts.length > MAX_PARTS)
      throw new RowError('text', `A thread has at most ${MAX_PARTS} items.`);
    const parts = texts.map((text, at) => {
      const { success, error } = content.safeParse(text);
      if (!success)
        throw new RowError(
          'text',
          texts.length > 1
            ? `Item ${at + 1}: ${error.issues[0]?.message}`
            : (error.issues[0]?.message ?? ''),
        );
      return { content: text, network_texts: {}, media: [] };
    });
    const tags = Tags.safeParse(split(values.tags, TAG_COMMA));
    if (!tags.success) throw new RowError('tags', tags.error.issues[0]?.message ?? '');
    const names = [...new Set(split(values.channels))];
    if (names.length > MAX_CHANNELS)
      throw new RowError('channels', `Expected at most ${MAX_CHANNELS} accounts.`);
    const meant = [...new Set(names.map((name) => channelOf(channels, name)))];
    // Counting is expensive: once for all accounts of the same rules.
    const rules = new Map(
      meant.map(({ network, limits }) => [JSON.stringify([network, limits]), { network, limits }]),
    );
    for (const { network, limits } of rules.values()) {
      const limit = limitOf(network, limits, false);
      let longest = 0;
      for (const { text } of partsFor(parts, network)) {
        await breathe();
        longest = Math.max(longest, networks[network].count(text, limits));
      }
      const over = longest - limit;
      if (over > 0)
        throw new RowError(
          'text',
          `${characters(over)} over the limit of ${limit} for ${networks[network].name}.`,
        );
    }
    return {
      draft: {
        folder: values.folder?.trim() ? folderOf(folders, values.folder.trim()) : folder,
        status: 'draft',
        description: null,
        isThread: parts.length > 1,
        parts: parts.map((part) => ({ ...part, ...emptyDetails, tags: tags.data })),
      },
      time: timeOf(values.time?.trim() ?? '', zone, clock.now()),
      channels: [...new Set(meant.map(({ id }) => id))],
    };
  };
}

/** @throws RowError */
function requireLengths(values: Row['values']) {
  for (const [column, max] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][])
    if ((values[column]?.length ?? 0) > max)
      throw new RowError(column, `Expected at most ${max} characters.`);
}

function timeOf(text: string, zone: string, now: number): Draft['time'] {
  if (text === '') return null;
  // Spreadsheets put a space there, and seconds behind.
  const local = text.replace(
    /^(\d{4}-\d\d-\d\d)[ T](\d?\d:\d\d)(:00)?$/,
    (_, day: string, time: string) => `${day}T${time.padStart(5, '0')}`,
  );
  if (!isLocalTime(local))
    throw new RowError(
      'time',
      `'${text.slice(0, 50)}' is not a time. Expected one such as 2026-11-24 09:00.`,
    );
  const { instant: at } = resolveLocal(local, zone);
  if (Date.parse(at) < now) throw new RowError('time', `${text} has passed.`);
  if (Date.parse(at) > now + MAX_AHEAD_MS)
    throw new RowError('time', 'Expected a time within the next five years.');
  return { local, zone, at };
}

/** The channel with this handle, or the only one of this network; `network:handle` is exact. */
function channelOf(channels: readonly Channel[], name: string): Channel {
  const wanted = name.toLowerCase();
  const isHandle = (handle: string, given: string) =>
    handle.toLowerCase() === given || handle.toLowerCase() === `@${given}`;
  const found = channels.filter(({ network, handle }) => {
    const [of = '', ...rest] = wanted.split(':');
    const own = rest.join(':').trim();
    const isNetwork = of.trim() === network || of.trim() === networks[network].name.toLowerCase();
    return isHandle(handle, wanted) || (isNetwork && (own === '' || isHandle(handle, own)));
  });
  const connected = found.filter(({ state }) => state === 'connected');
  const [only] = connected;
  if (only && connected.length === 1) return only;
  if (connected.length > 1)
    throw new RowError(
      'channels',
      `'${name.slice(0, 50)}' matches ${connected.length} accounts: use network:handle.`,
    );
  throw new RowError(
    'channels',
    found.length
      ? `'${name.slice(0, 50)}' is not connected.`
      : `There is no account '${name.slice(0, 50)}'.`,
  );
}

type Folders = ReadonlyMap<string, ReadonlySet<number>>;

/** Folders by their name, and by their path: 'Ideas / Winter'. */
function foldersByName(rows: readonly FolderRow[]): Folders {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = new Map<string, Set<number>>();
  const add = (name: string, id: number) => {
    const ids = named.get(name) ?? new Set();
    named.set(name, ids.add(id));
  };
  for (const { id, name, parent } of rows) {
    const path = [name];
    for (let up = parent; up !== null && path.length < 100; up = byId.get(up)?.parent ?? null)
      path.unshift(byId.get(up)?.name ?? '');
    add(name.toLowerCase(), id);
    add(path.join(' / ').toLowerCase(), id);
  }
  return named;
}

/** The path with one space around each slash. */
const pathOf = (name: string) =>
  name
    .split('/')
    .map((part) => part.trim())
    .join(' / ');

function folderOf(folders: Folders, name: string): number {
  const [only, ...others] = folders.get(pathOf(name).toLowerCase()) ?? [];
  if (only === undefined)
    throw new RowError('folder', `There is no folder '${name.slice(0, 100)}'.`);
  if (others.length)
    throw new RowError(
      'folder',
      `There are several folders '${name.slice(0, 100)}': use the path, such as Ideas / ${name.slice(0, 100)}.`,
    );
  return only;
}
