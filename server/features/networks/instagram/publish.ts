import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import {
  type Publisher,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  WebAddress,
} from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { containerOf, findContainer, prepareContainer, publishing } from '../meta/containers.ts';
import type { GraphApi } from '../meta/graph.ts';
import { onePart } from '../one-part.ts';
import { comparable } from '../text.ts';
import {
  accountPath,
  Id,
  type InstagramApi,
  type InstagramClient,
  type KindOfPost,
  makeContainer,
  readContainer,
  storedOf,
} from './client.ts';

/** Publishing on Instagram. Pictures are fetched from this server; videos are uploaded. */

const IN_FLIGHT_MS = 5000;
/** Clocks differ. */
const SKEW_MS = 60_000;
const PAGE = '50';
const POST_FIELDS = 'id,caption,timestamp,permalink';
const LATEST = 5;
const { name, media: rules } = networks.instagram;
const { pictureShape: _, ...rulesOfStory } = rules;

const Post = z.object({
  id: z.string(),
  caption: z.string().catch(''),
  timestamp: z.string().catch(''),
  permalink: WebAddress,
});
const Comment = z.object({
  id: z.string(),
  text: z.string().catch(''),
  timestamp: z.string().catch(''),
});

export function createInstagramPublisher(instagram: InstagramClient): Publisher {
  const apiOf = (session: Session, signal: AbortSignal) => instagram.as(storedOf(session), signal);
  return {
    batch: 1,

    prepare: onePart(async (part, session, signal) =>
      // A comment needs nothing.
      part.thread ? {} : prepare(part, accountPath(session), apiOf(session, signal)),
    ),

    send: onePart((part, session, signal) =>
      send(part, accountPath(session), apiOf(session, signal)),
    ),

    find: async (part, session, signal) => {
      const api = apiOf(session, signal);
      if (part.thread) return findComment(part, part.thread, api);
      const { clock } = api;
      const containers = { name, clock, read: (id: string) => readContainer(id, api) };
      return findContainer(part, containers, () => locate(part, accountPath(session), api));
    },

    inFlightMs: IN_FLIGHT_MS,

    latest: async (session, signal, count = LATEST) => {
      const params = { fields: POST_FIELDS, limit: String(count) };
      const path = `${accountPath(session)}/media`;
      const posts = await apiOf(session, signal).first(path, Post, params);
      return posts.map(({ id, permalink, caption, timestamp }) => ({
        id,
        url: permalink,
        content: caption,
        created_at: timestamp,
      }));
    },
  };
}

function prepare(part: SendPart, account: string, api: InstagramApi) {
  const { content: caption, media, options } = part;
  const [file] = media;
  if (!file) throw new NetworkError('rejected', 'media', `${name} needs a picture or a video`);
  return prepareContainer(part, {
    name,
    clock: api.clock,
    read: (id) => readContainer(id, api),
    makeChild: (file) => containerOfFile(file, { is_carousel_item: 'true' }, account, api),
    make: (children) => {
      if (children.length) {
        const fields = { media_type: 'CAROUSEL', children: children.join(','), caption };
        return makeContainer(account, fields, api);
      }
      const fields = options.place === 'story' ? { media_type: 'STORIES' } : { caption };
      return containerOfFile(file, fields, account, api);
    },
  });
}

/** The container of a file, with its bytes where they are uploaded. */
async function containerOfFile(
  file: SendMedia,
  fields: Record<string, string | undefined>,
  account: string,
  api: InstagramApi,
) {
  if (file.kind !== 'video') {
    const isStory = fields.media_type === 'STORIES';
    // A story fills the screen.
    const image_url = await file.link(isStory ? rulesOfStory : rules);
    const alt_text = isStory ? undefined : file.alt || undefined;
    return makeContainer(account, { ...fields, image_url, alt_text }, api);
  }
  const kind = fields.is_carousel_item ? 'VIDEO' : 'REELS';
  const upload = { media_type: kind, ...fields, upload_type: 'resumable' };
  const id = await makeContainer(account, upload, api);
  await api.upload(id, file.size, file.chunks);
  return id;
}

async function send(part: SendPart, account: string, api: GraphApi): Promise<Sent> {
  const { content: message, thread } = part;
  const publish = async (path: string, fields: Record<string, string>) => {
    const response = await api.call(path, { method: 'POST', fields, publishes: true });
    return api.parse(Id, response, { publishes: true }).id;
  };
  if (thread) {
    const id = await publish(`/${encodeURIComponent(thread.root.id)}/comments`, { message });
    return { id, url: thread.root.url };
  }
  const fields = { creation_id: containerOf(part) };
  const id = await publishing(part, publish(`${account}/media_publish`, fields));
  const Link = Post.pick({ permalink: true });
  // It is published, whatever this brings.
  const url = await api.get(`/${encodeURIComponent(id)}`, Link, { fields: 'permalink' }).then(
    (post) => post.permalink,
    () => null,
  );
  return { id, url, extra: kindOf(part) };
}

const isNew = ({ timestamp }: { timestamp: string }, { since }: SendPart) =>
  !(Date.parse(timestamp) < since.getTime() - SKEW_MS);

async function findComment(
  part: SendPart,
  { root }: NonNullable<SendPart['thread']>,
  api: GraphApi,
): Promise<Sent | 'absent' | 'unknowable'> {
  const path = `/${encodeURIComponent(root.id)}/comments`;
  const params = { fields: 'id,text,timestamp', limit: PAGE };
  const found = await api.search(path, Comment, params, {
    matches: (comment) =>
      isNew(comment, part) && comparable(comment.text) === comparable(part.content),
    ...{ idOf: ({ id }) => id, isTaken: part.isTaken },
  });
  return typeof found === 'string' ? found : { id: found.id, url: root.url };
}

/** The post that was made of a container. */
async function locate(part: SendPart, account: string, api: GraphApi): Promise<Sent | undefined> {
  const params = { fields: POST_FIELDS, limit: PAGE };
  const found = await api.search(`${account}/media`, Post, params, {
    matches: (post) => isNew(post, part) && comparable(post.caption) === comparable(part.content),
    isPast: (post) => !isNew(post, part),
    ...{ idOf: ({ id }) => id, isTaken: part.isTaken },
  });
  return typeof found === 'string'
    ? undefined
    : { id: found.id, url: found.permalink, extra: kindOf(part) };
}

function kindOf({ media, options }: SendPart): z.output<typeof KindOfPost> {
  if (options.place === 'story') return { kind: 'story' };
  return { kind: media.length === 1 && media[0]?.kind === 'video' ? 'reel' : 'post' };
}
