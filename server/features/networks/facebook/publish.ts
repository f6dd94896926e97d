import { z } from 'zod';
import { type Publisher, type SendPart, type Sent, type Session, WebAddress } from '../adapter.ts';
import { NetworkError, StillProcessing } from '../failures.ts';
import { type GraphApi, isGone } from '../meta/graph.ts';
import { onePart } from '../one-part.ts';
import { comparable, firstLink } from '../text.ts';
import { after } from '../times.ts';
import { type FacebookClient, pagePath } from './client.ts';
import { Id, UPLOADED_SECONDS, Uploaded, uploadPhoto, uploadVideo } from './media.ts';

/**
 * Publishing on pages of Facebook. Pictures are uploaded unpublished, videos in chunks whose last
 * call publishes them. After an unknown outcome the latest posts of the page are read.
 */

const IN_FLIGHT_MS = 5000;
/** Clocks differ. */
const SKEW_SECONDS = 60;
const PAGE = '100';
const POST_FIELDS = 'id,message,created_time,permalink_url';
const LATEST = 5;
const PROCESSING_MS = 3000;
/** A post that is there already, and pictures that a post has already. */
const DUPLICATE = /^(506|\d+\.1366051)(\.|$)/;

const Prepared = z.object({
  photos: z.array(z.string()),
  video: Uploaded.nullable(),
  link: z.string().nullable(),
});
const Post = z.object({
  id: z.string(),
  message: z.string().catch(''),
  created_time: z.string().catch(''),
  permalink_url: WebAddress,
});
const VideoState = z.object({
  status: z.object({ publishing_phase: z.object({ status: z.string() }) }),
});

const postsPath = (session: Session) => `${pagePath(session)}/published_posts`;

export const createFacebookPublisher = (facebook: FacebookClient): Publisher => ({
  batch: 1,

  prepare: onePart((part, session, signal) =>
    prepare(part, pagePath(session), facebook.as(session, signal)),
  ),

  send: onePart((part, session, signal) =>
    send(part, pagePath(session), facebook.as(session, signal)),
  ),

  find: async (part, session, signal) => {
    const api = facebook.as(session, signal);
    const video = part.thread ? null : Prepared.parse(part.prepared).video;
    return video ? findVideo(video.id, api) : findPost(part, session, api);
  },

  inFlightMs: IN_FLIGHT_MS,

  remove: async ({ id }, session, signal) => {
    const api = facebook.as(session, signal);
    await api.call(`/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  },

  latest: async (session, signal, count = LATEST) => {
    const params = { fields: POST_FIELDS, limit: String(count) };
    const posts = await facebook.as(session, signal).first(postsPath(session), Post, params);
    return posts.map(({ id, permalink_url, message, created_time }) => ({
      ...sentOf(id, permalink_url),
      content: message,
      created_at: created_time,
    }));
  },
});

async function prepare({ media, content, thread }: SendPart, page: string, api: GraphApi) {
  const until = () => after(api.clock, UPLOADED_SECONDS);
  const [first] = media;
  if (first?.kind === 'video') {
    const video = Uploaded.parse(await first.once(() => uploadVideo(first, page, api)));
    return { photos: [], video, link: null, until: until() };
  }
  const photos: string[] = [];
  for (const file of media)
    photos.push(Uploaded.parse(await file.once(() => uploadPhoto(file, page, api))).id);
  // The card of a page takes the place of pictures.
  const link = media.length || thread ? null : (firstLink(content, 'facebook') ?? null);
  return { photos, video: null, link, ...(media.length && { until: until() }) };
}

async function send(part: SendPart, page: string, api: GraphApi): Promise<Sent> {
  const { content: message, thread } = part;
  const { photos, video, link } = Prepared.parse(part.prepared);
  const publish = (path: string, fields: Record<string, string | undefined>) =>
    api.call(path, { method: 'POST', fields, publishes: true }).catch((error: unknown) => {
      const isDuplicate = error instanceof NetworkError && DUPLICATE.test(error.code);
      // It may refuse this because the first attempt has succeeded.
      if (!isDuplicate || part.repeats === 0) throw error;
      throw new NetworkError('unknown', error.code, error.message);
    });
  const publishes = { publishes: true };
  if (thread) {
    const path = `/${encodeURIComponent(thread.root.id)}/comments`;
    return sentOf(api.parse(Id, await publish(path, { message }), publishes).id);
  }
  if (video) {
    await publish(`${page}/videos`, {
      upload_phase: 'finish',
      upload_session_id: video.session,
      description: message,
    });
    return sentOf(video.id);
  }
  const attached = photos.map((id, index) => [
    `attached_media[${index}]`,
    JSON.stringify({ media_fbid: id }),
  ]);
  const fields = { message, link: link ?? undefined, ...Object.fromEntries(attached) };
  return sentOf(api.parse(Id, await publish(`${page}/feed`, fields), publishes).id);
}

async function findPost(
  { content, thread, since, isTaken }: SendPart,
  session: Session,
  api: GraphApi,
): Promise<Sent | 'absent' | 'unknowable'> {
  const from = Math.floor(since.getTime() / 1000) - SKEW_SECONDS;
  const path = thread ? `/${encodeURIComponent(thread.root.id)}/comments` : postsPath(session);
  const params = { fields: POST_FIELDS, since: String(from), limit: PAGE };
  const found = await api.search(path, Post, params, {
    matches: ({ message, created_time }) =>
      comparable(message) === comparable(content) && !(Date.parse(created_time) < from * 1000),
    ...{ idOf: ({ id }) => id, isTaken },
  });
  return typeof found === 'string' ? found : sentOf(found.id, found.permalink_url);
}

/** A video that was finished is listed once it is processed; its phases say it before. */
async function findVideo(id: string, api: GraphApi): Promise<Sent | 'absent'> {
  const video = await api.get(`/${encodeURIComponent(id)}`, VideoState, { fields: 'status' });
  const { publishing_phase: phase } = video.status;
  if (phase.status === 'complete') return sentOf(id);
  if (phase.status === 'in_progress') throw new StillProcessing(PROCESSING_MS);
  return 'absent';
}

const sentOf = (id: string, url: string | null = null): Sent => ({
  id,
  url: url ?? `https://www.facebook.com/${encodeURIComponent(id)}`,
});
