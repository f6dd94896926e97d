import { hash, randomBytes } from 'node:crypto';
import type { FileResponse, Parsed } from '#contract/http/endpoint.ts';
import type { exportCalendar } from '#contract/publishing/calendar.ts';
import type { Actor, Member } from '../../../actor.ts';
import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { cancellable } from '../../../database/cancellable.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { type Breathe, slices } from '../../../lib/time-slices.ts';
import { createTtlCache } from '../../../lib/ttl-cache.ts';
import { hashOf } from '../../../secrets.ts';
import { record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import { listChannels } from '../channels/channels.service.ts';
import { filtersOf } from './calendar.service.ts';
import type { EventEntry } from './calendar.sql.ts';
import * as sql from './calendar.sql.ts';
import { csvOf } from './csv.ts';
import { flat, type Links } from './entries.ts';
import { calendarOf } from './events.ts';

/** What is planned, for other programs (docs/domain/calendar.md, 'Import and export'). */

type InWorkspace = Pick<Actor, 'workspaceId'>;
type Query = Parsed<typeof exportCalendar>['query'];

const BATCH = 500;
const DAY_MS = 24 * 60 * 60_000;
/** What an address shows: a month back, and a year ahead; so many entries at most. */
const [BACK_MS, AHEAD_MS] = [31 * DAY_MS, 366 * DAY_MS];
const MAX_EVENTS = 2000;
/** Calendar applications ask every few minutes. */
const READINGS = { attempts: 60, seconds: 60 * 60 };
const TOKEN_BYTES = 32;

const types = { csv: 'text/csv', json: 'application/json', ics: 'text/calendar' } as const;

/** The entries that match, of all times where none are named, as a file. */
export async function exportEntries(
  {
    background,
    clock,
    config,
    installation,
  }: Pick<AppContext, 'background' | 'clock' | 'config' | 'installation'>,
  person: Member,
  { format, from = '1970-01-01T00:00:00Z', to = '9999-01-01T00:00:00Z', ...query }: Query,
): Promise<FileResponse> {
  const channels = await listChannels(background, { workspaceId: person.workspaceId });
  await record(background, person, {
    action: 'export',
    objectType: 'workspace',
    objectId: person.workspaceId,
  });
  const name = `calendar-${dayOf(clock.now())}.${format}`;
  const links = { origin: config.origin, channels, installation: installation.id };
  const filters = filtersOf(person, { from, to }, query);
  const chunks = (gone: AbortSignal) => {
    const batches = readInBatches(cancellable(background, gone), filters);
    if (format === 'csv')
      return csvOf(cancellable(background, gone), person, batches, links, clock.now());
    if (format === 'json') return asJson(batches, links);
    return asEvents(batches, links, slices(gone));
  };
  return { name, type: types[format], chunks };
}

async function* readInBatches(executor: Executor, filters: sql.Filters) {
  let key = { time: '-infinity', publication: 0, item: 0 };
  for (;;) {
    // From the key on: what was read is not read again.
    const from = key.time === '-infinity' ? filters.from : key.time;
    const rows = await sql.readEntries(executor, { ...filters, from, ...key, limit: BATCH });
    if (rows.length) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    key = { time: last.due_at, publication: last.publication ?? 0, item: last.item ?? 0 };
  }
}

async function* asJson(batches: AsyncIterable<EventEntry[]>, links: Links) {
  let first = true;
  yield '[';
  for await (const entries of batches)
    for (const entry of entries) {
      yield (first ? '\n' : ',\n') + JSON.stringify(flat(entry, links));
      first = false;
    }
  yield '\n]\n';
}

/** An iCalendar needs its end: as many events as an address shows. */
async function* asEvents(batches: AsyncIterable<EventEntry[]>, links: Links, breathe: Breathe) {
  const all: EventEntry[] = [];
  for await (const entries of batches) {
    all.push(...entries);
    if (all.length >= MAX_EVENTS) break;
  }
  yield await calendarOf('Postfolio', all.slice(0, MAX_EVENTS), links, breathe);
}

export async function getFeed(executor: Executor, { workspaceId, userId }: Member) {
  const [feed] = await sql.findFeed(executor, { workspaceId, userId });
  return feed ?? { created_at: null, read_at: null };
}

/** A new secret address; a former one ends. It is shown once: only its hash is stored. */
export async function createFeed(
  context: Transactional & Pick<AppContext, 'config'>,
  person: Member,
) {
  const { workspaceId, userId } = person;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const feed = await transaction(context, async (tx) => {
    await requireStill(tx, person, 'read');
    const [made] = await sql.setFeed(tx, { workspaceId, userId, hash: hashOf(token) });
    await record(tx, person, {
      action: 'create_feed',
      objectType: 'workspace',
      objectId: workspaceId,
    });
    return made;
  });
  if (!feed) throw new Error('the address was not made');
  return { ...feed, url: `${context.config.origin}/api/calendar/feed/${token}/` };
}

export const deleteFeed = (context: Transactional, person: Member): Promise<void> =>
  transaction(context, async (tx) => {
    const { workspaceId, userId } = person;
    await sql.deleteFeed(tx, { workspaceId, userId });
    await record(tx, person, {
      action: 'delete_feed',
      objectType: 'workspace',
      objectId: workspaceId,
    });
  });

type Made = { etag: string; text: string };

/**
 * Reads what is planned at secret addresses. Anybody may ask: see `createTtlCache`.
 */
export function feedReader({
  database,
  clock,
  config,
  installation,
  limits,
}: Pick<AppContext, 'database' | 'clock' | 'config' | 'installation' | 'limits'>) {
  const keep = createTtlCache<number, Made>(clock);

  async function make(workspace: number, name: string, before?: Promise<Made>): Promise<Made> {
    const inWorkspace: InWorkspace = { workspaceId: workspace };
    const [from, now, to] = [-BACK_MS, 0, AHEAD_MS].map((ms) =>
      new Date(clock.now() + ms).toISOString(),
    ) as [string, string, string];
    const read = (period: { from: string; to: string }, limit: number) =>
      sql.listEvents(database, { ...filtersOf(inWorkspace, period, {}), limit });
    const channels = await listChannels(database, inWorkspace);
    // What is to come goes before what was.
    const coming = await read({ from: now, to }, MAX_EVENTS);
    const past = await read({ from, to: now }, MAX_EVENTS - coming.length);
    const entries = [...past, ...coming];
    const links = { origin: config.origin, channels, installation: installation.id };
    const etag = `"${hash('sha256', JSON.stringify([name, entries, links]), 'base64url')}"`;
    const former = await before?.catch(() => undefined);
    if (former?.etag === etag) return former;
    // For all who ask within a minute: it ends with none of them.
    return { etag, text: await calendarOf(`${name}: Postfolio`, entries, links, slices()) };
  }

  /** @throws AppError 404 where it was revoked, or never was; 429 */
  return async (token: string): Promise<FileResponse> => {
    const [feed] = await sql.readFeed(database, { hash: hashOf(token) });
    if (!feed) throw new AppError('not_found', 404, 'There is no calendar at this address.');
    await limits.count(`calendar:${hashOf(token).toString('base64url')}`, READINGS);
    const { workspace, name } = feed;
    const { etag, text } = await keep(workspace, (before) => make(workspace, name, before));
    return { name: 'calendar.ics', type: types.ics, etag, chunks: () => once(text) };
  };
}

async function* once(text: string) {
  yield text;
}
