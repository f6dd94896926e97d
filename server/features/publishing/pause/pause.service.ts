import { publishesUnasked } from '#contract/automation/rules-sentence.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import {
  type Held,
  MAX_HELD,
  type Pause,
  type PausePreview,
  type PauseState,
  type pausePublishing,
  type Resumed,
  type resumePublishing,
} from '#contract/publishing/pause.ts';
import { addMinutes, localOf, resolveLocal } from '#contract/times.ts';
import { type Actor, type Member, systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { lockContent } from '../../content/posts/posts.service.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { listChannels } from '../channels/channels.service.ts';
import {
  cancelLocked,
  countHeldAfterwards,
  decideHeldAfterwards,
  decideUnknown,
  lackingOf,
  mayBeThere,
  moveLocked,
  publicationsOf,
} from '../publications/publications.service.ts';
import {
  freeTimes,
  lockChannels,
  slotsOf,
  takenTimes,
  timesFor,
  zoneOf,
} from '../schedule/schedule.service.ts';
import { pastDayIn } from './past-day.ts';
import * as sql from './pause.sql.ts';

/**
 * The switch that stops all publishing of a workspace (docs/domain/calendar.md, 'Pauses'). What is
 * being sent is finished; the worker begins nothing that a pause holds (publications/holds.sql.ts).
 */

type Context = Transactional & Pick<AppContext, 'clock'>;
type InWorkspace = Pick<Actor, 'workspaceId'>;

const DAY_MINUTES = 24 * 60;

export async function getPause(
  executor: Executor,
  { workspaceId }: InWorkspace,
): Promise<PauseState> {
  const [row] = await sql.findPause(executor, { workspaceId });
  if (!row) return { pause: null };
  const [held] = await sql.countHeld(executor, { workspaceId });
  const [later] = await countHeldAfterwards(executor, { workspaceId });
  return { pause: shown(row, held?.count ?? 0, later?.count ?? 0) };
}

/** What a pause until an instant would hold; without one, until somebody resumes. */
export async function previewPause(
  executor: Executor,
  { workspaceId }: InWorkspace,
  until: string | undefined,
): Promise<PausePreview> {
  const [[counted], rules] = await Promise.all([
    sql.countDue(executor, { workspaceId, until: until ?? null }),
    sql.listRulesOn(executor, { workspaceId }),
  ]);
  if (!counted) throw new Error('nothing was counted');
  return { ...counted, unasked_rules: rules.filter(publishesUnasked).length };
}

/** What a pause that has ended is for: the decision about what it held. */
function shown({ resumed_by: _, ...row }: sql.Row, held: number, later: number): Pause | null {
  return row.is_active || held + later > 0 ? { ...row, held, held_afterwards: later } : null;
}

/** Pauses, or changes the reason and the end. @throws AppError 400 for an end that has passed */
export function pause(
  context: Context,
  person: Member,
  { reason, ends_at: end }: Parsed<typeof pausePublishing>['body'],
): Promise<PauseState> {
  const endsAt = end ?? null;
  if (endsAt !== null && Date.parse(endsAt) <= context.clock.now())
    throw invalid({ ends_at: ['This time has passed.'] });
  return transaction(context, async (tx) => {
    await setPause(tx, person, { reason, ends_at: endsAt });
    return getPause(tx, person);
  });
}

async function setPause(tx: Transaction, actor: Actor, given: { reason: string } & Told) {
  const { workspaceId, userId } = actor;
  // Whoever begins to send holds the content: afterwards nothing begins.
  await lockContent(tx, actor);
  const [before] = await sql.findPause(tx, { workspaceId });
  await sql.setPause(tx, { workspaceId, userId, reason: given.reason, endsAt: given.ends_at });
  const active = before?.is_active ? before : { reason: null, ends_at: null };
  await note(tx, actor, 'pause_publishing', active, given);
}

/**
 * Pauses all workspaces, for the operator, until somebody resumes in each. A pause without an end
 * keeps its reason. One that fails keeps no other from its pause.
 * @returns in how many it did, and where it failed
 */
export async function pauseEverywhere(context: Transactional, reason: string) {
  const failures: { id: number; error: unknown }[] = [];
  const workspaces = await sql.listUnpaused(context.database, {});
  for (const { id } of workspaces)
    await transaction(context, (tx) =>
      setPause(tx, systemActor(id), { reason, ends_at: null }),
    ).catch((error: unknown) => failures.push({ id, error }));
  return { paused: workspaces.length - failures.length, failures };
}

type Told = { reason: string | null; ends_at: string | null };

async function note(tx: Transaction, actor: Actor, action: string, before: Told, after: Told) {
  const { workspaceId } = actor;
  const changes = changesBetween(before, after, ['reason', 'ends_at']);
  await record(tx, actor, { action, objectType: 'workspace', objectId: workspaceId, changes });
  tx.announce({ workspaceId, topic: 'publications', tab: actor.tab });
}

/** What the pause holds, with what could become of it. */
export async function listHeld(
  executor: Executor,
  person: InWorkspace,
  now: number,
): Promise<Held[]> {
  const { workspaceId } = person;
  const rows = await sql.listHeld(executor, { workspaceId, limit: MAX_HELD });
  const texts = new Map(rows.map((row) => [row.id, row]));
  const publications = await publicationsOf(
    executor,
    person,
    rows.map(({ id }) => id),
  );
  const lacking = await lackingOf(executor, { workspaceId, ids: rows.map(({ id }) => id) });
  const zone = await zoneOf(executor, person);
  const nextOf = await nextTimes(executor, person, { rows, zone, now });
  return publications.map((publication) => {
    const { text = '', language = null } = texts.get(publication.id) ?? {};
    const due = publication.due_at;
    const names = pastDayIn(text ?? '', { language, due, now, zone });
    return {
      publication,
      names_day: names,
      lacks: lacking.get(publication.id) ?? null,
      next: nextOf(publication.channel.id, due),
    };
  });
}

/** The next free slots of channels, each given once, or else the time of day that was chosen. */
async function nextTimes(
  executor: Executor,
  person: InWorkspace,
  { rows, zone, now }: { rows: readonly { channel: number }[]; zone: string; now: number },
) {
  const channels = [...new Set(rows.map(({ channel }) => channel))];
  const slots = await slotsOf(executor, person, channels);
  const isTaken = await takenTimes(executor, channels);
  const free = new Map(
    channels.map((id) => [id, freeTimes(slots.get(id) ?? [], zone, (at) => isTaken(id, at), now)]),
  );
  return (channel: number, due: string): Held['next'] => {
    const slot = free.get(channel)?.next().value;
    if (slot) return { ...slot, slot: true };
    const tomorrow = addMinutes(localOf(new Date(now), zone), DAY_MINUTES).slice(0, 10);
    const local = `${tomorrow}T${localOf(due, zone).slice(11)}`;
    return { local, at: resolveLocal(local, zone).instant, slot: false };
  };
}

/**
 * Ends the pause, and does what was decided about what was due. The rest waits for a decision, and so
 * does what was to go out at once and lacks something.
 * @throws AppError 409 where somebody has decided meanwhile; 400 for a time that has passed, or is no free slot
 */
export function resume(
  context: Context,
  person: Member,
  { decisions, afterwards = [], paused_at: seen }: Parsed<typeof resumePublishing>['body'],
): Promise<Resumed> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    const channels = await listChannels(tx, { workspaceId });
    await lockChannels(
      tx,
      person,
      channels.map(({ id }) => id),
    );
    await lockContent(tx, person);
    const [row] = await sql.findPause(tx, { workspaceId });
    const ids = decisions.map(({ publication }) => publication);
    const held = new Set((await sql.filterHeld(tx, { workspaceId, ids })).map(({ id }) => id));
    requireSame(row, seen);
    const others = ids.filter((id) => !held.has(id));
    if (others.length) {
      const names = await namesOf(tx, person, others);
      throw new AppError('stale', 409, `No longer held: ${names}. Look at the rest again.`);
    }
    if (!row || !(row.is_active || ids.length || afterwards.length))
      return { ...(await getPause(tx, person)), stays: [] };
    await decideHeldAfterwards(tx, person, afterwards);
    await sql.endPause(tx, { workspaceId, userId });
    const atOnce = decisions.flatMap(({ publication, do: what }) =>
      what === 'now' ? publication : [],
    );
    const lacking = await lackingOf(tx, { workspaceId, ids: atOnce });
    for (const decision of decisions)
      if (!lacking.has(decision.publication)) await carryOut(context, tx, person, decision);
    await note(tx, person, 'resume_publishing', row, { reason: null, ends_at: null });
    const stays = [...lacking].map(([publication, reason]) => ({ publication, reason }));
    return { ...(await getPause(tx, person)), stays };
  });
}

type Decision = Parsed<typeof resumePublishing>['body']['decisions'][number];

/** Does what was decided about one; where that fails, it says about which. */
async function carryOut(
  context: Context,
  tx: Transaction,
  person: Member,
  { publication, do: what, at }: Decision,
): Promise<void> {
  if (what === 'move' && at == null) throw invalid({ decisions: ['A time is missing.'] });
  const time = what === 'now' ? null : at;
  const decide = async () => {
    if (await mayBeThere(tx, person, publication))
      return decideUnknown(tx, person, publication, what === 'now');
    if (what === 'leave') return cancelLocked(tx, person, publication);
    return moveLocked(tx, person, { publication, at: time }, timesFor(context, person));
  };
  await decide().catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const { code, status, message, extra } = error;
    const name = await namesOf(tx, person, [publication]);
    throw new AppError(code, status, `${name}: ${message}`, { extra });
  });
}

/** So many are named, and so much of their texts is. */
const MAX_NAMES = 5;
const NAME_LENGTH = 40;

/** These publications as a person knows them: how they begin, and their networks. */
async function namesOf(executor: Executor, person: InWorkspace, ids: readonly number[]) {
  const named = ids.slice(0, MAX_NAMES);
  const found = await publicationsOf(executor, person, named);
  const names = named.map((id) => {
    const known = found.find((publication) => publication.id === id);
    if (!known) return `publication ${id}`;
    const excerpt = known.excerpt.slice(0, NAME_LENGTH).toWellFormed().trim();
    return `‘${excerpt}’ (${NETWORK_NAMES[known.channel.network]})`;
  });
  const rest = ids.length - named.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Only the pause that was seen is ended. @throws AppError 409 */
function requireSame(row: sql.Row | undefined, seen: string | undefined) {
  if (seen === undefined) return;
  if (!row || Date.parse(row.paused_at) !== Date.parse(seen))
    throw new AppError('stale', 409, 'Publishing was paused anew meanwhile, for another reason.');
  if (!row.is_active && row.resumed_by)
    throw new AppError('stale', 409, `${row.resumed_by} has resumed already.`);
}
