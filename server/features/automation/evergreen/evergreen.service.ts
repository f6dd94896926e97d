import {
  type Evergreen,
  type EvergreenFields,
  type EvergreenOutlook,
  type EvergreenUses,
  LISTED,
  MAX_USES,
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
import { AppError, notFound } from '../../../errors.ts';
import { getFolder } from '../../content/folders/folders.service.ts';
import { getItem } from '../../content/posts/posts.service.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import * as sql from './evergreen.sql.ts';
import { freeSlots, placesOf, sourcesOf } from './next.ts';

export { listRepeated } from './evergreen.sql.ts';
export { nextOf } from './next.ts';
export { findSteered } from './steered.sql.ts';
export { takeForRule } from './take.ts';

/** Folders whose approved posts come again (docs/domain/automation.md, 'Evergreen folders'). */

type Context = Transactional & { clock: Clock };

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
    await requireStill(tx, person, 'write');
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
      once: isOnceOnly(network)
        ? sources.filter(({ texts }) => new Set(texts).size === 1).length
        : null,
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

type Named = { item: number | null; folder: number | null; title: string | null };

/** A use without its folder; a key that is for some folders learns nothing of posts in others. */
function shownTo<Use extends Named>({ key }: Member, { folder, ...use }: Use): Omit<Use, 'folder'> {
  const isKnown = !key?.folders || (folder !== null && key.folders.includes(folder));
  return isKnown ? use : { ...use, item: null, title: null };
}

/** Of which post this is a use, and the scheduled copies of it. @throws AppError 404 */
export async function useOf(executor: Executor, person: Member, item: number) {
  await getItem(executor, person, item);
  const key = { workspaceId: person.workspaceId, item };
  const [[use], copies] = await Promise.all([
    sql.findUse(executor, key),
    countCopies(executor, person, { items: [item] }),
  ]);
  return { use: use ? shownTo(person, use) : null, copies };
}

/**
 * How many scheduled copies wait for a person once these posts, or all of a folder, are deleted.
 * @throws AppError 404 where one of them does not exist
 */
export async function countCopies(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  { items, folder }: { items?: number[] | undefined; folder?: number | undefined },
): Promise<number> {
  const given = { workspaceId, items: items ?? null, folder: folder ?? null };
  const [found] = await sql.countCopies(executor, given);
  const expected = new Set(items).size + (folder === undefined ? 0 : 1);
  if (!found || found.known < expected)
    throw new AppError('not_found', 404, 'One of these does not exist.');
  return found.copies;
}

/** What was counted of all uses of a post, and of them together with it. @throws AppError 404 */
export async function usesOfSource(
  executor: Executor,
  person: Member,
  item: number,
): Promise<EvergreenUses> {
  await getItem(executor, person, item);
  const { workspaceId } = person;
  const found = await sql.listUses(executor, { workspaceId, item, limit: MAX_USES });
  const rows = found.map((row) => shownTo(person, row));
  const sumOf = (name: 'views' | 'engagements') => {
    const known = rows.flatMap((row) => row[name] ?? []);
    return known.length ? known.reduce((sum, count) => sum + count, 0) : null;
  };
  return {
    uses: rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }])),
    total: {
      published: rows.reduce((sum, { published }) => sum + published, 0),
      views: sumOf('views'),
      engagements: sumOf('engagements'),
    },
  };
}
