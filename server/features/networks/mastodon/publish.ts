import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import {
  PARENT,
  type Publisher,
  type Repost,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
} from '../adapter.ts';
import { goneError } from '../deleted-posts.ts';
import { NetworkError, StillProcessing } from '../failures.ts';
import { formFile, multipart } from '../multipart.ts';
import { onePart } from '../one-part.ts';
import { after, pauseOf } from '../times.ts';
import { type MastodonApi, type MastodonClient, storedOf } from './client.ts';
import { find, latest, listStatuses, Status, sentOf } from './statuses.ts';

/**
 * Publishing on Mastodon. After an unknown outcome the latest posts of the account are read; the
 * Idempotency-Key is only a second belt, because not every server honours it.
 */

/** Files that no post has are deleted after a day. */
const UPLOADED_SECONDS = 12 * 60 * 60;
/** How soon the server is asked again whether it has processed a file. */
const PROCESSING_MS = 3000;
/** What was prepared is made again after this time: others post meanwhile. */
const PREPARED_SECONDS = 10 * 60;
const IN_FLIGHT_MS = 5000;
const LATEST = 5;
/** What a server says of a file that it does not have any more, or not yet. */
const LOST_FILE = /not found|already attached|finished processing/i;

const StoredState = z.object({
  since: z.string().nullable(),
  media: z.array(z.string()).catch([]),
});
const UploadedFile = z.object({ id: z.string() });
const StoredUpload = UploadedFile.extend({ isReady: z.boolean() });

export function createMastodonPublisher(mastodon: MastodonClient): Publisher {
  const apiOf = (session: Session, signal: AbortSignal) => mastodon.as(storedOf(session), signal);
  return {
    batch: 1,

    /** Its files, and the latest post before this one: what is looked for is newer. */
    prepare: onePart(async ({ media: files, thread }, session, signal) => {
      const api = apiOf(session, signal);
      const media: string[] = [];
      for (const file of files) media.push(await uploadFile(file, api));
      const until = after(api.clock, PREPARED_SECONDS);
      if (thread) return { since: thread.parent.id, media, ...(media.length && { until }) };
      const [latest] = await listStatuses(session, { limit: '1' }, api);
      return { since: latest?.id ?? null, media, until };
    }),

    send: onePart((part, session, signal) => send(part, apiOf(session, signal))),

    find: (part, session, signal) =>
      find(part, StoredState.parse(part.prepared).since, session, apiOf(session, signal)),

    inFlightMs: IN_FLIGHT_MS,

    remove: async ({ id }, session, signal) => {
      await apiOf(session, signal)
        .call(`/api/v1/statuses/${encodeURIComponent(id)}`, { method: 'DELETE' })
        .catch((error: NetworkError) => {
          if (error.code !== '404') throw error;
        });
    },

    // An account boosts a post once: a repetition is answered with the boost that is there.
    repost: {
      send: (given, session, signal) => boost(given, session, apiOf(session, signal)),
      find: async () => 'repeatable',
      inFlightMs: 0,
    },

    latest: (session, signal, count = LATEST) => latest(session, apiOf(session, signal), count),
  };
}

/** The id of an uploaded file; one that the server is at work on is awaited by the queue. */
async function uploadFile(file: SendMedia, api: MastodonApi): Promise<string> {
  const upload = async () => {
    const response = await api.call('/api/v2/media', { method: 'POST', form: await formOf(file) });
    const { id } = api.parse(UploadedFile, response);
    const until = after(api.clock, UPLOADED_SECONDS);
    return { id, isReady: response.status === 200, until };
  };
  const { id, isReady } = StoredUpload.parse(await file.once(upload));
  if (!isReady) {
    const { status } = await api.call(`/api/v1/media/${encodeURIComponent(id)}`);
    if (status !== 200) throw new StillProcessing(PROCESSING_MS);
  }
  return id;
}

/** A file with what is said of it. */
async function formOf(file: SendMedia) {
  const { alt, focus } = file;
  const [x, y] = focus;
  const fields = {
    ...(alt && { description: alt }),
    // From the middle, upwards.
    focus: `${(2 * x - 1).toFixed(2)},${(1 - 2 * y).toFixed(2)}`,
  };
  return multipart(fields, await formFile('file', file, networks.mastodon.media));
}

async function boost({ of, from }: Repost, { account }: Session, api: MastodonApi): Promise<Sent> {
  if (from.server !== account.server)
    throw new NetworkError('rejected', 'server', 'The accounts are on different servers');
  const path = `/api/v1/statuses/${encodeURIComponent(of.id)}/reblog`;
  const request = { method: 'POST' as const, publishes: true };
  const response = await api.call(path, request).catch((error: NetworkError) => {
    throw error.code === '404' ? goneError() : error;
  });
  const { id, url } = api.parse(Status, response, { publishes: true });
  return { id, url: url ?? of.url, pause: pauseOf(api.clock, response.headers) };
}

async function send(part: SendPart, api: MastodonApi): Promise<Sent> {
  const { content, language, options, settings, thread, key } = part;
  const { media } = StoredState.parse(part.prepared);
  const visibility = options.visibility ?? 'public';
  const isQuiet = thread && visibility === 'public' && settings.replies !== 'same';
  const warning = options.warning?.trim();
  const json = {
    status: content,
    visibility: isQuiet ? 'unlisted' : visibility,
    ...(media.length && { media_ids: media }),
    ...(thread && { in_reply_to_id: thread.parent.id }),
    ...(language && { language: language.split('-')[0] }),
    ...(warning && { spoiler_text: warning, sensitive: true }),
  };
  const request = { method: 'POST' as const, json, key, publishes: true };
  const response = await api.call('/api/v1/statuses', request).catch((error: NetworkError) => {
    // The server has deleted a file that no post had, or processes it anew.
    if (media.length && error.code === '422' && LOST_FILE.test(error.message))
      throw new NetworkError('unprepared', error.code, error.message);
    if (error.code !== '404' || !thread) throw error;
    throw new NetworkError('rejected', PARENT, 'The previous part is no longer there');
  });
  const sent = sentOf(api.parse(Status, response, { publishes: true }));
  return { ...sent, pause: pauseOf(api.clock, response.headers) };
}
