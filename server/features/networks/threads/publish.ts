import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import {
  type Publisher,
  type SendMedia,
  type SendPart,
  type Sent,
  WebAddress,
} from '../adapter.ts';
import { goneError } from '../deleted-posts.ts';
import { containerOf, findContainer, prepareContainer, publishing } from '../meta/containers.ts';
import { type GraphApi, isGone } from '../meta/graph.ts';
import { onePart } from '../one-part.ts';
import { comparable } from '../text.ts';
import { Id, makeContainer, readContainer, type ThreadsClient } from './client.ts';

/** Publishing on Threads: a post is a container first, which is published by its id. */

const IN_FLIGHT_MS = 5000;
const PAGE = '100';
const POST_FIELDS = 'id,text,timestamp,permalink,replied_to';
const LATEST = 5;
/** Clocks differ. */
const SKEW_SECONDS = 60;
const { name, media: rules } = networks.threads;

const Post = z.object({
  id: z.string(),
  text: z.string().catch(''),
  timestamp: z.string().catch(''),
  permalink: WebAddress,
  replied_to: z.object({ id: z.string() }).optional().catch(undefined),
});

const Reposted = z.object({
  id: z.string(),
  reposted_post: z.object({ id: z.string() }).optional().catch(undefined),
});

export const createThreadsPublisher = (threads: ThreadsClient): Publisher => ({
  batch: 1,

  prepare: onePart((part, session, signal) => prepare(part, threads.as(session, signal))),

  send: onePart(async (part, session, signal) => {
    const api = threads.as(session, signal);
    const fields = { creation_id: containerOf(part) };
    const request = { method: 'POST' as const, fields, publishes: true };
    const response = await publishing(part, api.call('/me/threads_publish', request));
    const { id } = api.parse(Id, response, { publishes: true });
    return { id, url: await permalink(id, api) };
  }),

  find: async (part, session, signal) => {
    const api = threads.as(session, signal);
    const { clock } = api;
    const containers = { name, clock, read: (id: string) => readContainer(id, api) };
    return findContainer(part, containers, () => locate(part, api));
  },

  inFlightMs: IN_FLIGHT_MS,

  remove: async ({ id }, session, signal) => {
    const api = threads.as(session, signal);
    await api.call(`/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  },

  repost: {
    send: async ({ of }, session, signal) => {
      const api = threads.as(session, signal);
      const path = `/${encodeURIComponent(of.id)}/repost`;
      const response = await api
        .call(path, { method: 'POST', publishes: true })
        .catch((error: unknown) => {
          throw isGone(error) ? goneError() : error;
        });
      const { id } = api.parse(Id, response, { publishes: true });
      return { id, url: of.url };
    },
    find: async ({ of, since, isTaken }, session, signal) => {
      const from = Math.floor(since.getTime() / 1000) - SKEW_SECONDS;
      const params = { fields: 'id,reposted_post', since: String(from), limit: PAGE };
      const found = await threads.as(session, signal).search('/me/threads', Reposted, params, {
        matches: ({ reposted_post }) => reposted_post?.id === of.id,
        ...{ idOf: ({ id }) => id, isTaken },
      });
      return typeof found === 'string' ? found : { id: found.id, url: of.url };
    },
    inFlightMs: IN_FLIGHT_MS,
  },

  latest: async (session, signal, count = LATEST) => {
    const params = { fields: POST_FIELDS, limit: String(count) };
    const posts = await threads.as(session, signal).first('/me/threads', Post, params);
    return posts.map(({ id, permalink: url, text, timestamp }) => ({
      id,
      url,
      content: text,
      created_at: timestamp,
    }));
  },
});

function prepare(part: SendPart, api: GraphApi) {
  const { content, media, thread, options } = part;
  const [file] = media;
  const { replies = 'everyone', topic } = options;
  const common = {
    text: content,
    reply_to_id: thread?.parent.id,
    ...(!thread && replies !== 'everyone' && { reply_control: replies }),
    ...(!thread && topic && { topic_tag: topic.trim() }),
  };
  return prepareContainer(part, {
    name,
    clock: api.clock,
    read: (id) => readContainer(id, api),
    makeChild: async (file) =>
      makeContainer({ ...(await fieldsOf(file)), is_carousel_item: 'true' }, api),
    make: async (children) =>
      makeContainer(
        children.length
          ? { media_type: 'CAROUSEL', children: children.join(','), ...common }
          : { ...(file ? await fieldsOf(file) : { media_type: 'TEXT' }), ...common },
        api,
      ),
  });
}

async function fieldsOf(file: SendMedia): Promise<Record<string, string | undefined>> {
  const link = await file.link(rules);
  const alt_text = file.alt || undefined;
  return file.kind === 'video'
    ? { media_type: 'VIDEO', video_url: link, alt_text }
    : { media_type: 'IMAGE', image_url: link, alt_text };
}

/** The address of a post; it is published, whatever this brings. */
async function permalink(id: string, api: GraphApi): Promise<Sent['url']> {
  const Link = Post.pick({ permalink: true });
  return api.get(`/${encodeURIComponent(id)}`, Link, { fields: 'permalink' }).then(
    (post) => post.permalink,
    () => null,
  );
}

async function locate(
  { content, thread, since, isTaken }: SendPart,
  api: GraphApi,
): Promise<Sent | undefined> {
  const from = Math.floor(since.getTime() / 1000) - SKEW_SECONDS;
  const params = { fields: POST_FIELDS, since: String(from), limit: PAGE };
  // Replies to others, and to the account itself.
  const found = await api.search(`/me/${thread ? 'replies' : 'threads'}`, Post, params, {
    matches: ({ text, replied_to }) =>
      comparable(text) === comparable(content) &&
      (replied_to === undefined || replied_to.id === thread?.parent.id),
    ...{ idOf: ({ id }) => id, isTaken },
  });
  return typeof found === 'string' ? undefined : { id: found.id, url: found.permalink };
}
