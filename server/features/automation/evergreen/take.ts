import { isInSeason, nextTurn } from '#contract/automation/evergreen-turns.ts';
import { can } from '#contract/roles.ts';
import { localOf } from '#contract/times.ts';
import { actingMember, type Member, proposing } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { within } from '../../../database/nested.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { getPause } from '../../publishing/pause/pause.service.ts';
import { lockChannels, publish, zoneOf } from '../../publishing/schedule/schedule.service.ts';
import { freeSlots, placesOf, sourcesOf } from './evergreen.service.ts';
import * as sql from './evergreen.sql.ts';

/** Takes turns of evergreen folders: a copy of the next post, into the free slots of a set. */

export type Context = Transactional & Pick<AppContext, 'clock' | 'config' | 'log'>;
type Folder = { workspaceId: number; folder: number };

/** Slots further ahead are left to people. */
const AHEAD_MS = 3 * 24 * 60 * 60_000;
const AGAIN_MS = 10 * 60_000;
/** Of one run: the next one goes on. */
const MAX_FOLDERS = 20;
const MAX_TURNS = 20;

/** Fills the slots of folders whose time has come. What a run does not reach, the next one does. */
export async function takeTurns(context: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = context;
  const now = clock.now();
  const due = await sql.takeDue(database, {
    now: new Date(now).toISOString(),
    until: new Date(now + AGAIN_MS).toISOString(),
    limit: MAX_FOLDERS,
  });
  for (const folder of due) {
    if (signal?.aborted) return;
    await takeTurnsOf(context, folder, signal).catch((err) =>
      // Others go on; this one is looked at again.
      log.warn({ err, ...folder }, 'an evergreen folder could not be filled'),
    );
  }
}

async function takeTurnsOf(context: Context, folder: Folder, signal?: AbortSignal): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS && !signal?.aborted; turn++)
    if (!(await takeTurn(context, folder))) return;
}

/**
 * For whom a folder is filled, with the rights that they have now; undefined where it is not, which
 * the folder says.
 */
async function personOf(
  { clock }: Pick<Context, 'clock'>,
  tx: Transaction,
  folder: Folder,
): Promise<(sql.Locked & { person: Member; isFree: boolean }) | undefined> {
  const [row] = await sql.lockEvergreen(tx, folder);
  if (!row) return undefined;
  const error =
    row.userId === null || row.role === null || !can(row.role, 'write')
      ? `${row.name ?? 'Who set it'} may not write in this workspace any more. Save it again to go on.`
      : row.channel_set === null
        ? 'Its channel set was deleted. Choose another one.'
        : null;
  await sql.setError(tx, { ...folder, error });
  if (error !== null || row.userId === null || row.role === null) return undefined;
  const today = localOf(new Date(clock.now()), await zoneOf(tx, folder)).slice(0, 10);
  if (row.ends_on !== null && today > row.ends_on) return undefined;
  if (!isInSeason(Number(today.slice(5, 7)), row.season_from, row.season_to)) return undefined;
  // It proposes while publishing is paused, and where the right to publish is gone, or where nobody
  // approves their own texts.
  const isFree =
    row.without_asking &&
    can(row.role, 'decide') &&
    !(await getPause(tx, folder)).pause?.is_active &&
    !(await posts.preventsSelfApproval(tx, folder));
  const person = actingMember(folder.workspaceId, row.userId, isFree ? row.role : 'editor');
  return { ...row, person, isFree };
}

/** A draft with all that a post says. */
const copyOf = ({
  folder,
  isThread,
  description,
  parts,
}: posts.Post): posts.Plan<posts.PartRef> => [
  {
    before: null,
    after: {
      ...{ folder, isThread, description, status: 'draft' },
      parts: parts.map(({ id }) => ({ copyOf: id })),
    },
    action: 'create',
    copy: { suffix: '', withTags: true },
  },
];

/**
 * Makes the copy of one turn, and puts it into the queue of each of its channels, or proposes it: all
 * of it or nothing. @returns whether there was one
 */
const takeTurn = (context: Context, folder: Folder): Promise<boolean> =>
  transaction(context, async (tx) => {
    const found = await personOf(context, tx, folder);
    if (!found || found.channel_set === null) return false;
    const { person, isFree } = found;
    const now = context.clock.now();
    const places = (await placesOf(tx, folder, found.channel_set)).filter(
      ({ isPaused }) => !isPaused,
    );
    const ids = places.map(({ id }) => id);
    await lockChannels(tx, folder, ids);
    const free = await freeSlots(tx, folder, places, { now, until: now + AHEAD_MS });
    const open = places.filter(({ id }) => free.get(id)?.length);
    if (!open.length) return false;
    const at = Math.min(...open.flatMap(({ id }) => Date.parse(free.get(id)?.[0] ?? '')));
    const sources = await sourcesOf(tx, folder, folder.folder);
    const next = nextTurn(sources, open, found, { now, at });
    if (!next) return false;
    const source = await posts.lockPost(tx, folder, next.candidate.item);
    // Changed, or moved, since it was listed: the next run looks again.
    if (!isSource(source) || source.folder !== folder.folder) return false;
    await sql.startNoRules(tx, {});
    const isAllowed = isFree && (await mayPublish(tx, person, source));
    const actor: Member = isAllowed ? person : proposing(person);
    const { channels } = next;
    const use = await transaction({ ...context, ...within(tx) }, (inner) =>
      placeCopy({ ...context, ...within(inner) }, inner, { actor, source, channels, isAllowed }),
    ).catch((error) => {
      // Nothing is left of the copy.
      if (error instanceof Refused)
        return {
          ...{ post: null, channels, state: 'refused' as const },
          refusal: error.message,
          due: now,
        };
      throw error;
    });
    await sql.insertUse(tx, {
      ...use,
      workspaceId: folder.workspaceId,
      source: next.candidate.post,
      text: next.candidate.text,
      at: new Date(use.due).toISOString(),
    });
    return true;
  });

/** All channels refuse a copy. */
class Refused extends Error {}

type Given = {
  actor: Member;
  source: posts.Post;
  channels: readonly number[];
  isAllowed: boolean;
};

/** @throws Refused where no channel takes it */
async function placeCopy(
  context: Context,
  tx: Transaction,
  { actor, source, channels, isAllowed }: Given,
) {
  const made = await makeCopy(tx, actor, source, isAllowed);
  await sql.keepCauses(tx, { source: source.id, post: made.id });
  const item = made.parts[0]?.id ?? 0;
  const { taken, refusals, due } = await place(context, actor, { item, channels });
  const refusal = refusals.join(' ');
  if (!taken.length) throw new Refused(refusal);
  return {
    post: made.id,
    channels: taken,
    state: 'placed' as const,
    refusal: refusal || null,
    due,
  };
}

const isSource = ({ status }: posts.Post) => status === 'approved' || status === 'published';

/** Where only approved texts are published, one that was published before is proposed. */
const mayPublish = (tx: Transaction, person: Member, source: posts.Post): Promise<boolean> =>
  posts.authorizePublishing(tx, person, source).then(
    () => true,
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/** Approved, where nobody is asked. */
async function makeCopy(tx: Transaction, person: Member, source: posts.Post, isFree: boolean) {
  const { items } = await posts.apply(tx, person, copyOf(source));
  const root = items.find(({ thread_order }) => thread_order === 0) ?? items[0];
  const made = await posts.lockPost(tx, person, root?.id ?? 0);
  if (isFree)
    await posts.apply(
      tx,
      person,
      posts.planShared({ posts: [made] }, { do: 'status', status: 'approved' }),
    );
  return made;
}

/** Publishes a copy on channels: one that refuses it is left out. */
async function place(
  context: Context,
  person: Member,
  { item, channels }: { item: number; channels: readonly number[] },
) {
  const taken: number[] = [];
  const refusals: string[] = [];
  let due = context.clock.now();
  for (const channel of channels)
    try {
      const [publication] = await publish(context, person, item, {
        channels: [channel],
        at: 'queue',
      });
      taken.push(channel);
      if (publication) due = Date.parse(publication.due_at);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [messages] = Object.values(error.extra);
      refusals.push(String(Array.isArray(messages) ? messages[0] : error.message));
    }
  return { taken, refusals, due };
}
