import type { Metrics } from '#contract/networks/metrics.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { NetworkError } from '../../networks/networks.service.ts';
import * as sql from './figures.sql.ts';
import { isCompared, nextReading } from './ladder.ts';
import { totalOf } from './totals.ts';

/** Reading publications, and storing what was read. */

/** What a network does not have for so long is gone. */
const GONE_MS = 20 * 3600_000;

type Part = sql.PlannedPart;
/** Of a part; undefined where the network refuses to tell of it. */
type Result = Metrics | 'gone' | undefined;

/** How a network reads parts, so many at a time, at these ages where they are not the usual ones. */
export type Reader = {
  batch: number;
  ladder?: readonly number[] | undefined;
  read: (parts: readonly Part[]) => Promise<readonly (Metrics | 'gone')[]>;
};

/** Reads publications; what one network call has read of them is stored before the next call. */
export async function readPublications(
  context: Transactional,
  workspaceId: number,
  parts: readonly Part[],
  reader: Reader,
): Promise<void> {
  for (const group of groupsOf(parts, reader.batch)) {
    const live = group.filter(({ is_removed }) => !is_removed);
    const results = new Map<Part, Result>();
    for (let from = 0; from < live.length; from += reader.batch) {
      const batch = live.slice(from, from + reader.batch);
      for (const [index, result] of (await readBatch(batch, reader)).entries())
        results.set(batch[index] as Part, result);
    }
    await storeReadings(
      context,
      workspaceId,
      group,
      group.map((part) => results.get(part)),
      reader.ladder,
    );
  }
}

/** Whole publications, as many as fit into one call: their parts are read at one time. */
function groupsOf(parts: readonly Part[], size: number): Part[][] {
  const groups: Part[][] = [];
  for (const publication of Map.groupBy(parts, (part) => part.publication).values()) {
    const last = groups.at(-1);
    if (last && last.length + publication.length <= size) last.push(...publication);
    else groups.push([...publication]);
  }
  return groups;
}

async function readBatch(batch: readonly Part[], { read }: Reader): Promise<readonly Result[]> {
  const isRefusal = (error: unknown) => error instanceof NetworkError && error.kind === 'rejected';
  const together = await read(batch).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  if (together) return together;
  // One of them is refused: the others are read nevertheless.
  const singly: Result[] = [];
  for (const part of batch) {
    const [result] = await read([part]).catch((error: unknown) => {
      if (isRefusal(error)) return [undefined];
      throw error;
    });
    singly.push(result);
  }
  return singly;
}

/** Stores what was read now of all parts of publications, and when they are read next. */
async function storeReadings(
  { database, live }: Transactional,
  workspaceId: number,
  parts: readonly Part[],
  results: readonly Result[],
  ladder?: readonly number[],
) {
  const readings = parts.flatMap(({ publication, position }, index) => {
    const result = results[index];
    return typeof result === 'object' ? [{ publication, position, ...result }] : [];
  });
  const first = new Map<number, number>();
  for (const { publication, sent_at } of parts)
    if (!first.has(publication)) first.set(publication, Date.parse(sent_at));
  const sentAt = (part: Part) => first.get(part.publication) as number;
  const publications = [...new Set(readings.map(({ publication }) => publication))];
  await transaction({ database, live }, async (tx) => {
    const at = await timeOf(tx);
    const now = Date.parse(at);
    const plans = parts.map((part, index) =>
      planOf(part, results[index], { sentAt: sentAt(part), now, ladder }),
    );
    await sql.store(tx, { readings: JSON.stringify(readings), plans: JSON.stringify(plans), at });
    if (!publications.length) return;
    const latest = await sql.listLatest(tx, { publications });
    const totals = publications.map((publication) => {
      const total = totalOf(
        latest
          .filter((part) => part.publication === publication)
          .map(({ metrics }) => metrics ?? undefined),
      );
      const isWhole = parts.every(
        (part, index) =>
          part.publication !== publication || part.is_removed || results[index] !== undefined,
      );
      const isAt = isCompared(first.get(publication) as number, now);
      // A part that was not read with the others would be compared at another age.
      const then = (isNow: boolean) => (isWhole && isNow ? total : null);
      return {
        publication,
        latest: total,
        after_day: then(isAt.after_day),
        after_week: then(isAt.after_week),
        after_four_weeks: then(isAt.after_four_weeks),
      };
    });
    await sql.storeTotals(tx, { totals: JSON.stringify(totals), at });
    tx.announce({ workspaceId, topic: 'figures', tab: '' });
  });
}

/** The time of the database, as an instant. */
export async function timeOf(executor: Executor): Promise<string> {
  const [{ now }] = (await sql.findNow(executor, {})) as [{ now: string }];
  return now;
}

/**
 * When a part is read next, after what was read now.
 * @param given `sentAt`: of the first part, because a thread is read as a whole
 */
function planOf(
  { publication, position, is_removed, missing_since, before }: Part,
  result: Result,
  { sentAt, now, ladder }: { sentAt: number; now: number; ladder: readonly number[] | undefined },
) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const key = { publication, position };
  if (is_removed) return { ...key, next_at: null, missing_since: null, gone_at: null };
  if (result === 'gone') {
    const since = missing_since === null ? now : Date.parse(missing_since);
    const isGone = now - since >= GONE_MS;
    // It may be hidden for a while: it is looked for once more.
    const again = isGone ? null : since + GONE_MS;
    const gone_at = isGone ? iso(now) : null;
    return { ...key, next_at: iso(again), missing_since: iso(since), gone_at };
  }
  const isSame = result !== undefined && before !== null && isEqual(result, before);
  const next = nextReading(sentAt, now, isSame, ladder);
  return { ...key, next_at: iso(next), missing_since: null, gone_at: null };
}

const isEqual = (some: Metrics, others: Metrics) =>
  (Object.keys({ ...some, ...others }) as (keyof Metrics)[]).every(
    (metric) => some[metric] === others[metric],
  );
