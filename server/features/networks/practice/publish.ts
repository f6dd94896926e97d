import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import type { Database } from '../../../database/pool.ts';
import {
  type IsTaken,
  PARENT,
  type Publisher,
  type Repost,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
} from '../adapter.ts';
import { fenceOf } from '../call.ts';
import { goneError } from '../deleted-posts.ts';
import { NetworkError } from '../failures.ts';
import { searchPages } from '../search.ts';
import { requireAccount } from './connect.ts';
import { failures, faultOf } from './faults.ts';
import * as sql from './practice.sql.ts';

/** Publishing on the practice network, as badly as it is told to. */

/** A call that hangs is ended before. */
const HANG_MS = 10 * 60_000;
const LATEST = 5;

type Context = Pick<AppContext, 'clock' | 'database'>;

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text);

export const createPracticePublisher = ({ clock, database }: Context): Publisher => ({
  batch: 1,

  send: async ([part], session, signal) => {
    if (!part) return [];
    const parent = part.thread?.parent ?? null;
    if (parent && !isId(parent.id))
      throw new NetworkError('rejected', PARENT, 'The id of the previous part is not known');
    const publish = () => insert(database, part, session);
    await misbehave({ clock, database }, part, session, publish, signal);
    return [await publish()];
  },

  find: async ({ content, thread, since, isTaken }, session) => {
    const { behaviour } = await requireAccount(database, session);
    if (behaviour.hides_posts) return 'unknowable';
    const posts = await sql.findPosts(database, {
      account: session.account.remoteId,
      content,
      parent: thread ? Number(thread.parent.id) : null,
      since,
    });
    return firstFree(posts, isTaken);
  },

  inFlightMs: 0,

  remove: async ({ id }, session) => {
    await requireAccount(database, session);
    await sql.deletePost(database, { account: session.account.remoteId, id: Number(id) });
  },

  repost: {
    send: async (given, session, signal) => {
      const show = () => insertRepost(database, given, session);
      await misbehave({ clock, database }, { position: 0 }, session, show, signal);
      return show();
    },
    find: async ({ of, isTaken }, session) => {
      const { behaviour } = await requireAccount(database, session);
      if (behaviour.hides_posts) return 'unknowable';
      const key = { account: session.account.remoteId, of: Number(of.id) };
      return firstFree(await sql.findRepost(database, key), isTaken);
    },
    inFlightMs: 0,
  },

  latest: async (session, _signal, count = LATEST) => {
    const { behaviour } = await requireAccount(database, session);
    if (behaviour.hides_posts) return [];
    const posts = await sql.listPosts(database, {
      account: session.account.remoteId,
      before: null,
    });
    return posts
      .slice(0, count)
      .map(({ id, content, created_at }) => ({ id: String(id), url: null, content, created_at }));
  },
});

/** The first of these that is not known as something else. */
async function firstFree(posts: readonly { id: number }[], isTaken: IsTaken) {
  const idOf = ({ id }: { id: number }) => String(id);
  const read = async () => ({ entries: posts, next: undefined });
  const found = await searchPages(read, { matches: () => true, idOf, isTaken });
  return typeof found === 'string' ? found : { id: idOf(found), url: null };
}

async function insert(
  database: Database,
  { content, media, thread }: SendPart,
  { account }: Session,
): Promise<Sent> {
  // Like a call over HTTP: a worker that was frozen publishes nothing.
  await fenceOf()().catch((cause: unknown) => {
    throw new NetworkError('transient', 'fenced', 'The worker was too slow', { cause });
  });
  const [post] = await sql.insertPost(database, {
    account: account.remoteId,
    content,
    parent: thread ? Number(thread.parent.id) : null,
    media: JSON.stringify(media.map(shown)),
  });
  return { id: String(post?.id), url: null };
}

async function insertRepost(
  database: Database,
  { of, from }: Repost,
  { account }: Session,
): Promise<Sent> {
  await fenceOf()().catch((cause: unknown) => {
    throw new NetworkError('transient', 'fenced', 'The worker was too slow', { cause });
  });
  const [post] = await sql.insertRepost(database, {
    account: account.remoteId,
    from: from.remoteId,
    of: isId(of.id) ? Number(of.id) : 0,
  });
  if (!post) throw goneError();
  return { id: String(post.id), url: null };
}

/** What the page of an account shows of a file. */
const shown = ({ alt, kind, hash, focus }: SendMedia) => ({ alt, kind, hash, focus });

/** Throws the fault of this call, if there is one; `accept` publishes the part first. */
async function misbehave(
  { clock, database }: Context,
  { position }: Pick<SendPart, 'position'>,
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
  if (fault === 'accept_and_hang') await delay(behaviour.hang_ms ?? HANG_MS, undefined, { signal });
  if (fault === 'unauthorized') await sql.revoke(database, { account });
  throw failures[fault](clock);
}
