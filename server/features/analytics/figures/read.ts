import type { Metrics } from '#contract/networks/metrics.ts';
import { ALL_NETWORKS, type Network } from '#contract/networks/names.ts';
import { systemActor } from '../../../actor.ts';
import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import {
  type Adapters,
  NetworkError,
  PERMISSION,
  type Session,
} from '../../networks/networks.service.ts';
import {
  type AccountRow,
  getAccount,
  withSession,
} from '../../publishing/channels/channels.service.ts';
import * as sql from './figures.sql.ts';
import { COMPARED, GATHER_MS, isAtAge, nextReading } from './ladder.ts';
import { totalOf } from './totals.ts';

/** Reading figures from the networks, a channel at a time. */

/** How long a process has a channel to itself, and one call of a network may take. */
const LEASE_SECONDS = 180;
const CALL_MS = 30_000;
/** What one turn of a channel reads at most: the next turn reads the rest. */
const PARTS_AT_ONCE = 200;
/** The first pause after a failure; each further one doubles it, up to the longest. */
const PAUSE_SECONDS = 300;
const MAX_PAUSE_SECONDS = 6 * 3600;
/** How often it is tried again whether a permission was given. */
const PERMISSION_SECONDS = 24 * 3600;
/** What a network does not have for so long is gone. */
const GONE_MS = 20 * 3600_000;

export type Reading = Transactional &
  Pick<AppContext, 'clock' | 'secrets' | 'log'> & { adapters: Adapters };

const readableNetworks = (adapters: Adapters): Network[] =>
  ALL_NETWORKS.filter((network) => adapters[network].figures);

/** How figures of an account are read; undefined where there are none. */
export function figuresFor(
  adapters: Adapters,
  account: Pick<AccountRow, 'network' | 'remote_id' | 'server'>,
) {
  const { figures } = adapters[account.network];
  const { remote_id: remoteId, server } = account;
  return figures?.isOffered?.({ remoteId, server }) === false ? undefined : figures;
}

/** Reads what is due, until nothing is or the time is over. */
export async function readDue(context: Reading, signal: AbortSignal): Promise<void> {
  const networks = readableNetworks(context.adapters);
  while (!signal.aborted) {
    const day = dayOf(context.clock.now());
    const [due] = await sql.takeChannel(context.database, {
      networks,
      seconds: LEASE_SECONDS,
      day,
    });
    if (!due) return;
    const accountDay = due.readsAccount ? day : undefined;
    const failure = await readChannel(context, due, accountDay, signal).then(
      () => undefined,
      (error: unknown) => error,
    );
    await release(context, due.id, failure);
  }
}

async function release({ clock, database, log }: Reading, channel: number, failure: unknown) {
  if (failure === undefined) {
    const done = { channel, pauseSeconds: null, failures: 0, lacksPermission: false };
    return void (await sql.release(database, done));
  }
  const [row] = await sql.findFailures(database, { channel });
  const failures = (row?.failures ?? 0) + 1;
  const known = failure instanceof NetworkError ? failure : undefined;
  const lacksPermission = known?.code === PERMISSION;
  const doubled = Math.min(PAUSE_SECONDS * 2 ** Math.min(failures - 1, 20), MAX_PAUSE_SECONDS);
  const asked = known?.until ? (known.until.getTime() - clock.now()) / 1000 : 0;
  const pauseSeconds = lacksPermission ? PERMISSION_SECONDS : Math.max(doubled, asked);
  await sql.release(database, { channel, pauseSeconds, failures, lacksPermission });
  // What the network says is no defect here; anything else is.
  if (known) log.warn({ channel, code: known.code }, 'figures could not be read');
  else log.error({ err: failure, channel }, 'figures could not be read');
}

/** @param day today in UTC, where the account is read, too */
async function readChannel(
  context: Reading,
  { id, workspace }: sql.DueChannel,
  day: string | undefined,
  ending: AbortSignal,
) {
  const { database, adapters } = context;
  const account = await getAccount(database, systemActor(workspace), id);
  const figures = figuresFor(adapters, account);
  if (!figures) return void (await sql.endPlans(database, { channel: id }));
  const seconds = GATHER_MS / 1000;
  const parts = await sql.listDue(database, { channel: id, seconds, limit: PARTS_AT_ONCE });
  const call = <Result>(run: (session: Session, signal: AbortSignal) => Promise<Result>) => {
    const signal = AbortSignal.any([AbortSignal.timeout(CALL_MS), ending]);
    return withSession(context, account, signal, (session) => run(session, signal));
  };
  await readParts(context, workspace, parts, figures.batch, (batch) =>
    call((session, signal) => figures.readParts(batch, session, signal)),
  );
  const { readAccount } = figures;
  if (day === undefined || !readAccount) return;
  const read = await call((session, signal) => readAccount(session, signal));
  await sql.storeDay(database, { channel: id, day, ...read });
}

type Part = sql.PlannedPart;
type Sent = { id: string; url: string | null; extra?: unknown };
type Read = (batch: readonly Sent[]) => Promise<readonly (Metrics | 'gone')[]>;

/** Reads parts in batches; each is stored before the next. */
export async function readParts(
  context: Reading,
  workspaceId: number,
  parts: readonly Part[],
  size: number,
  read: Read,
): Promise<void> {
  const live = parts.filter(({ is_removed }) => !is_removed);
  // What was deleted by us is not asked for.
  const removed = parts.filter(({ is_removed }) => is_removed);
  await storeReadings(context, workspaceId, removed, []);
  for (let from = 0; from < live.length; from += size) {
    const batch = live.slice(from, from + size);
    await storeReadings(context, workspaceId, batch, await readBatch(batch, read));
  }
}

/** Undefined for a part that the network refuses to tell of. */
async function readBatch(
  batch: readonly Part[],
  read: Read,
): Promise<readonly (Metrics | 'gone' | undefined)[]> {
  const sent = batch.map(({ id, url, extra }) => ({ id, url, extra: extra ?? undefined }));
  const isRefusal = (error: unknown) => error instanceof NetworkError && error.kind === 'rejected';
  const together = await read(sent).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  if (together) return together;
  // One of them is refused: the others are read nevertheless.
  const singly: (Metrics | 'gone' | undefined)[] = [];
  for (const part of sent) {
    const [metrics] = await read([part]).catch((error: unknown) => {
      if (isRefusal(error)) return [undefined];
      throw error;
    });
    singly.push(metrics);
  }
  return singly;
}

/** Stores what was read now of parts of publications, and when they are read next. */
export async function storeReadings(
  { clock, database, live }: Pick<Reading, 'clock' | 'database' | 'live'>,
  workspaceId: number,
  batch: readonly Part[],
  read: readonly (Metrics | 'gone' | undefined)[],
) {
  if (!batch.length) return;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const isMetrics = (metrics: Metrics | 'gone' | undefined): metrics is Metrics =>
    typeof metrics === 'object';
  const readings = batch.flatMap(({ publication, position }, index) => {
    const metrics = read[index];
    return isMetrics(metrics) ? [{ publication, position, ...metrics }] : [];
  });
  const plans = batch.map((part, index) => planOf(part, read[index], now));
  const publications = [...new Set(readings.map(({ publication }) => publication))];
  await transaction({ database, live }, async (tx) => {
    await sql.store(tx, { readings: JSON.stringify(readings), plans: JSON.stringify(plans), at });
    if (!publications.length) return;
    const latest = await sql.listLatest(tx, { publications });
    const totals = publications.map((publication) => totalsOf(publication, latest, now));
    await sql.storeTotals(tx, { totals: JSON.stringify(totals), at });
    tx.announce({ workspaceId, topic: 'publications', tab: '' });
  });
}

/** When a part is read next, after what was read now. */
function planOf(
  { publication, position, sent_at, is_removed, missing_since, before }: Part,
  read: Metrics | 'gone' | undefined,
  now: number,
) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const key = { publication, position };
  if (is_removed) return { ...key, next_at: null, missing_since: null, gone_at: null };
  if (read === 'gone') {
    const since = missing_since === null ? now : Date.parse(missing_since);
    const isGone = now - since >= GONE_MS;
    // It may be hidden for a while: it is looked for once more.
    const again = isGone ? null : since + GONE_MS;
    const gone_at = isGone ? iso(now) : null;
    return { ...key, next_at: iso(again), missing_since: iso(since), gone_at };
  }
  const isSame = read !== undefined && before !== null && isEqual(read, before);
  const next = nextReading(Date.parse(sent_at), now, isSame);
  return { ...key, next_at: iso(next), missing_since: null, gone_at: null };
}

const isEqual = (some: Metrics, others: Metrics) =>
  (Object.keys({ ...some, ...others }) as (keyof Metrics)[]).every(
    (metric) => some[metric] === others[metric],
  );

function totalsOf(publication: number, latest: readonly sql.Latest[], now: number) {
  const parts = latest.filter((part) => part.publication === publication);
  const total = totalOf(parts.map(({ metrics }) => metrics ?? undefined));
  const sentAt = Date.parse(parts[0]?.sent_at ?? '');
  const reached = Object.entries(COMPARED).map(([name, hours]) => [
    name,
    isAtAge(sentAt, now, hours) ? total : null,
  ]);
  return { publication, latest: total, ...Object.fromEntries(reached) };
}
