import {
  type Evergreen,
  type EvergreenFields,
  type EvergreenOutlook,
  LISTED,
  MAX_EVERGREEN_POSTS,
} from '#contract/automation/evergreen.ts';
import {
  comesFrom,
  inTurn,
  isOnceOnly,
  outlookOf,
  type Place,
  usesOf,
} from '#contract/automation/evergreen-turns.ts';
import { type Member, may } from '../../../actor.ts';
import type { Clock } from '../../../clock.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { AppError, notFound, notFoundIn } from '../../../errors.ts';
import { getFolder } from '../../content/folders/folders.service.ts';
import { getItem } from '../../content/posts/posts.service.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { listChannels } from '../../publishing/channels/channels.service.ts';
import {
  freeTimes,
  slotsOf,
  takenTimes,
  zoneOf,
} from '../../publishing/schedule/schedule.service.ts';
import * as sql from './evergreen.sql.ts';

/** Folders whose approved posts come again (docs/domain.md, 'Evergreen folders'). */

type Context = Transactional & { clock: Clock };
type InWorkspace = Pick<Member, 'workspaceId'>;

const WEEK_MS = 7 * 24 * 60 * 60_000;
const FIELDS = [
  'channel_set',
  'gap_days',
  'max_uses',
  'season_from',
  'season_to',
  'ends_on',
  'without_asking',
] as const;
const NONE = Object.fromEntries(FIELDS.map((name) => [name, null]));

/** @throws AppError 404 for the folder */
export async function getEvergreen(
  executor: Executor,
  person: Member,
  folder: number,
): Promise<Evergreen | null> {
  await getFolder(executor, person, folder);
  const [found] = await sql.findEvergreen(executor, { workspaceId: person.workspaceId, folder });
  return found ?? null;
}

/** @throws AppError 404 for the folder or the set; 403 for 'without asking' */
export function setEvergreen(
  context: Context,
  person: Member,
  folder: number,
  fields: EvergreenFields,
): Promise<Evergreen> {
  const { workspaceId, userId } = person;
  if (fields.without_asking && !may(person, 'decide', 'publish'))
    throw new AppError('forbidden', 403, 'Only who may publish can choose ‘without asking’.');
  return transaction(context, async (tx) => {
    const before = await getEvergreen(tx, person, folder);
    await placesOf(tx, person, fields.channel_set);
    await sql.saveEvergreen(tx, {
      workspaceId,
      folder,
      userId,
      channelSet: fields.channel_set,
      gapDays: fields.gap_days,
      maxUses: fields.max_uses,
      seasonFrom: fields.season_from,
      seasonTo: fields.season_to,
      endsOn: fields.ends_on,
      withoutAsking: fields.without_asking,
      now: new Date(context.clock.now()).toISOString(),
    });
    const changes = changesBetween(before ?? (NONE as never), fields as never, FIELDS);
    await record(tx, person, { action: 'update', objectType: 'folder', objectId: folder, changes });
    tx.announce({ workspaceId, topic: 'content', tab: person.tab });
    return (await getEvergreen(tx, person, folder)) as Evergreen;
  });
}

/** @throws AppError 404 for the folder, also where it is not evergreen */
export function endEvergreen(
  context: Transactional,
  person: Member,
  folder: number,
): Promise<void> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const before = await getEvergreen(tx, person, folder);
    const [gone] = await sql.deleteEvergreen(tx, { workspaceId, folder });
    if (!before || !gone) throw notFound('folder', folder);
    const changes = changesBetween(before, NONE as never, FIELDS);
    await record(tx, person, { action: 'update', objectType: 'folder', objectId: folder, changes });
    tx.announce({ workspaceId, topic: 'content', tab: person.tab });
  });
}

/** The connected channels of a set. @throws AppError 404 */
export async function placesOf(
  executor: Executor,
  person: InWorkspace,
  id: number,
): Promise<(Place & { isPaused: boolean })[]> {
  const { workspaceId } = person;
  const [set] = await sql.findSet(executor, { workspaceId, id });
  if (!set) throw notFoundIn('channel_set', 'channel set', id);
  return (await listChannels(executor, { workspaceId }))
    .filter((channel) => channel.state === 'connected' && set.channels.includes(channel.id))
    .map(({ id: channel, network, queue_paused_at }) => ({
      id: channel,
      network,
      isPaused: queue_paused_at !== null,
    }));
}

/** The free times of the slots of channels, of each the next one first. */
export async function freeSlots(
  executor: Executor,
  person: InWorkspace,
  channels: readonly Place[],
  { now, until }: { now: number; until: number },
): Promise<Map<number, string[]>> {
  const ids = channels.map(({ id }) => id);
  const zone = await zoneOf(executor, person);
  const isTaken = await takenTimes(executor, ids);
  const free = new Map<number, string[]>();
  for (const [channel, slots] of await slotsOf(executor, person, ids)) {
    const times: string[] = [];
    for (const { at } of freeTimes(slots, zone, (time) => isTaken(channel, time), now)) {
      if (Date.parse(at) > until) break;
      times.push(at);
    }
    free.set(channel, times);
  }
  return free;
}

export const sourcesOf = (executor: Executor, { workspaceId }: InWorkspace, folder: number) =>
  sql.listSources(executor, { workspaceId, folder, limit: MAX_EVERGREEN_POSTS });

/** What settings lead to with the posts and slots of now. @throws AppError 404 */
export async function outlook(
  { database, clock }: Context,
  person: Member,
  folder: number,
  fields: EvergreenFields,
): Promise<EvergreenOutlook> {
  await getFolder(database, person, folder);
  const channels = await placesOf(database, person, fields.channel_set);
  const now = clock.now();
  const free = await freeSlots(database, person, channels, { now, until: now + WEEK_MS });
  const sources = await sourcesOf(database, person, folder);
  const slots = Math.max(0, ...[...free.values()].map(({ length }) => length));
  const networks = [...new Set(channels.map(({ network }) => network))];
  /** From when a post can come on one of these channels; null: never. */
  const fromOn = (source: sql.Source, places: readonly Place[]) => {
    const times = places.flatMap((place) => comesFrom(source, place, fields) ?? []);
    return times.length ? Math.max(now, Math.min(...times)) : null;
  };
  const on = (network: Place['network']) =>
    channels.filter((channel) => channel.network === network);
  return {
    posts: sources.length,
    slots,
    ...outlookOf(sources.length, slots, fields.gap_days),
    networks: networks.map((network) => ({
      network,
      once: isOnceOnly(network) ? sources.length : null,
      over: sources.filter((source) => fromOn(source, on(network)) === null).length,
    })),
    next: inTurn(sources)
      .slice(0, LISTED)
      .map((source) => {
        const from = fromOn(source, channels);
        return {
          item: source.item,
          title: source.title,
          used: usesOf(source),
          from: from === null ? null : new Date(from).toISOString(),
          not_on:
            from === null ? [] : networks.filter((network) => fromOn(source, on(network)) === null),
          refused: source.refused,
        };
      }),
  };
}

/** @throws AppError 404 */
export async function useOf(executor: Executor, person: Member, item: number) {
  await getItem(executor, person, item);
  const [use] = await sql.findUse(executor, { workspaceId: person.workspaceId, item });
  return use ?? null;
}
