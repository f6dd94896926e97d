import { setTimeout as delay } from 'node:timers/promises';
import { PRACTICE_FAULTS, type PracticeBehaviour, type PracticeFault } from '#contract/practice.ts';
import type { Database } from '../../../database/pool.ts';
import { type Adapter, NetworkError, type SendPart, type Sent } from '../adapter.ts';
import * as sql from './practice.sql.ts';

/**
 * A network on this server, and the reference of the interface: it needs no account elsewhere, and
 * behaves as badly as it is told to (docs/domain.md, 'Practice').
 */

const LIMITED_MS = 2000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text);

export function createPractice(database: Database): Adapter {
  /** Throws the fault of this call, if there is one; `accept` publishes the part first. */
  async function misbehave(
    { account: { remoteId: account }, credentials, position }: SendPart,
    accept: () => Promise<unknown>,
    signal: AbortSignal,
  ) {
    const [row] = await sql.takeBehaviour(database, { account, position });
    if (!row || row.token !== credentials.token) throw failures.unauthorized();
    const { behaviour } = row;
    if (behaviour.delay_ms) await delay(behaviour.delay_ms, undefined, { signal });
    const fault = faultOf(behaviour, position);
    if (fault === undefined) return;
    if (fault === 'accept_and_drop') await accept();
    if (fault === 'unauthorized') await sql.revoke(database, { account });
    throw failures[fault]();
  }

  return {
    network: 'practice',
    fields: [{ name: 'name', label: 'Name', help: 'How the practice account is called.' }],

    connect: async ({ name = '', account = '' }, { workspaceId }) => {
      const [row] = await sql.upsertAccount(database, {
        workspaceId,
        account: UUID.test(account) ? account : null,
        name: name.trim().slice(0, 100) || 'Practice',
      });
      if (!row) throw new NetworkError('rejected', 'not_found', 'There is no such account');
      return {
        account: { remoteId: row.id, server: '', handle: row.name, name: row.name, url: null },
        credentials: { token: row.token },
      };
    },

    send: async (part, signal) => {
      if (part.parent && !isId(part.parent.id))
        throw new NetworkError('rejected', 'parent', 'The id of the part before is not known');
      const publish = async (): Promise<Sent> => {
        const { account, content, parent } = part;
        const [post] = await sql.insertPost(database, {
          account: account.remoteId,
          content,
          parent: parent ? Number(parent.id) : null,
        });
        return { id: String(post?.id), url: null };
      };
      await misbehave(part, publish, signal);
      return publish();
    },

    find: async ({ account: { remoteId: account }, content, parent, since, credentials }) => {
      const [row] = await sql.findBehaviour(database, { account });
      if (!row || row.token !== credentials.token) throw failures.unauthorized();
      if (row.behaviour.hides_posts) return 'unknowable';
      const [post] = await sql.findPost(database, {
        account,
        content,
        parent: parent ? Number(parent.id) : null,
        since,
      });
      return post ? { id: String(post.id), url: null } : 'absent';
    },
  };
}

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
