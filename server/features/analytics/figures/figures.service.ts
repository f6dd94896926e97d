import type { FigureState, Figures } from '#contract/analytics/figures.ts';
import type { Member } from '../../../actor.ts';
import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { getItem } from '../../content/posts/posts.service.ts';
import { type Adapters, NetworkError, PERMISSION } from '../../networks/networks.service.ts';
import { getAccount, withSession } from '../../publishing/channels/channels.service.ts';
import { isBudgeted } from '../budget/budget.service.ts';
import * as sql from './figures.sql.ts';
import {
  figuresFor,
  PERMISSION_SECONDS,
  type Reading,
  readableNetworks,
  readerOf,
} from './read.ts';
import { readPublications } from './store.ts';
import { curveOf } from './totals.ts';

export { readFigures } from './figures.jobs.ts';
export { LADDER } from './ladder.ts';
export { figuresReached } from './reached.ts';
export { figuresFor, readableNetworks } from './read.ts';

/** Figures of a post (docs/domain/analytics.md, 'Figures'). */

const PUBLICATIONS = 50;
/** Of each publication; of a thread each part has its own. */
const READINGS = 200;
export const REFRESH_MINUTES = 10;
const DAY_MS = 24 * 60 * 60_000;
const TOO_SOON = `The figures were read less than ${REFRESH_MINUTES} minutes ago. Try again later.`;
/** Each calls other servers. */
const REFRESHES = { attempts: 30, seconds: 10 * 60 };
/** For all networks of a post: the person waits. */
const REFRESH_MS = 25_000;

type Context = Reading & Pick<AppContext, 'limits'>;
type Row = sql.PublicationRow;

/** @throws AppError 404 */
export async function getFigures(context: Context, person: Member, item: number) {
  const { rows: _rows, now: _now, ...figures } = await load(context, person, item);
  return figures;
}

/** The figures of a post, with the rows that they are of, at the time of the database. */
async function load(context: Context, person: Member, item: number) {
  const { adapters, database } = context;
  const { workspaceId } = person;
  await getItem(database, person, item);
  const rows = await sql.listPublications(database, { workspaceId, item, limit: PUBLICATIONS });
  const ids = rows.map(({ publication }) => publication);
  const readings = Map.groupBy(
    await sql.listReadings(database, { publications: ids, limit: READINGS }),
    ({ publication }) => publication,
  );
  const isPaid = ({ channel }: Row) => adapters[channel.network].figures?.price !== undefined;
  const isPaidFor = rows.some(isPaid) && (await isBudgeted(database, person));
  const publications = rows.map((row) =>
    figuresOf(row, readings.get(row.publication) ?? [], {
      adapters,
      isOff: isPaid(row) && !isPaidFor,
    }),
  );
  const times = publications.flatMap(({ channel, read_at, state }) =>
    read_at && state !== 'not_offered'
      ? [{ at: refreshableAt(adapters, channel.network, read_at), network: channel.network }]
      : [],
  );
  // What is paid for by the day does not hold up the others.
  const free = times.filter(({ network }) => !adapters[network].figures?.price);
  const again = Math.max(...(free.length ? free : times).map(({ at }) => at));
  const now = Date.parse(rows[0]?.now ?? '');
  const isTooSoon = times.length > 0 && again > now;
  return {
    rows,
    now,
    publications,
    refreshable_at: isTooSoon ? new Date(again).toISOString() : null,
  };
}

/** When what was read then can be read again by hand; on the next day (UTC), where that is paid for. */
function refreshableAt(adapters: Adapters, network: Figures['channel']['network'], at: string) {
  const read = Date.parse(at);
  return adapters[network].figures?.price
    ? Date.parse(dayOf(read)) + DAY_MS
    : read + REFRESH_MINUTES * 60_000;
}

type ReadingRow = Awaited<ReturnType<typeof sql.listReadings>>[number];

function figuresOf(
  row: Row,
  readings: readonly ReadingRow[],
  { adapters, isOff }: { adapters: Adapters; isOff: boolean },
): Figures {
  const { publication, channel, published_at, parts, next_at } = row;
  const curve = curveOf(
    parts,
    readings.map(({ position, read_at, metrics }) => ({
      position,
      at: Date.parse(read_at),
      metrics,
    })),
  ).map(({ at, metrics }) => ({ at: new Date(at).toISOString(), metrics }));
  const last = curve.at(-1);
  // What is due waits for its turn, or for its channel.
  const isAhead =
    !row.lacks_permission && next_at !== null && Date.parse(next_at) > Date.parse(row.now);
  const account = { network: channel.network, remote_id: row.remote_id, server: row.server };
  const isRead = !isOff && figuresFor(adapters, account) !== undefined && row.planned > 0;
  return {
    publication,
    channel,
    published_at,
    state: isRead ? stateOf(row, last !== undefined) : 'not_offered',
    read_at: last?.at ?? null,
    next_at: isRead && isAhead ? next_at : null,
    metrics: last?.metrics ?? {},
    readings: curve,
  };
}

function stateOf({ planned, gone, lacks_permission }: Row, isKnown: boolean): FigureState {
  if (gone === planned) return 'gone';
  if (lacks_permission) return 'permission';
  return isKnown ? 'read' : 'waiting';
}

/**
 * Reads what the networks of a post count now, while the person waits.
 * @returns also which publications could not be read
 * @throws AppError 404; 409 where it was read a moment ago; 429; 503 where no network responds
 */
export async function refreshFigures(context: Context, person: Member, item: number) {
  const { adapters, database, limits } = context;
  const { workspaceId } = person;
  const { rows, now, publications, refreshable_at } = await load(context, person, item);
  if (refreshable_at !== null) throw new AppError('stale', 409, TOO_SOON);
  await limits.count(`figures:account:${person.userId}`, REFRESHES);
  const paused = new Set(rows.flatMap((row) => (row.is_paused ? [row.publication] : [])));
  const readable = publications.filter(
    ({ state, channel, read_at }) =>
      state !== 'not_offered' &&
      state !== 'gone' &&
      !(read_at && refreshableAt(adapters, channel.network, read_at) > now),
  );
  const parts = await sql.listParts(database, {
    publications: readable.map(({ publication }) => publication),
  });
  const signal = AbortSignal.timeout(REFRESH_MS);
  const failures = new Map<number, string>();
  const lacking: number[] = [];
  for (const { publication, channel } of readable) {
    if (paused.has(publication)) {
      failures.set(publication, 'The network asks for a pause');
      continue;
    }
    const account = await getAccount(database, person, channel.id);
    const figures = figuresFor(adapters, account);
    if (!figures) continue;
    const own = parts.filter((part) => part.publication === publication);
    const reader = readerOf(context, workspaceId, figures, (run) =>
      withSession(context, account, signal, (session) => run(session, signal)),
    );
    const read = readPublications(context, workspaceId, own, reader);
    // A network that fails does not keep the figures of the others away.
    await read.catch(async (error: unknown) => {
      if (!(error instanceof NetworkError)) throw error;
      if (error.code === PERMISSION) {
        await noteLacking(context, workspaceId, channel.id);
        lacking.push(publication);
      } else failures.set(publication, error.message);
    });
  }
  const [failure] = failures.values();
  if (failure && failures.size === readable.length)
    throw new AppError('unavailable', 503, `${failure}.`);
  const failed = [...failures.keys(), ...lacking];
  return { ...(await getFigures(context, person, item)), failed };
}

/** What the network has said is shown with the channel, as if the job had been told it. */
const noteLacking = (context: Context, workspaceId: number, channel: number) =>
  transaction(context, async (tx) => {
    await sql.markLacking(tx, { channel, pauseSeconds: PERMISSION_SECONDS });
    tx.announce({ workspaceId, topic: 'figures', tab: '' });
  });

/** The channels that lack the permission for figures, where they are read at all. */
export async function listPermissions({ adapters, database }: Context, person: Member) {
  const networks = readableNetworks(adapters);
  const { workspaceId } = person;
  const rows = await sql.listLackingPermission(database, { workspaceId, networks });
  return { channels: rows.map(({ channel }) => channel) };
}
