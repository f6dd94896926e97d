import { isInSeason, nextTurn } from '#contract/automation/evergreen-turns.ts';
import { can } from '#contract/roles.ts';
import { localOf } from '#contract/times.ts';
import { actingMember, type Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { getPause } from '../../publishing/pause/pause.service.ts';
import { publish, zoneOf } from '../../publishing/schedule/schedule.service.ts';
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
  for (let turn = 0; turn < MAX_TURNS && !signal?.aborted; turn++) {
    const person = await transaction(context, (tx) => personOf(context, tx, folder));
    if (!person) return;
    // Also those of a process that died in between.
    for (const use of await sql.listMade(context.database, folder))
      await place(context, person, use);
    if (!(await takeTurn(context, folder))) return;
  }
}

/**
 * For whom a folder is filled, with the rights that they have now; undefined where it is not, which
 * the folder says.
 */
async function personOf(
  { clock }: Pick<Context, 'clock'>,
  tx: Parameters<typeof sql.lockEvergreen>[0],
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
  // While publishing is paused, and where the right to publish is gone, it proposes.
  const isFree =
    row.without_asking && can(row.role, 'decide') && !(await getPause(tx, folder)).pause?.is_active;
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

/** Makes the copy of one turn. @returns whether there was one */
const takeTurn = (context: Context, folder: Folder): Promise<boolean> =>
  transaction(context, async (tx) => {
    // Posts are written: others wait before the folder is locked.
    await posts.lockContent(tx, folder);
    const found = await personOf(context, tx, folder);
    if (!found || found.channel_set === null) return false;
    const { person, isFree } = found;
    const now = context.clock.now();
    const places = (await placesOf(tx, folder, found.channel_set)).filter(
      ({ isPaused }) => !isPaused,
    );
    const free = await freeSlots(tx, folder, places, { now, until: now + AHEAD_MS });
    const open = places.filter(({ id }) => free.get(id)?.length);
    if (!open.length) return false;
    const at = Math.min(...open.flatMap(({ id }) => Date.parse(free.get(id)?.[0] ?? '')));
    const sources = await sourcesOf(tx, folder, folder.folder);
    const next = nextTurn(sources, open, found, { now, at });
    if (!next) return false;
    const { candidate, channels } = next;
    const post = await posts.lockPost(tx, folder, candidate.item);
    const { items } = await posts.apply(tx, person, copyOf(post));
    const root = items.find(({ thread_order }) => thread_order === 0) ?? items[0];
    if (!root) return false;
    const made = await posts.lockPost(tx, folder, root.id);
    if (isFree && !(await posts.preventsSelfApproval(tx, folder)))
      await posts.apply(
        tx,
        person,
        posts.planShared({ posts: [made] }, { do: 'status', status: 'approved' }),
      );
    await sql.insertUse(tx, {
      workspaceId: folder.workspaceId,
      source: candidate.post,
      post: made.id,
      text: candidate.text,
      channels,
      at: new Date(at).toISOString(),
    });
    return true;
  });

/**
 * Puts a copy into the queue of each of its channels, or proposes it. A channel that refuses it is
 * left out; where all do, the copy goes to the trash. A repeated call does nothing twice.
 */
async function place(
  context: Context,
  { person }: { person: Member },
  { id, item, channels }: sql.MadeUse,
): Promise<void> {
  const taken: number[] = [];
  const refusals: string[] = [];
  let at = context.clock.now();
  for (const channel of channels)
    try {
      const body = { channels: [channel], at: 'queue' as const };
      const key = { text: `evergreen-${id}-${channel}`, of: body };
      const [publication] = await publish(context, person, item, body, key);
      taken.push(channel);
      if (publication) at = Date.parse(publication.due_at);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [messages] = Object.values(error.extra);
      refusals.push(String(Array.isArray(messages) ? messages[0] : error.message));
    }
  await transaction(context, async (tx) => {
    if (!taken.length) {
      const post = await posts.lockPost(tx, person, item);
      await posts.apply(
        tx,
        person,
        posts.planShared({ posts: [post] }, { do: 'trash', items: [item] }),
      );
    }
    await sql.settleUse(tx, {
      id,
      state: taken.length ? 'placed' : 'refused',
      channels: taken.length ? taken : channels,
      refusal: refusals.length ? refusals.join(' ') : null,
      at: new Date(at).toISOString(),
    });
  });
}
