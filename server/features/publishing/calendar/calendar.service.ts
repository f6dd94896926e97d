import { Temporal } from 'temporal-polyfill';
import { lengthOf, textFieldsOf } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/calendar.ts';
import { MAX_ENTRIES, MAX_REPETITIONS } from '#contract/publishing/calendar.ts';
import { daysOf, localOf, resolveLocal } from '#contract/times.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid, notFoundIn } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { listChannels } from '../channels/channels.service.ts';
import { publicationsOf, requireSeen } from '../publications/publications.service.ts';
import { zoneOf } from '../schedule/schedule.service.ts';
import * as sql from './calendar.sql.ts';

export { guardFormula } from './cells.ts';

/** What goes out when (docs/domain/calendar.md, 'The calendar'). */

type Context = Transactional & Pick<AppContext, 'clock'>;
type InWorkspace = Pick<Actor, 'workspaceId'>;

const DAY_MS = 24 * 60 * 60_000;
const MAX_AHEAD_MS = 5 * 366 * DAY_MS;
const OUTLOOK_DAYS = 7;
/** Of all copies of a repetition together. */
const MAX_ITEMS = 2000;
const MAX_LENGTH = 5_000_000;

type Query = Pick<
  Parsed<typeof contract.exportCalendar>['query'],
  'channel' | 'folder' | 'state' | 'author'
>;

export const filtersOf = (
  { workspaceId }: InWorkspace,
  { from, to }: { from: string; to: string },
  { channel, folder, state, author }: Query,
): sql.Filters => ({
  workspaceId,
  from,
  to,
  channels: channel ?? null,
  folders: folder ?? null,
  states: state ?? null,
  authors: author ?? null,
});

/** The entries and notes of a period. */
export async function getCalendar(
  executor: Executor,
  person: InWorkspace,
  { from, to, ...query }: Parsed<typeof contract.getCalendar>['query'],
) {
  const { workspaceId } = person;
  const zone = await zoneOf(executor, person);
  const [entries, notes] = await Promise.all([
    sql.listEntries(executor, {
      ...filtersOf(person, { from, to }, query),
      limit: MAX_ENTRIES + 1,
    }),
    sql.listNotes(executor, {
      workspaceId,
      first: localOf(from, zone).slice(0, 10),
      last: localOf(to, zone).slice(0, 10),
    }),
  ]);
  return { entries: entries.slice(0, MAX_ENTRIES), is_cut: entries.length > MAX_ENTRIES, notes };
}

/** What is next, and the days of the next seven on which nothing is. */
export async function getOutlook(executor: Executor, person: InWorkspace, now: number) {
  const { workspaceId } = person;
  const zone = await zoneOf(executor, person);
  const days = daysOf(new Date(now), zone, { after: 0, count: OUTLOOK_DAYS });
  const [channels, [next], found] = await Promise.all([
    listChannels(executor, { workspaceId }),
    sql.findNext(executor, { workspaceId }),
    sql.countDays(executor, { workspaceId, days: JSON.stringify(days) }),
  ]);
  return {
    channels: channels.filter(({ state }) => state === 'connected').length,
    next: next ? ((await publicationsOf(executor, person, [next.id]))[0] ?? null) : null,
    planned: found.reduce((sum, { planned }) => sum + planned, 0),
    gaps: found.filter(({ total }) => total === 0).map(({ day }) => day),
  };
}

const announceCalendar = (tx: Transaction, { workspaceId, tab }: Actor) =>
  tx.announce({ workspaceId, topic: 'publications', tab });

type WallTime = { local: string; zone?: string | undefined };

async function instantOf(executor: Executor, person: InWorkspace, { local, zone }: WallTime) {
  const own = zone ?? (await zoneOf(executor, person));
  return { local, zone: own, at: resolveLocal(local, own).instant };
}

/** @throws AppError 400 where it has passed, or is too far away */
function requireInTime(at: string, now: number) {
  if (Date.parse(at) < now) throw invalid({ at: ['This time has passed.'] });
  if (Date.parse(at) > now + MAX_AHEAD_MS)
    throw invalid({ at: ['Expected a time within the next five years.'] });
}

/** @throws AppError 404 */
async function requireChannels(executor: Executor, person: InWorkspace, ids: readonly number[]) {
  const { workspaceId } = person;
  const known = new Set((await listChannels(executor, { workspaceId })).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFoundIn('channels', 'channel', missing);
}

/** @throws AppError 404 */
export async function getDraftTime(
  executor: Executor,
  person: InWorkspace,
  item: number,
): Promise<{ time: contract.DraftTime | null }> {
  const { post } = await posts.getPostOf(executor, person, item);
  const { workspaceId } = person;
  const [found] = await sql.findTime(executor, { workspaceId, post });
  return { time: found ? described(item, found) : null };
}

const described = (item: number, { moved_by: _, ...time }: sql.TimeRow): contract.DraftTime => ({
  item,
  ...time,
});

/**
 * Gives a draft the time at which it is meant to be published.
 * @throws AppError 404; 400 where the post is no draft any more; 409 where the time is not the one
 * that was seen
 */
export const setDraftTime = (
  context: Context,
  person: Member,
  item: number,
  { at, channels, seen }: Parsed<typeof contract.setDraftTime>['body'],
): Promise<contract.DraftTime> =>
  transaction(context, async (tx) => {
    const { workspaceId, userId } = person;
    const post = await posts.lockPost(tx, person, item);
    const [before] = await sql.findTime(tx, { workspaceId, post: post.id });
    if (before) requireSeen(before, seen);
    const [open] = await sql.findOpen(tx, { workspaceId, post: post.id });
    if (open || (!before && seen !== undefined))
      throw new AppError(
        'stale',
        409,
        open
          ? 'This post has been scheduled in the meantime.'
          : 'Someone has removed this time in the meantime.',
      );
    if (post.status === 'published' || post.status === 'archived')
      throw invalid({ non_field_errors: [`A post that is ${post.status} can’t be planned.`] });
    await requireChannels(tx, person, channels ?? []);
    const time = await instantOf(tx, person, at);
    requireInTime(time.at, context.clock.now());
    const given = [{ item, ...time, channels: channels ?? before?.channels ?? [] }];
    await sql.setTimes(tx, { workspaceId, userId, times: JSON.stringify(given) });
    await posts.announceOfPost(tx, person, 'publications', post.id);
    const [now] = await sql.findTime(tx, { workspaceId, post: post.id });
    return described(item, now as sql.TimeRow);
  });

/** @throws AppError 404 */
export const deleteDraftTime = (
  context: Transactional,
  person: Member,
  item: number,
): Promise<void> =>
  transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, person, item);
    await sql.deleteTime(tx, { workspaceId: person.workspaceId, post: post.id });
    await posts.announceOfPost(tx, person, 'publications', post.id);
  });

type Repetition = Parsed<typeof contract.repeatItem>['body'];

/**
 * The wall times of a repetition, the first one included. A day that a month does not have is its
 * last one.
 */
function timesOf({ at: { local }, interval, every, count, until }: Repetition): string[] {
  const first = Temporal.PlainDateTime.from(local);
  const times: string[] = [];
  for (let n = 0; times.length <= MAX_REPETITIONS && times.length < (count ?? Infinity); n++) {
    const next = first.add({ [`${interval}s`]: n * every }).toString({ smallestUnit: 'minute' });
    if (until !== undefined && next.slice(0, 10) > until) break;
    times.push(next);
  }
  if (times.length === 0) throw invalid({ until: ['Expected a day on or after the first time.'] });
  if (times.length > MAX_REPETITIONS)
    throw invalid({ until: [`Expected at most ${MAX_REPETITIONS} copies.`] });
  return times;
}

/**
 * Copies of a post as drafts, each with its time.
 * @throws AppError 404; 400
 */
export const repeat = (
  context: Context,
  person: Member,
  item: number,
  body: Repetition,
): Promise<contract.DraftTime[]> =>
  transaction(context, async (tx) => {
    const times = timesOf(body);
    const post = await posts.lockPost(tx, person, item);
    await requireChannels(tx, person, body.channels);
    const zone = body.at.zone ?? (await zoneOf(tx, person));
    const { folder, description, isThread } = post;
    const parts = post.items.map((part) => textFieldsOf(part));
    const words = { items: post.items.map(({ id }) => id) };
    const draft = { folder, description, isThread, parts, status: 'draft' as const, words };
    const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
    if (times.length * parts.length > MAX_ITEMS || times.length * length > MAX_LENGTH)
      throw invalid({ count: ['The thread is too long for this many copies at once.'] });
    const given = times.map((local) => ({
      draft,
      time: { local, zone, at: resolveLocal(local, zone).instant },
      channels: body.channels,
    }));
    for (const { time } of given) requireInTime(time.at, context.clock.now());
    return createDrafts(tx, person, given);
  });

export type Draft = {
  draft: Parameters<typeof posts.create>[0];
  /** Null for a draft without a time. */
  time: { local: string; zone: string; at: string } | null;
  channels: readonly number[];
};

/** Creates drafts, and gives them their times. */
export async function createDrafts(
  tx: Transaction,
  person: Member,
  drafts: readonly Draft[],
): Promise<contract.DraftTime[]> {
  const { workspaceId, userId } = person;
  const plan = drafts.flatMap(({ draft }) => posts.create(draft));
  const { items } = await posts.apply(tx, person, plan);
  // New ids are in the order of the plan.
  const firsts = items
    .filter(({ thread_order: place }) => place === 0)
    .toSorted((a, b) => a.id - b.id);
  const given = drafts.flatMap(({ time, channels }, at) =>
    time ? [{ item: (firsts[at] as { id: number }).id, ...time, channels: [...channels] }] : [],
  );
  await sql.setTimes(tx, { workspaceId, userId, times: JSON.stringify(given) });
  announceCalendar(tx, person);
  return given.map(({ item, local, zone, at, channels }) => ({
    item,
    local_time: local,
    zone,
    due_at: at,
    channels,
  }));
}
