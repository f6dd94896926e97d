import { fits, networks } from '#contract/networks.ts';
import type { StopReason } from '#contract/publications.ts';
import { can, ROLES } from '#contract/roles.ts';
import { systemActor } from '../../actor.ts';
import type { Transaction } from '../../database/transaction.ts';
import { ifThere } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import type { NetworkError, Sent } from '../networks/networks.service.ts';
import { authorsOf, notify } from '../notifications/notifications.service.ts';
import {
  announceOfPost,
  apply,
  lockContent,
  lockPost,
  planShared,
} from '../posts/posts.service.ts';
import { consequenceOf } from './delivery.ts';
import { cancel, markSent } from './publications.sql.ts';
import * as sql from './publisher.sql.ts';

/** The changes of a publication by the worker, each in a transaction that holds the lease. */

type Channel = sql.LeasedChannel;

/** The result of a call. */
export type Result =
  | { outcome: 'sent'; sent: Sent }
  | { outcome: 'absent' | 'unknowable' }
  | { outcome: 'failed'; error: NetworkError };

const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

/** Stores the result of a call, and what follows from it. */
export async function settle(
  tx: Transaction,
  channel: Channel,
  {
    due,
    part,
    attempt,
    result,
  }: {
    due: sql.Due;
    part: sql.StoredPart;
    attempt: { id: number };
    result: Result;
  },
): Promise<void> {
  const { id } = due;
  const { position } = part;
  const failure = result.outcome === 'failed' ? result.error : undefined;
  const outcome = result.outcome === 'failed' ? result.error.kind : result.outcome;
  await sql.endAttempt(tx, {
    attempt: attempt.id,
    outcome,
    code: failure?.code ?? null,
    detail: failure?.message ?? null,
  });
  if (result.outcome === 'sent') {
    const { id: remoteId, url } = result.sent;
    await markSent(tx, { id, position, remoteId, url });
    await sql.wait(tx, { id, ms: 0, detail: null });
    return announce(tx, channel, due);
  }
  if (result.outcome === 'unknowable') {
    const detail = `It is not known whether ${nameOf(channel)} published part ${position + 1}.`;
    return stop(tx, channel, due, 'unknown', detail);
  }
  const failures = failuresOf(part);
  // Sending again after 'absent' is delayed like after a transient failure.
  const kind = failure?.kind ?? 'transient';
  const until = failure?.until;
  const consequence = consequenceOf(kind, {
    failures: failures.length + 1,
    failingForMs: failures[0] ? Date.now() - Date.parse(failures[0].began_at) : 0,
    untilMs: until && until.getTime() - Date.now(),
    jitter: Math.random(),
  });
  if ('stop' in consequence) {
    const detail = failure ? `${failure.message}.` : `${nameOf(channel)} does not respond.`;
    return stop(tx, channel, due, consequence.stop, detail);
  }
  const { wait: ms } = consequence;
  await sql.wait(tx, { id, ms, detail: failure ? `${failure.message}.` : null });
  if (kind === 'rate_limited') await sql.limitChannel(tx, { channel: channel.id, ms });
  return announce(tx, channel, due);
}

const RETRIED = new Set(['transient', 'rate_limited', 'unknown', 'absent', null]);

/** The failed attempts to send since the last outcome that a person has settled. */
function failuresOf({ attempts }: sql.StoredPart) {
  const settled = attempts.findLastIndex(({ outcome }) => !RETRIED.has(outcome));
  return attempts.slice(settled + 1).filter(({ step }) => step === 'send');
}

/** Checks a publication that is due, and stores its parts; false where it is not sent. */
export async function freeze(tx: Transaction, channel: Channel, due: sql.Due): Promise<boolean> {
  const { id } = due;
  const actor = systemActor(channel.workspace);
  if (due.late) {
    await stop(tx, channel, due, 'late', 'This was due while no worker was running.');
    return false;
  }
  const post = due.root === null ? undefined : await lockPost(tx, actor, due.root).catch(ifThere);
  if (!post) {
    // It was deleted before anything was published.
    await cancel(tx, { workspaceId: channel.workspace, id });
    return false;
  }
  const [text] = await sql.isAuthorized(tx, { id, roles: DECIDERS });
  if (!text?.authorized) {
    await stop(tx, channel, due, 'changed', 'The text is not the approved one any more.');
    return false;
  }
  const long = post.items.findIndex(({ content }) => !fits(content, channel.network));
  await sql.freeze(tx, { id });
  if (long >= 0) {
    await stop(
      tx,
      channel,
      due,
      'rejected',
      `Part ${long + 1} is too long for ${nameOf(channel)}.`,
    );
    return false;
  }
  return true;
}

/** Stops a publication, and notifies those who wait for it. */
export async function stop(
  tx: Transaction,
  channel: Channel,
  due: sql.Due,
  reason: StopReason,
  detail: string,
): Promise<void> {
  await sql.stop(tx, { id: due.id, reason, detail });
  const actor = systemActor(channel.workspace);
  const changes = { reason: { before: null, after: reason } };
  await record(tx, actor, { action: 'stop', objectType: 'publication', objectId: due.id, changes });
  // One notification for each time that the access was revoked.
  const isNews =
    reason !== 'reconnect' || (await sql.disconnect(tx, { channel: channel.id })).length > 0;
  if (isNews) await tell(tx, channel, due, 'publishing_stopped');
  await announce(tx, channel, due);
}

/** The status of the post follows its last publication. */
export async function finish(tx: Transaction, channel: Channel, due: sql.Due): Promise<void> {
  const actor = systemActor(channel.workspace);
  await lockContent(tx, actor);
  const [done] = await sql.finish(tx, { id: due.id });
  await record(tx, actor, { action: 'publish', objectType: 'publication', objectId: due.id });
  await tell(tx, channel, due, 'published');
  const post = due.root === null ? undefined : await lockPost(tx, actor, due.root).catch(ifThere);
  if (post && Number(done?.others) === 0)
    await apply(tx, actor, planShared({ posts: [post] }, { do: 'status', status: 'published' }));
  await announce(tx, channel, due);
}

/** Notifies the person who scheduled it, and the authors. */
async function tell(
  tx: Transaction,
  { workspace }: Channel,
  { post, created_by }: sql.Due,
  kind: 'published' | 'publishing_stopped',
) {
  if (post === null) return;
  const actor = systemActor(workspace);
  const authors = await authorsOf(tx, actor, [post], { kind });
  const isAuthor = authors.some(({ user }) => user === created_by);
  const scheduler = created_by === null || isAuthor ? [] : [{ user: created_by, kind, post }];
  await notify(tx, actor, [...authors, ...scheduler]);
}

const announce = (tx: Transaction, { workspace }: Channel, { post }: sql.Due) =>
  post === null ? Promise.resolve() : announceOfPost(tx, systemActor(workspace), 'content', post);

export const nameOf = ({ network }: Channel) => networks[network].name;
