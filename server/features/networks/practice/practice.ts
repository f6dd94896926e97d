import { setTimeout as delay } from 'node:timers/promises';
import {
  PRACTICE_FAULTS,
  type PracticeBehaviour,
  type PracticeFault,
} from '#contract/networks/practice.ts';
import type { Database } from '../../../database/pool.ts';
import { displayName } from '../../../http/foreign.ts';
import {
  type Adapter,
  NetworkError,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
} from '../adapter.ts';
import { fenceOf } from '../call.ts';
import * as sql from './practice.sql.ts';

/**
 * A network on this server, and the reference of the interface: it needs no account elsewhere, and
 * behaves as badly as it is told to (docs/domain.md, 'Practice').
 */

const LIMITED_MS = 2000;
/** A call that hangs is ended before. */
const HANG_MS = 10 * 60_000;
const LATEST = 5;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text);

export function createPractice(database: Database): Adapter {
  /** Throws the fault of this call, if there is one; `accept` publishes the part first. */
  async function misbehave(
    { position }: SendPart,
    { account: { remoteId: account }, credentials }: Session,
    accept: () => Promise<unknown>,
    signal: AbortSignal,
  ) {
    const [row] = await sql.takeBehaviour(database, { account, position });
    if (!row || row.token !== credentials.token) throw failures.unauthorized();
    const { behaviour } = row;
    if (behaviour.delay_ms) await delay(behaviour.delay_ms, undefined, { signal });
    const fault = faultOf(behaviour, position);
    if (fault === undefined) return;
    if (fault === 'accept_and_drop' || fault === 'accept_and_hang') await accept();
    if (fault === 'accept_and_hang')
      await delay(behaviour.hang_ms ?? HANG_MS, undefined, { signal });
    if (fault === 'unauthorized') await sql.revoke(database, { account });
    throw failures[fault]();
  }

  async function readBehaviour({ account: { remoteId }, credentials }: Session) {
    const [row] = await sql.findBehaviour(database, { account: remoteId });
    if (!row || row.token !== credentials.token) throw failures.unauthorized();
    return row;
  }

  const accountOf = ({ id, name }: { id: string; name: string }) => ({
    remoteId: id,
    server: '',
    handle: name,
    name,
    url: null,
    limits: {},
  });

  return {
    network: 'practice',
    ways: [
      {
        name: 'account',
        label: 'Make an account',
        by: 'fields',
        fields: [{ name: 'name', label: 'Name', help: 'How the practice account is called.' }],
        connect: async ({ name = '', account = '' }, { workspaceId }) => {
          const [row] = await sql.upsertAccount(database, {
            workspaceId,
            account: UUID.test(account) ? account : null,
            name: displayName(name, 100) || 'Practice',
          });
          if (!row) throw new NetworkError('rejected', 'not_found', 'There is no such account');
          return { account: accountOf(row), credentials: { token: row.token } };
        },
      },
    ],

    identify: async (session) => {
      const { name } = await readBehaviour(session);
      return accountOf({ id: session.account.remoteId, name });
    },

    batch: 1,

    send: async ([part], session, signal) => {
      if (!part) return [];
      const parent = part.thread?.parent ?? null;
      if (parent && !isId(parent.id))
        throw new NetworkError('rejected', 'parent', 'The id of the part before is not known');
      const publish = async (): Promise<Sent[]> => {
        // Like a call over HTTP: a worker that was frozen publishes nothing.
        await fenceOf()().catch((cause: unknown) => {
          throw new NetworkError('transient', 'fenced', 'The worker was too slow', { cause });
        });
        const [post] = await sql.insertPost(database, {
          account: session.account.remoteId,
          content: part.content,
          parent: parent ? Number(parent.id) : null,
          media: JSON.stringify(part.media.map(shown)),
        });
        return [{ id: String(post?.id), url: null }];
      };
      await misbehave(part, session, publish, signal);
      return publish();
    },

    find: async ({ content, thread, since }, session) => {
      const { behaviour } = await readBehaviour(session);
      if (behaviour.hides_posts) return 'unknowable';
      const [post] = await sql.findPost(database, {
        account: session.account.remoteId,
        content,
        parent: thread ? Number(thread.parent.id) : null,
        since,
      });
      return post ? { id: String(post.id), url: null } : 'absent';
    },

    settlesMs: 0,

    remove: async ({ id }, session) => {
      await readBehaviour(session);
      await sql.deletePost(database, { account: session.account.remoteId, id: Number(id) });
    },

    latest: async (session, _signal, count = LATEST) => {
      const { behaviour } = await readBehaviour(session);
      if (behaviour.hides_posts) return [];
      const posts = await sql.listPosts(database, {
        account: session.account.remoteId,
        before: null,
      });
      return posts
        .slice(0, count)
        .map(({ id, content, created_at }) => ({ id: String(id), url: null, content, created_at }));
    },
  };
}

/** What the page of an account shows of a file. */
const shown = ({ alt, kind, hash, focus }: SendMedia) => ({ alt, kind, hash, focus });

function faultOf(
  { fault, position: at, times, chaos = 0 }: PracticeBehaviour,
  position: number,
): PracticeFault | undefined {
  if (Math.random() < chaos)
    return PRACTICE_FAULTS[Math.floor(Math.random() * PRACTICE_FAULTS.length)];
  return times !== 0 && (at === undefined || at === position) ? fault : undefined;
}

const failures: Record<PracticeFault, () => NetworkError> = {
  accept_and_drop: () => new NetworkError('unknown', 'dropped', 'The connection broke'),
  accept_and_hang: () => new NetworkError('unknown', 'timeout', 'The call took too long'),
  drop: () => new NetworkError('unknown', 'dropped', 'The connection broke'),
  rate_limit: () =>
    new NetworkError('rate_limited', '429', 'Too many posts', {
      until: new Date(Date.now() + LIMITED_MS),
    }),
  unauthorized: () => new NetworkError('reauthorize', 'revoked', 'The access was revoked'),
  refuse: () => new NetworkError('rejected', 'refused', 'The practice network refuses this text'),
  operator: () => new NetworkError('operator', '402', 'The credits of this server are used up'),
  unavailable: () => new NetworkError('transient', '503', 'The practice network is unavailable'),
};
