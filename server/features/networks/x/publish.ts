import { z } from 'zod';
import { ON } from '#contract/networks/network-rules.ts';
import type { Publisher, Repost, SendPart, Sent, Session } from '../adapter.ts';
import { goneError } from '../deleted-posts.ts';
import { NetworkError } from '../failures.ts';
import { onePart } from '../one-part.ts';
import { pauseOf } from '../times.ts';
import { storedOf, type XClient } from './client.ts';
import { uploadAll } from './media.ts';
import { createXPosts, sentOf } from './posts.ts';

/**
 * Publishing on X. After an unknown outcome the latest posts of the account are read; X refuses the
 * same text again, which is a second belt.
 */

/** A text that X has already is refused, should this be too soon. */
const IN_FLIGHT_MS = 9000;
const LATEST = 5;
const DUPLICATE = /duplicate/i;
const ALREADY = /already (retweeted|reposted)/i;
const GONE_CODE = /^(404|resource-not-found)$/;
const MISSING = /(not found|is deleted|does not exist)/i;
const Reposted = z.object({ data: z.object({ retweeted: z.literal(true) }) });

const Created = z.object({ data: z.object({ id: z.string() }) });
const StoredState = z.object({ media: z.array(z.string()) });

export function createXPublisher(x: XClient): Publisher {
  const { find, search, latest } = createXPosts(x);

  async function send(part: SendPart, session: Session, signal: AbortSignal): Promise<Sent> {
    const api = x.as(storedOf(session).token, signal);
    const request = { method: 'POST' as const, json: jsonOf(part), publishes: true };
    try {
      const response = await api.call('/2/tweets', request);
      const { id } = api.parse(Created, response, { publishes: true }).data;
      return { ...sentOf(id), pause: pauseOf(api.clock, response.headers) };
    } catch (error) {
      const isRefused = error instanceof NetworkError && error.code === '403';
      if (!isRefused || part.repeats === 0) throw error;
      // It may refuse this because the first attempt has succeeded.
      const { found, alike, isKnown } = await search(part, session, signal);
      if (typeof found === 'object') return found;
      if (!DUPLICATE.test(error.message)) throw error;
      // The refusal proves that its words are there: in this post, or in one that is not this part.
      if (alike) return alike;
      if (isKnown) throw error;
      throw new NetworkError('unknown', 'duplicate', error.message);
    }
  }

  return {
    batch: 1,
    prepare: onePart(async (part, session, signal) => {
      const api = x.as(storedOf(session).token, signal);
      const { ids: media, until } = await uploadAll(part.media, api);
      return { media, ...(media.length && { until }) };
    }),
    send: onePart(send),
    find,
    inFlightMs: IN_FLIGHT_MS,
    remove: async ({ id }, session, signal) => {
      const api = x.as(storedOf(session).token, signal);
      const path = `/2/tweets/${encodeURIComponent(id)}`;
      await api.call(path, { method: 'DELETE' }).catch((error: NetworkError) => {
        if (error.code !== '404' && error.code !== 'resource-not-found') throw error;
      });
    },
    // An account reposts a post once, whatever is repeated.
    repost: {
      send: (given, session, signal) => repost(x, given, session, signal),
      find: async () => 'repeatable',
      inFlightMs: 0,
    },
    latest: (session, signal, count = LATEST) => latest(session, signal, count),
  };
}

async function repost(
  x: XClient,
  { of }: Repost,
  session: Session,
  signal: AbortSignal,
): Promise<Sent> {
  const api = x.as(storedOf(session).token, signal);
  const path = `/2/users/${encodeURIComponent(session.account.remoteId)}/retweets`;
  const request = { method: 'POST' as const, json: { tweet_id: of.id }, publishes: true };
  try {
    const response = await api.call(path, request);
    api.parse(Reposted, response, { publishes: true });
    return { id: of.id, url: of.url, pause: pauseOf(api.clock, response.headers) };
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind !== 'rejected') throw error;
    if (ALREADY.test(error.message)) return { id: of.id, url: of.url };
    throw GONE_CODE.test(error.code) || MISSING.test(error.message) ? goneError() : error;
  }
}

function jsonOf({ content, thread, options, prepared }: SendPart) {
  const { media } = StoredState.parse(prepared);
  const replies = options.replies ?? 'everyone';
  return {
    text: content,
    ...(media.length && { media: { media_ids: media } }),
    ...(thread && { reply: { in_reply_to_tweet_id: thread.parent.id } }),
    ...(replies !== 'everyone' && !thread && { reply_settings: replies }),
    ...(options.ai === ON && { made_with_ai: true }),
    ...(options.paid === ON && { paid_partnership: true }),
  };
}
