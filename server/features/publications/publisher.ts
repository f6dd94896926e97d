import { setTimeout as delay } from 'node:timers/promises';
import { fits, networks } from '#contract/networks.ts';
import type { StopReason } from '#contract/publications.ts';
import { can, ROLES } from '#contract/roles.ts';
import { systemActor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { type Transaction, transaction } from '../../database/transaction.ts';
import { ifThere } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { sealingContext } from '../channels/channels.service.ts';
import {
  type Adapters,
  NetworkError,
  type SendPart,
  type Sent,
} from '../networks/networks.service.ts';
import { authorsOf, notify } from '../notifications/notifications.service.ts';
import {
  announceOfPost,
  apply,
  lockContent,
  lockPost,
  planShared,
} from '../posts/posts.service.ts';
import { consequenceOf, nextStep } from './delivery.ts';
import { markSent } from './publications.sql.ts';
import * as sql from './publisher.sql.ts';

/**
 * The worker that sends due publications (decision 21). A due row is the truth: workers look for
 * due rows, and lease the channel, so that a channel sends one part at a time and a worker that
 * lost its lease writes nothing.
 */

const POLL_MS = 500;
const LEASE_SECONDS = 20;
/** The number of channels that a process works on at a time. */
const CHANNELS = 10;
/** How long a publication may be overdue where no worker was running. */
const LATE_SECONDS = 30 * 60;
/** A call that takes longer has an unknown outcome. */
const CALL_MS = 60_000;

type Context = Pick<AppContext, 'database' | 'live' | 'secrets' | 'log'> & { adapters: Adapters };
type Channel = sql.LeasedChannel;
type Result =
  | { outcome: 'sent'; sent: Sent }
  | { outcome: 'absent' | 'unknowable' }
  | { outcome: 'failed'; error: NetworkError };

/** Thrown where another worker may have the channel by now. */
class LeaseLost extends Error {}

const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

export function createPublisher(context: Context) {
  const { database, log } = context;
  const ending = new AbortController();
  const working = new Set<Promise<void>>();
  let sweeping: Promise<void> | undefined;

  async function sweep() {
    while (!ending.signal.aborted) {
      const limit = CHANNELS - working.size;
      const leased = limit > 0 ? await lease(limit) : [];
      for (const channel of leased) {
        const work = workOn(context, channel, ending.signal)
          .catch((err) => {
            if (!(err instanceof LeaseLost))
              log.error({ err, channel: channel.id }, 'publishing failed');
          })
          .finally(() => working.delete(work));
        working.add(work);
      }
      await delay(POLL_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  }

  const lease = (limit: number) =>
    sql.leaseChannels(database, { limit, seconds: LEASE_SECONDS }).catch((err) => {
      log.warn({ err }, 'due publications could not be read, will retry');
      return [];
    });

  return {
    start: () => {
      sweeping = sweep();
    },
    /** Ends after the calls in flight; what has not ended is continued by another worker. */
    stop: async () => {
      ending.abort();
      await sweeping;
      await Promise.allSettled(working);
    },
  };
}

/** Sends what is due on a leased channel. */
async function workOn(context: Context, channel: Channel, ending: AbortSignal): Promise<void> {
  const { database } = context;
  const { id, lease } = channel;
  const lost = new AbortController();
  const renewing = setInterval(
    () => {
      sql.renewLease(database, { channel: id, lease, seconds: LEASE_SECONDS }).then(
        ([row]) => row ?? lost.abort(),
        () => {},
      );
    },
    (LEASE_SECONDS * 1000) / 4,
  );
  try {
    while (
      !ending.aborted &&
      !lost.signal.aborted &&
      (await advance(context, channel, lost.signal))
    );
  } finally {
    clearInterval(renewing);
    await sql.releaseLease(database, { channel: id, lease }).catch(() => {});
  }
}

/** A transaction that holds the lease: nothing is written without it. */
function leased<Result>(
  context: Context,
  { id, lease }: Channel,
  work: (
    tx: Transaction,
    channel: { state: string; credentials: string | null },
  ) => Promise<Result>,
): Promise<Result> {
  return transaction(context, async (tx) => {
    const [held] = await sql.holdLease(tx, { channel: id, lease });
    if (!held) throw new LeaseLost();
    return work(tx, held);
  });
}

/**
 * The next due publication. Before one is begun, the content is locked: nobody changes, moves or
 * cancels it meanwhile. Publications are always locked after the content, to avoid deadlocks.
 */
async function nextDue(tx: Transaction, channel: Channel): Promise<sql.Due | undefined> {
  const key = { channel: channel.id, lateSeconds: LATE_SECONDS };
  const [due] = await sql.nextDue(tx, key);
  if (due?.state !== 'scheduled') return due;
  await lockContent(tx, { workspaceId: channel.workspace });
  return (await sql.nextDue(tx, key))[0];
}

/** Takes the next due publication one step further; false where none is due. */
async function advance(context: Context, channel: Channel, lost: AbortSignal): Promise<boolean> {
  const next = await leased(context, channel, async (tx, { state, credentials }) => {
    const due = await nextDue(tx, channel);
    if (!due) return undefined;
    if (state !== 'connected' || credentials === null) {
      const detail = `The account has to be connected again at ${nameOf(channel)}.`;
      await stop(tx, channel, due, 'reconnect', detail);
      return 'continue' as const;
    }
    if (due.state === 'scheduled' && !(await freeze(tx, channel, due))) return 'continue' as const;
    const parts = await sql.listParts(tx, { id: due.id });
    const step = nextStep(parts.map((part) => ({ ...part, isSent: part.remote_id !== null })));
    if (step.do === 'finish') {
      await finish(tx, channel, due);
      return 'continue' as const;
    }
    const { id } = due;
    const part = parts.find(({ position }) => position === step.position) as sql.StoredPart;
    const [attempt] = await sql.beginAttempt(tx, { id, position: part.position, step: step.do });
    if (!attempt) throw new Error('the attempt was not created');
    return { due, step: step.do, parts, part, attempt, credentials };
  });
  if (next === undefined) return false;
  if (next === 'continue') return true;
  const { due, part, attempt } = next;
  const result = await call(context, channel, next, lost);
  await leased(context, channel, (tx) => settle(tx, channel, { due, part, attempt, result }));
  return true;
}

type Begun = {
  step: 'send' | 'find';
  parts: sql.StoredPart[];
  part: sql.StoredPart;
  attempt: { began_at: Date };
  credentials: string;
};

/** Calls the network. Whatever is not reported by the adapter has an unknown outcome. */
async function call(
  { adapters, secrets, log }: Context,
  channel: Channel,
  { step, parts, part, attempt, credentials }: Begun,
  lost: AbortSignal,
): Promise<Result> {
  const before = parts.find(({ position }) => position === part.position - 1);
  const first = part.attempts.find((one) => one.step === 'send');
  const given: SendPart = {
    credentials: JSON.parse(secrets.open('credentials', credentials, sealingContext(channel.id))),
    account: { remoteId: channel.remote_id, server: channel.server },
    position: part.position,
    content: part.content,
    language: part.language,
    key: part.key,
    parent: before?.remote_id ? { id: before.remote_id, url: before.url } : null,
    since: first ? new Date(first.began_at) : attempt.began_at,
  };
  const adapter = adapters[channel.network];
  const signal = AbortSignal.any([lost, AbortSignal.timeout(CALL_MS)]);
  try {
    const result = await adapter[step](given, signal);
    return typeof result === 'string' ? { outcome: result } : { outcome: 'sent', sent: result };
  } catch (error) {
    if (error instanceof NetworkError) return { outcome: 'failed', error };
    log.error({ err: error, channel: channel.id }, 'a call of a network failed unexpectedly');
    const kind = step === 'find' ? 'transient' : 'unknown';
    const detail = 'The call failed unexpectedly';
    return { outcome: 'failed', error: new NetworkError(kind, 'internal', detail) };
  }
}

/** Stores the result of a call, and what follows from it. */
async function settle(
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
async function freeze(tx: Transaction, channel: Channel, due: sql.Due): Promise<boolean> {
  const { id } = due;
  const actor = systemActor(channel.workspace);
  if (due.late) {
    await stop(tx, channel, due, 'late', 'This was due while no worker was running.');
    return false;
  }
  const post = due.root === null ? undefined : await lockPost(tx, actor, due.root).catch(ifThere);
  if (!post) {
    await sql.abandon(tx, { id });
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
async function stop(
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
async function finish(tx: Transaction, channel: Channel, due: sql.Due): Promise<void> {
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

const nameOf = ({ network }: Channel) => networks[network].name;
