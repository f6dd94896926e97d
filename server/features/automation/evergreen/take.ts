import { can } from '#contract/roles.ts';
import { actingMember, type Member, may, proposing } from '../../../actor.ts';
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
import { tieToSource } from '../../publishing/publications/publications.service.ts';
import { lockChannels, publish } from '../../publishing/schedule/schedule.service.ts';
import * as sql from './evergreen.sql.ts';
import {
  type Folder,
  findNext,
  isOpenAt,
  placesOf,
  RULE_AHEAD_MS,
  requireEvergreen,
} from './next.ts';
import { findSteered } from './steered.sql.ts';
import { type Source, textOf } from './text.ts';

/** Takes turns of evergreen folders: a copy of the next post, into the free slots of a set. */

export type Context = Transactional & Pick<AppContext, 'clock' | 'config' | 'log'>;

/** Slots further ahead are left to people. */
const AHEAD_MS = 3 * 24 * 60 * 60_000;
const AGAIN_SECONDS = 10 * 60;
/** Of one run: the next one goes on. */
const MAX_FOLDERS = 20;
const MAX_TURNS = 20;

/** Fills the slots of folders whose time has come. What a run does not reach, the next one does. */
export async function takeTurns(context: Context, ending?: AbortSignal): Promise<void> {
  const { database, log } = context;
  const due = await sql.takeDue(database, { seconds: AGAIN_SECONDS, limit: MAX_FOLDERS });
  for (const [index, { until, ...folder }] of due.entries()) {
    if (ending?.aborted) {
      const folders = due.slice(index).map((left) => left.folder);
      return void (await sql.giveBack(database, { folders, until }));
    }
    await takeTurnsOf(context, folder, ending).catch((err) =>
      // Others go on; this one is looked at again.
      log.warn({ err, ...folder }, 'an evergreen folder could not be filled'),
    );
  }
}

async function takeTurnsOf(context: Context, folder: Folder, ending?: AbortSignal): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS && !ending?.aborted; turn++)
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
  if (!(await isOpenAt(tx, folder, row, clock.now()))) return undefined;
  // It proposes while publishing is paused, and where the right to publish is gone, or where nobody
  // approves their own texts.
  const isFree =
    row.without_asking &&
    can(row.role, 'decide') &&
    !(await getPause(tx, folder)).pause?.is_active &&
    !(await posts.preventsSelfApproval(tx, folder));
  const member = actingMember(folder.workspaceId, row.userId, row.role);
  const person = isFree ? member : proposing(member);
  return { ...row, person, isFree };
}

/** A draft with all that a post says, in its own words or those of a variation (from 1). */
const copyOf = (source: Source, variation: number): posts.Plan<posts.PartRef> =>
  posts.create({
    ...{ folder: source.folder, status: 'draft' },
    ...textOf(source, variation),
    words: { items: source.items.map(({ id }) => id) },
  });

/** Takes one turn: all of it or nothing. @returns whether there was one */
const takeTurn = (context: Context, folder: Folder): Promise<boolean> =>
  transaction(context, async (tx) => {
    const found = await personOf(context, tx, folder);
    if (!found) return false;
    return (await takeNext(context, tx, folder, { ...found, ahead: AHEAD_MS })) !== undefined;
  });

/** What was taken: the copy, or why all channels refused it. */
type Taken = {
  title: string;
  post: number | null;
  item: number | null;
  refusal: string | null;
  isProposed: boolean;
};

/**
 * Takes the next post for a rule, with the rights of the rule and no more than the folder has.
 * @param asks whether a person decides
 * @throws AppError where the folder is not evergreen
 */
export async function takeForRule(
  context: Context,
  tx: Transaction,
  actor: Member,
  folder: number,
  asks: boolean,
): Promise<Taken | undefined> {
  const place = { workspaceId: actor.workspaceId, folder };
  const [row] = await sql.lockEvergreen(tx, place);
  requireEvergreen(row);
  if (!(await isOpenAt(tx, place, row, context.clock.now()))) return undefined;
  const isFree =
    row.without_asking &&
    !asks &&
    may(actor, 'decide') &&
    !(await posts.preventsSelfApproval(tx, place));
  const person = isFree ? actor : proposing(actor);
  const given = { ...row, person, isFree, ahead: RULE_AHEAD_MS };
  return takeNext(context, tx, place, given);
}

/**
 * Makes the copy of one turn, and puts it into the queue of each of its channels, or proposes it: all
 * of it or nothing. Undefined where nothing can come.
 */
async function takeNext(
  context: Context,
  tx: Transaction,
  folder: Folder,
  found: sql.Locked & { person: Member; isFree: boolean; ahead: number },
): Promise<Taken | undefined> {
  const { person, isFree, ahead } = found;
  const now = context.clock.now();
  const places = await placesOf(tx, folder, found.channel_set ?? 0);
  await lockChannels(
    tx,
    folder,
    places.map(({ id }) => id),
  );
  const next = await findNext(tx, folder, found, { now, ahead });
  if (!next) return undefined;
  const source = await posts.lockPost(tx, folder, next.candidate.item);
  // Changed, or moved, since it was listed: the next run looks again.
  if (!isSource(source) || source.folder !== folder.folder) return undefined;
  await sql.startNoRules(tx, {});
  // Whoever puts a post into the folder decides about more than its text.
  const [steered] = await findSteered(tx, { ...folder, post: source.id });
  const isAllowed = isFree && !steered && (await mayPublish(tx, person, source));
  const actor: Member = isAllowed ? person : proposing(person);
  const { channels, variation } = next;
  const use = await transaction({ ...context, ...within(tx) }, (inner) =>
    placeCopy({ ...context, ...within(inner) }, inner, {
      ...{ actor, source, variation, channels, isAllowed },
    }),
  ).catch((error) => {
    // Nothing is left of the copy.
    if (error instanceof Refused)
      return {
        ...{ post: null, item: null, channels, state: 'refused' as const },
        ...{ refusal: error.message, due: now },
      };
    throw error;
  });
  const { item, ...row } = use;
  await sql.insertUse(tx, {
    ...row,
    workspaceId: folder.workspaceId,
    source: next.candidate.post,
    text: next.text,
    at: new Date(use.due).toISOString(),
  });
  const { title } = next.candidate;
  return { title, post: use.post, item, refusal: use.refusal, isProposed: !isAllowed };
}

/** All channels refuse a copy. */
class Refused extends Error {}

type Given = {
  actor: Member;
  source: Source;
  variation: number;
  channels: readonly number[];
  isAllowed: boolean;
};

/** @throws Refused where no channel takes it */
async function placeCopy(
  context: Context,
  tx: Transaction,
  { actor, source, variation, channels, isAllowed }: Given,
) {
  const made = await makeCopy(tx, actor, copyOf(source, variation), isAllowed);
  const copy = { post: made.id, source: source.id };
  if (isAllowed) await posts.leanOnSource(tx, actor, copy);
  await sql.keepCauses(tx, { source: source.id, post: made.id });
  const item = made.parts[0]?.id ?? 0;
  const { taken, refusals, due } = await place(context, actor, { item, channels });
  const refusal = refusals.join(' ');
  if (!taken.length) throw new Refused(refusal);
  if (isAllowed) await tieToSource(tx, { workspaceId: actor.workspaceId, ...copy });
  return {
    post: made.id,
    item,
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
async function makeCopy(
  tx: Transaction,
  person: Member,
  copy: posts.Plan<posts.PartRef>,
  isFree: boolean,
) {
  const { items } = await posts.apply(tx, person, copy);
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
