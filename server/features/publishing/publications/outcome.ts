import type { Status } from '#contract/content/workflow.ts';
import { networks } from '#contract/networks/networks.ts';
import type { NotificationKind } from '#contract/people/notifications.ts';
import { checkParts, errorsIn, partsFor } from '#contract/publishing/checks.ts';
import type { Outcome, StopReason } from '#contract/publishing/publications.ts';
import { can, ROLES } from '#contract/roles.ts';
import { systemActor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ifThere } from '../../../errors.ts';
import { slices } from '../../../turns.ts';
import {
  announceOfPost,
  apply,
  findMissingFiles,
  lockContent,
  lockPost,
  planShared,
  readHeldPost,
} from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import { NetworkError, type Prepared, type Sent } from '../../networks/networks.service.ts';
import {
  authorsOf,
  membersWithCapability,
  notify,
} from '../../people/notifications/notifications.service.ts';
import { announceChannels } from '../channels/channels.service.ts';
import {
  backOff,
  consequenceOf,
  isUnknown,
  isUnknownSend,
  MIN_PAUSE_MS,
  timeoutInFlightMs,
} from './delivery.ts';
import { partsOf, storeParts } from './parts.ts';
import { cancel, findMediaSettings, markSent } from './publications.sql.ts';
import * as sql from './publisher.sql.ts';

/** The changes of a publication by the worker, each in a transaction that holds the lease. */

type Channel = sql.LeasedChannel;

/** The result of a call. */
export type Result =
  | { outcome: 'sent'; sent: readonly Sent[] }
  | { outcome: 'prepared'; prepared: readonly Prepared[] }
  | { outcome: 'processing'; ms: number }
  | { outcome: 'absent' | 'repeatable' | 'unknowable' }
  /** Looking for it has shown that it was not published, and why. */
  | { outcome: 'refused'; error: NetworkError }
  | { outcome: 'failed'; error: NetworkError };

/**
 * The codes of an unknown outcome where the network itself has not responded: it may be working on
 * the request yet.
 */
const UNANSWERED = /^(timeout|broken|internal|50[234]|52\d)$/;

/** An error of our own is tried so often before a person is told. */
const MAX_OWN_FAILURES = 5;
/** One that should pass by itself, like a lock or a full disk: for about a day. */
const MAX_PASSING_FAILURES = 100;

/** A network that processes a file is asked so often, more and more seldom. */
const MAX_PROCESSING = 200;
const SLOWER = 1.2;
const MAX_PROCESSING_MS = 2 * 60_000;

/** So many calls of one part may have an unknown outcome before a person is asked. */
const MAX_UNKNOWN = 12;

export const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

/** A step that was begun: its parts with their attempts, in order. */
export type Begun = {
  due: sql.Due;
  step: 'prepare' | 'send' | 'find';
  parts: readonly sql.StoredPart[];
  attempts: readonly { id: number; began_at: string }[];
};

/**
 * Stores the result of a call, and what follows from it.
 * @param given how long a request of unknown outcome may still have an effect; whether the account
 *   was connected again meanwhile
 */
export async function settle(
  tx: Transaction,
  channel: Channel,
  { due, step, parts, attempts }: Begun,
  result: Result,
  { inFlightMs, reconnected }: { inFlightMs: number; reconnected: boolean },
): Promise<void> {
  const { id } = due;
  const [first] = parts as [sql.StoredPart];
  const given = 'error' in result ? result.error : undefined;
  // An upload may be gone because the call before has used it: that is found out first.
  const isDoubtful =
    step === 'send' && given?.kind === 'unprepared' && first.attempts.some(isUnknownSend);
  const failure =
    given && isDoubtful ? new NetworkError('unknown', given.code, given.message) : given;
  const isRefused = result.outcome === 'refused';
  const isOwn = failure?.code === 'internal';
  await sql.endAttempts(tx, {
    attempts: attempts.map((attempt) => attempt.id),
    // That it is not there is certain, whatever the reason: it may be sent again.
    outcome: isRefused ? 'absent' : (failure?.kind ?? (result.outcome as Outcome)),
    code: failure?.code ?? null,
    detail: failure?.message ?? null,
    requestId: failure?.requestId ?? null,
  });
  const stopUnknown = () =>
    stop(tx, channel, due, 'unknown', unknownDetail(channel, first.position));
  if (result.outcome === 'processing') {
    const settled = first.attempts.findLastIndex(({ outcome }) => outcome === 'absent');
    const asked = first.attempts
      .slice(settled + 1)
      .filter(({ outcome }) => outcome === 'processing').length;
    if (asked >= MAX_PROCESSING) {
      // What was sent may appear yet.
      if (step !== 'prepare') return stopUnknown();
      const detail = `${nameOf(channel)} hasn’t processed a file for hours.`;
      return stop(tx, channel, due, 'exhausted', detail);
    }
    const ms = Math.min(result.ms * SLOWER ** asked, MAX_PROCESSING_MS);
    const detail = `${nameOf(channel)} processes a file.`;
    await sql.wait(tx, { id, ms, detail });
    return announce(tx, channel, due);
  }
  // What was made of it has failed, or is gone: it is made again.
  if (failure?.kind === 'unprepared' || isRefused)
    for (const { position } of parts) await sql.forgetUploads(tx, { id, position });
  if (result.outcome === 'prepared') {
    for (const [index, { until = null, ...prepared }] of result.prepared.entries()) {
      const { position } = parts[index] as sql.StoredPart;
      await sql.storePrepared(tx, { id, position, prepared: JSON.stringify(prepared), until });
    }
    return;
  }
  if (result.outcome === 'sent') {
    let pause: Date | undefined;
    for (const [index, { id: remoteId, url, extra, pause: until }] of result.sent.entries()) {
      const { position } = parts[index] as sql.StoredPart;
      const stored = extra === undefined ? null : JSON.stringify(extra);
      await markSent(tx, { id, position, remoteId, url, extra: stored });
      pause = until ?? pause;
    }
    // The clock of the network may be behind: the pause is one back-off at least.
    if (pause)
      await pauseChannel(tx, channel, Math.max(pause.getTime() - Date.now(), MIN_PAUSE_MS));
    if (!(await finishIfComplete(tx, channel, due))) await sql.proceed(tx, { id });
    return announce(tx, channel, due);
  }
  const unknown = first.attempts.filter(isUnknownSend);
  // A network that never says what it has done is not asked for ever.
  const isEndless = failure?.kind === 'unknown' && unknown.length >= MAX_UNKNOWN;
  if (result.outcome === 'unknowable' || isEndless) return stopUnknown();
  const failures =
    failure?.kind === 'unprepared'
      ? first.attempts.filter(({ outcome }) => outcome === (isRefused ? 'absent' : 'unprepared'))
      : failuresOf(first, result.outcome === 'failed' ? step : 'send');
  // Sending again after 'absent' is delayed like after a transient failure.
  const kind = failure?.kind ?? 'transient';
  const until = failure?.until;
  const consequence = consequenceOf(kind, {
    failures: failures.length + 1,
    failingForMs: failures[0]?.agoMs ?? 0,
    untilMs: until && until.getTime() - Date.now(),
    jitter: Math.random(),
    inFlightMs: UNANSWERED.test(failure?.code ?? '') ? timeoutInFlightMs(inFlightMs) : inFlightMs,
  });
  // A part that may be there is nothing but that, whatever looking for it brings.
  if ('stop' in consequence && step === 'find' && !isRefused && consequence.stop !== 'reconnect') {
    return stopUnknown();
  }
  if ('stop' in consequence && consequence.stop === 'reconnect' && reconnected) {
    await sql.wait(tx, { id, ms: 0, detail: null });
    return;
  }
  if ('stop' in consequence) {
    const detail = failure ? `${failure.message}.` : `${nameOf(channel)} doesn’t respond.`;
    return stop(tx, channel, due, consequence.stop, detail);
  }
  const { wait: ms } = consequence;
  if (isOwn && (await countOwnFailure(tx, id, ms)) >= MAX_OWN_FAILURES)
    return kind === 'unknown' || step === 'find'
      ? stopUnknown()
      : stop(tx, channel, due, 'operator', OWN_FAILURE);
  if (isOwn) return announce(tx, channel, due);
  await sql.wait(tx, { id, ms, detail: failure ? `${failure.message}.` : null });
  if (kind === 'rate_limited') await pauseChannel(tx, channel, ms);
  return announce(tx, channel, due);
}

const OWN_FAILURE =
  'Publishing failed several times because of an error of this server, which its log has.';

/** The number of errors of our own since the last part that was sent; the next try waits longer. */
async function countOwnFailure(tx: Executor, id: number, atLeastMs = 0): Promise<number> {
  const [row] = await sql.countFailure(tx, { id });
  const failures = row?.failures ?? MAX_OWN_FAILURES;
  const ms = Math.max(backOff({ failures, jitter: Math.random() }), atLeastMs);
  await sql.wait(tx, { id, ms, detail: 'Publishing failed unexpectedly, and is tried again.' });
  return failures;
}

/**
 * What follows where the worker itself has failed with a publication: a value that the database
 * refuses, or a bug. The next try waits, and after a few of them a person is told, so that it
 * neither loops nor holds its channel. Runs in transactions of its own, because the one of the step
 * is lost.
 * @param given whether it passes by itself, like a lock of somebody else
 */
export async function giveWay(
  leased: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  channel: Channel,
  due: sql.Due,
  { passes }: { passes: boolean },
): Promise<void> {
  const failures = await leased((tx) => countOwnFailure(tx, due.id));
  if (failures < (passes ? MAX_PASSING_FAILURES : MAX_OWN_FAILURES)) return;
  await leased(async (tx) => {
    const parts = await sql.nextParts(tx, { id: due.id, limit: 1 });
    const next = parts.find(({ remote_id }) => remote_id === null);
    const mayBeThere = next !== undefined && isUnknown(next);
    const detail = mayBeThere ? unknownDetail(channel, next.position) : OWN_FAILURE;
    return stop(tx, channel, due, mayBeThere ? 'unknown' : 'operator', detail);
  });
}

/** Nothing of a channel is sent before. */
export const pauseChannel = (tx: Transaction, { id: channel }: Channel, ms: number) =>
  sql.pauseChannel(tx, { channel, ms: Math.max(ms, 0) });

const RETRIED = new Set([
  'unprepared',
  'transient',
  'rate_limited',
  'expired',
  'unknown',
  'absent',
  null,
]);

/** The failed attempts of a step since the last outcome that a person has settled. */
function failuresOf({ attempts }: sql.StoredPart, step: Begun['step']) {
  const settled = attempts.findLastIndex(
    (attempt) => !RETRIED.has(attempt.outcome) || (step === 'find' && attempt.step === 'send'),
  );
  return attempts
    .slice(settled + 1)
    .filter((attempt) => attempt.step === step && attempt.code !== sql.COPIED);
}

const unknownDetail = (channel: Channel, position: number) =>
  `It isn’t known whether ${nameOf(channel)} published part ${position + 1}.`;

const LATE = {
  worker: 'This was due while no worker was running.',
  approval: 'This was approved after its time.',
};

/** Checks a publication that is due, and stores its parts; false where it is not sent. */
export async function freeze(tx: Transaction, channel: Channel, due: sql.Due): Promise<boolean> {
  const { id } = due;
  const actor = systemActor(channel.workspace);
  if (due.late_because) {
    await stop(tx, channel, due, 'late', LATE[due.late_because]);
    return false;
  }
  const post =
    due.root === null ? undefined : await readHeldPost(tx, actor, due.root).catch(ifThere);
  if (!post || post.id !== due.post || post.items.length === 0) {
    // It was deleted before anything was published, or its items belong to another post.
    await cancelGone(tx, channel, due);
    return false;
  }
  const [text] = await sql.isAuthorized(tx, { id, roles: DECIDERS });
  if (!text?.authorized) {
    await stop(tx, channel, due, 'changed', await whyChanged(tx, id));
    return false;
  }
  const { network, limits } = channel;
  const [gone] = await findMissingFiles(tx, actor, post.items);
  const [settings] = await findMediaSettings(tx, { channel: channel.id });
  const parts = partsFor(post.items, network, due.options);
  await sql.freeze(tx, { id });
  // Some of it may be out: it was stopped, and moved.
  const begun = await partsOf(tx, actor, id);
  await storeParts(tx, { workspaceId: channel.workspace, id, begun }, network, parts);
  const { findings } = await checkParts(network, limits, parts, due.options, {
    ...settings,
    breathe: slices(),
  });
  const [error] = errorsIn(findings);
  if (!error && gone === undefined) return true;
  const reason = error?.text ?? missingFile(gone ?? '');
  await stop(tx, channel, due, 'rejected', `${reason}.`);
  return false;
}

/** Why a publication is not the approved one any more, as a sentence. */
export async function whyChanged(tx: Executor, id: number): Promise<string> {
  const [withdrawal] = await sql.findWithdrawal(tx, { id });
  if (withdrawal) {
    const name = withdrawal.name ?? 'A deleted user';
    if (withdrawal.rejected) return `${name} rejected it after it was scheduled.`;
    return `${name} ${WITHDRAWALS[withdrawal.status] ?? 'took its approval back'}.`;
  }
  const [change] = await sql.findChange(tx, { id });
  if (!change) return 'The text isn’t the approved one any more.';
  return `${change.name ?? 'A deleted user'} changed part ${change.position + 1} after it was scheduled.`;
}

const WITHDRAWALS: Partial<Record<Status, string>> = {
  draft: 'took it back to draft after it was approved',
  review: 'sent it back to review after it was approved',
  archived: 'archived it after it was approved',
};

/** The finding where a file is in the trash of the library, or erased. */
export const missingFile = (name: string) => `The file ‘${name}’ isn’t in the library any more`;

const STOPPED: Partial<Record<StopReason, NotificationKind>> = {
  reconnect: 'reconnect_needed',
  late: 'publishing_late',
};

/**
 * Stops a publication, and notifies those who wait for it.
 * @param given whether they know already: one notification for each time that an access was revoked
 */
export async function stop(
  tx: Transaction,
  channel: Channel,
  due: sql.Due,
  reason: StopReason,
  detail: string,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<void> {
  await sql.stop(tx, { id: due.id, reason, detail });
  const actor = systemActor(channel.workspace);
  const changes = { reason: { before: null, after: reason } };
  await record(tx, actor, { action: 'stop', objectType: 'publication', objectId: due.id, changes });
  // One notification for each time that the access was revoked.
  const isNews =
    !isKnown &&
    (reason !== 'reconnect' || (await sql.disconnect(tx, { channel: channel.id })).length > 0);
  if (isNews) await tell(tx, channel, due, STOPPED[reason] ?? 'publishing_stopped');
  if (isNews && reason === 'reconnect') announceChannels(tx, actor);
  await announce(tx, channel, due);
}

/** Those of a publication that are notified of its end, and see it. */
type Ending = Pick<sql.Due, 'id' | 'post' | 'root' | 'created_by'>;

/**
 * Finishes a publication whose last part was sent, in the transaction that says so: in between it
 * could be cancelled, or wait for a pause of its channel. That the part was sent is stored in any
 * case: where finishing fails, the worker does it next.
 */
export async function finishIfComplete(
  tx: Transaction,
  channel: Pick<Channel, 'workspace'>,
  due: Ending,
): Promise<boolean> {
  const [row] = await sql.isComplete(tx, { id: due.id });
  if (!row?.is_complete) return false;
  await tx.query('savepoint finishing');
  try {
    await finish(tx, channel, due);
    return true;
  } catch {
    await tx.query('rollback to savepoint finishing');
    return false;
  }
}

/** A post that was deleted meanwhile is not sent on: what is out stays there. */
export async function cancelGone(tx: Transaction, channel: Channel, due: sql.Due): Promise<void> {
  await cancel(tx, { workspaceId: channel.workspace, id: due.id, userId: null });
  const actor = systemActor(channel.workspace);
  await record(tx, actor, { action: 'cancel', objectType: 'publication', objectId: due.id });
  await announce(tx, channel, due);
}

/** The status of the post follows its last publication. */
export async function finish(
  tx: Transaction,
  channel: Pick<Channel, 'workspace'>,
  due: Ending,
): Promise<void> {
  const actor = systemActor(channel.workspace);
  await lockContent(tx, actor);
  const [done] = await sql.finish(tx, { id: due.id });
  await record(tx, actor, { action: 'publish', objectType: 'publication', objectId: due.id });
  const post = due.root === null ? undefined : await lockPost(tx, actor, due.root).catch(ifThere);
  // A text that was changed since is not the published one.
  if (post?.id === due.post && done?.is_current && Number(done.others) === 0)
    await apply(tx, actor, planShared({ posts: [post] }, { do: 'status', status: 'published' }));
  // Last: the notifications of a person are written one after the other.
  await tell(tx, channel, due, 'published');
  await announce(tx, channel, due);
}

/** Notifies the person who scheduled it, and the authors. */
export async function tell(
  tx: Transaction,
  { workspace }: Pick<Channel, 'workspace'>,
  { post, created_by }: Pick<sql.Due, 'post' | 'created_by'>,
  kind: NotificationKind,
) {
  if (post === null) return;
  const actor = systemActor(workspace);
  const recipients = [
    ...(await authorsOf(tx, actor, [post], { kind })),
    ...(created_by === null ? [] : [{ user: created_by, kind, post }]),
    // Accounts are connected by those who manage the workspace.
    ...(kind === 'reconnect_needed'
      ? await membersWithCapability(tx, actor, 'manage', { kind, post })
      : []),
  ];
  // Each of them once.
  const byUser = new Map(recipients.map((recipient) => [recipient.user, recipient]));
  await notify(tx, actor, [...byUser.values()]);
}

const announce = (
  tx: Transaction,
  { workspace }: Pick<Channel, 'workspace'>,
  { post }: Pick<sql.Due, 'post'>,
) =>
  post === null
    ? Promise.resolve()
    : announceOfPost(tx, systemActor(workspace), 'publications', post);

export const nameOf = ({ network }: Channel) => networks[network].name;
