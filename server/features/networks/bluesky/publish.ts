import { z } from 'zod';
import type { Outgoing } from '../../../http/outgoing/outgoing.ts';
import {
  PARENT,
  type Prepared,
  type Publisher,
  type Repost,
  type SendPart,
  type Sent,
  type Session,
} from '../adapter.ts';
import { goneError } from '../deleted-posts.ts';
import { NetworkError } from '../failures.ts';
import { pauseOf } from '../times.ts';
import { cidOf } from './cid.ts';
import type { BlueskyApi, BlueskyClient } from './client.ts';
import { clockOf, type Dids, preparePart, StoredState } from './prepare.ts';
import { createTid } from './tid.ts';

/**
 * Publishing on Bluesky. A thread is one atomic call, with keys that are chosen before: after an
 * unknown outcome, the record of the key says whether it is there.
 */

const COLLECTION = 'app.bsky.feed.post';
const REPOST = 'app.bsky.feed.repost';
/** A call takes 200 writes. */
const BATCH = 100;
/** Cards of links are optional: they may take so long for all parts. */
const CARDS_MS = 20_000;
const LATEST = 5;

const Ref = z.object({ uri: z.string(), cid: z.string() });
type Ref = z.output<typeof Ref>;
const Post = Ref.extend({
  value: z.object({ text: z.string().catch(''), createdAt: z.string().catch('') }),
});

export const createBlueskyPublisher = (bluesky: BlueskyClient, outgoing: Outgoing): Publisher => ({
  prepare: async (parts, session, signal) => {
    const api = bluesky.as(session, signal);
    const cards = AbortSignal.any([signal, AbortSignal.timeout(CARDS_MS)]);
    const prepared: Prepared[] = [];
    const dids: Dids = new Map();
    for (const part of parts)
      prepared.push(await preparePart(part, api, { outgoing, cards, dids }));
    return prepared;
  },

  batch: BATCH,

  send: (parts, session, signal) => send(parts, bluesky.as(session, signal)),

  find: async ({ prepared }, session, signal) => {
    const api = bluesky.as(session, signal);
    const { rkey } = StoredState.parse(prepared);
    const params = { repo: api.repo, collection: COLLECTION, rkey };
    try {
      return sentOf(api.parse(Ref, await api.read('com.atproto.repo.getRecord', params)));
    } catch (error) {
      if (error instanceof NetworkError && error.code === 'RecordNotFound') return 'absent';
      throw error;
    }
  },

  // A key that is taken is refused: a late request cannot publish twice.
  inFlightMs: 0,

  remove: async ({ id }, session, signal) => {
    const api = bluesky.as(session, signal);
    const [, , , collection, rkey] = id.split('/');
    const json = { repo: api.repo, collection, rkey };
    await api.call('com.atproto.repo.deleteRecord', { json });
  },

  repost: {
    send: (given, session, signal) => repost(bluesky, given, session, signal),
    find: async (given, session, signal) => {
      const api = bluesky.as(session, signal);
      const params = { repo: api.repo, collection: REPOST, rkey: repostKey(given) };
      try {
        const { uri } = api.parse(Ref, await api.read('com.atproto.repo.getRecord', params));
        return { id: uri, url: given.of.url };
      } catch (error) {
        if (error instanceof NetworkError && error.code === 'RecordNotFound') return 'absent';
        throw error;
      }
    },
    // Its key is derived from what never changes: one that is taken is refused.
    inFlightMs: 0,
  },

  latest: async (session, signal, count = LATEST) => {
    const api = bluesky.as(session, signal);
    const params = { repo: api.repo, collection: COLLECTION, limit: String(count) };
    const response = await api.read('com.atproto.repo.listRecords', params);
    const { records } = api.parse(z.object({ records: z.array(Post) }), response);
    return records.map(({ value, ...ref }) => ({
      ...sentOf(ref),
      content: value.text,
      created_at: value.createdAt,
    }));
  },
});

const repostKey = ({ key, time }: Repost) => createTid(time.getTime(), 0, clockOf(key));

/** The server does not look whether what is shown is there: that is asked before. */
async function repost(
  bluesky: BlueskyClient,
  given: Repost,
  session: Session,
  signal: AbortSignal,
): Promise<Sent> {
  const api = bluesky.as(session, signal);
  const { of, from, time } = given;
  const read =
    from.remoteId === api.repo
      ? api.read
      : bluesky.readOf((await bluesky.locator.locate(from.remoteId, signal)).service, signal);
  const place = {
    repo: from.remoteId,
    collection: COLLECTION,
    rkey: of.id.split('/').at(-1) ?? '',
  };
  const response = await read('com.atproto.repo.getRecord', place).catch((error: NetworkError) => {
    throw error.code === 'RecordNotFound' ? goneError() : error;
  });
  const { uri, cid } = api.parse(Ref, response);
  const rkey = repostKey(given);
  const value = { $type: REPOST, subject: { uri, cid }, createdAt: time.toISOString() };
  const $type = 'com.atproto.repo.applyWrites#create';
  const json = { repo: api.repo, writes: [{ $type, collection: REPOST, rkey, value }] };
  const { headers } = await api.call('com.atproto.repo.applyWrites', { json, publishes: true });
  return {
    id: `at://${api.repo}/${REPOST}/${rkey}`,
    url: of.url,
    pause: pauseOf(api.clock, headers),
  };
}

async function send(parts: readonly SendPart[], api: BlueskyApi): Promise<Sent[]> {
  const { repo } = api;
  const refs: Ref[] = [];
  const writes: object[] = [];
  let thread = refsOf(parts[0]?.thread ?? null);
  for (const part of parts) {
    const { rkey, ...state } = StoredState.parse(part.prepared);
    const value = recordOf(part, state, thread);
    const ref = { uri: `at://${repo}/${COLLECTION}/${rkey}`, cid: await cidOf(value) };
    thread = { root: thread?.root ?? ref, parent: ref };
    const $type = 'com.atproto.repo.applyWrites#create';
    writes.push({ $type, collection: COLLECTION, rkey, value });
    refs.push(ref);
  }
  const request = { json: { repo, writes }, publishes: true };
  const response = await api.call('com.atproto.repo.applyWrites', request);
  // What the server stored is what the next part replies to.
  const { data } = z.object({ results: z.array(Ref) }).safeParse(response.body);
  const stored = data?.results.length === refs.length ? data.results : refs;
  const pause = pauseOf(api.clock, response.headers);
  return stored.map((ref) => ({ ...sentOf(ref), pause }));
}

const recordOf = (
  { content, language }: SendPart,
  { createdAt, facets, embed }: Omit<z.output<typeof StoredState>, 'rkey'>,
  reply: ReturnType<typeof refsOf>,
) => ({
  $type: COLLECTION,
  text: content,
  createdAt,
  ...(language && { langs: [language] }),
  ...(facets.length > 0 && { facets }),
  ...(embed ? { embed } : {}),
  ...(reply && { reply }),
});

const urlOf = (uri: string) => {
  const [, , did, , rkey] = uri.split('/');
  return `https://bsky.app/profile/${did}/post/${rkey}`;
};

const sentOf = ({ uri, cid }: Ref): Sent => ({
  id: uri,
  url: urlOf(uri),
  extra: { cid },
});

/** What a reply names: the first post of the thread, and the one before. */
function refsOf(thread: SendPart['thread']) {
  if (!thread) return null;
  const refOf = ({ id: uri, extra }: Sent) => {
    const cid = z.object({ cid: z.string() }).safeParse(extra).data?.cid;
    if (!cid) throw new NetworkError('rejected', PARENT, 'The previous part isn’t known');
    return { uri, cid };
  };
  return { root: refOf(thread.root), parent: refOf(thread.parent) };
}
