import { z } from 'zod';
import { listComments } from '#contract/content/comments.ts';
import { listFolders } from '#contract/content/folders.ts';
import { type Item, lengthOf, listItems } from '#contract/content/items.ts';
import { search } from '#contract/content/search.ts';
import { getThread } from '#contract/content/threads.ts';
import { STATUSES } from '#contract/content/workflow.ts';
import { limitOf } from '#contract/networks/networks.ts';
import { getWorkspace } from '#contract/people/members.ts';
import { listChannels } from '#contract/publishing/channels.ts';
import { invalid } from '../../errors.ts';
import { cursor, cursorOf, limit, nextCursor, READS, texts, tool } from '../tool.ts';
import { Part, PostSummary, partOf, postId, summaryOf } from './post-shapes.ts';

/** So many characters of a post are one result: what follows is asked for with `from_part`. */
const MAX_CHARACTERS = 100_000;
const MAX_COMMENTS = 50;

export const searchPosts = tool({
  name: 'search_posts',
  title: 'Search posts',
  description:
    'Finds posts and threads of the workspace by words, status, folder and tags; without words, the ones that changed last. Returns excerpts; get_post returns whole texts.',
  annotations: READS,
  uses: [search, listItems],
  input: z.object({
    query: z.string().max(500).optional().describe('Words to find.'),
    status: z.array(z.enum(STATUSES)).max(5).optional(),
    folder_ids: z.array(z.int().positive()).max(100).optional(),
    tags: z.array(z.string()).max(100).optional(),
    publishing: z
      .array(z.enum(['published', 'proposed', 'scheduled', 'publishing', 'stopped', 'none']))
      .optional()
      .describe('Posts with publications in one of these states.'),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.int().describe('Of all pages.'),
    posts: z.array(PostSummary),
    next_cursor: nextCursor,
  }),
  run: async (caller, { query, status, folder_ids, tags, publishing, limit, cursor }) => {
    const shared = {
      ...{ status, tags, cursor, page_size: String(limit) },
      ...{ folder: texts(folder_ids), delivery: publishing },
    };
    const page = query?.trim()
      ? await caller.call(search, { query: { ...shared, q: query, type: 'item' } })
      : await caller.call(listItems, { query: { ...shared, posts: 'true' } });
    const found = page.results.filter((one): one is Item & typeof one => 'content' in one);
    return {
      count: page.count,
      posts: found.map((item) => summaryOf(item, caller)),
      next_cursor: cursorOf(page.next),
    };
  },
});

export const getPost = tool({
  name: 'get_post',
  title: 'Read a post',
  description:
    'Returns a post or thread with its whole texts, its files, and on request the comments of people. A very long thread continues with from_part.',
  annotations: READS,
  uses: [getThread],
  input: z.object({
    post_id: postId,
    from_part: z.int().min(0).default(0).describe('Where to continue: next_part of before.'),
    comments: z.boolean().default(false).describe('Whether to return the comments as well.'),
  }),
  output: z.object({
    post: PostSummary.extend({
      description: z.string().nullable(),
      language: z.string().nullable(),
    }),
    parts: z.array(Part),
    next_part: z.int().nullable().describe('Where the thread continues; null at its end.'),
    comments: z
      .array(
        z.object({
          id: z.int(),
          by: z.string().nullable(),
          text: z.string().nullable(),
          resolved: z.boolean(),
          replies: z.int(),
          answers: z.array(
            z.object({
              ...{ id: z.int(), by: z.string().nullable(), text: z.string().nullable() },
              created_at: z.string(),
            }),
          ),
          created_at: z.string(),
        }),
      )
      .optional(),
  }),
  run: async (caller, { post_id, from_part, comments }) => {
    const params = { id: String(post_id) };
    const items = await caller.call(getThread, { params });
    const [root] = items;
    if (!root) throw new Error(`The post ${post_id} has no parts`);
    const parts = bounded(items.slice(from_part));
    const next = from_part + parts.length;
    const said = comments ? await caller.call(listComments, { params }) : undefined;
    return {
      post: {
        ...summaryOf(root, caller),
        ...{ description: root.description, language: root.language, parts: items.length },
      },
      parts: parts.map(partOf),
      next_part: next < items.length ? next : null,
      ...(said && {
        comments: said.slice(-MAX_COMMENTS).map((comment) => ({
          ...{ id: comment.id, text: comment.text, created_at: comment.created_at },
          ...{ by: comment.user?.name ?? null, resolved: comment.resolved_at !== null },
          replies: comment.replies.length,
          answers: comment.replies.map(({ id, user, text, created_at }) => ({
            ...{ id, by: user?.name ?? null, text, created_at },
          })),
        })),
      }),
    };
  },
});

/** As many parts as a result has room for, and one at least. */
function bounded(items: readonly Item[]): Item[] {
  let left = MAX_CHARACTERS;
  const end = items.findIndex((item, at) => {
    left -= lengthOf(item);
    return at > 0 && left < 0;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}

export const listFoldersTool = tool({
  name: 'list_folders',
  title: 'List folders',
  description: 'Returns the folders of the workspace, by name. Each post is in one of them.',
  annotations: READS,
  uses: [listFolders],
  input: z.object({ limit: limit.default(100), cursor }),
  output: z.object({
    count: z.int(),
    folders: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        description: z.string().nullable(),
        parent_id: z.int().nullable(),
        posts: z.int(),
      }),
    ),
    next_cursor: nextCursor,
  }),
  run: async ({ call }, { limit, cursor }) => {
    const { results } = await call(listFolders, {});
    // The list is complete, and so its cursor is a place in it.
    const from = Number(cursor ?? 0);
    if (cursor !== undefined && !/^[1-9]\d{0,5}$/.test(cursor))
      throw invalid({ cursor: ['Invalid cursor.'] });
    const next = from + limit;
    return {
      count: results.length,
      folders: results.slice(from, next).map(({ parent, posts_count, ...folder }) => ({
        ...{ id: folder.id, name: folder.name, description: folder.description },
        ...{ parent_id: parent, posts: posts_count },
      })),
      next_cursor: next < results.length ? String(next) : null,
    };
  },
});

export const listChannelsTool = tool({
  name: 'list_channels',
  title: 'List channels',
  description:
    'Returns the accounts at social networks that the workspace publishes on, how many characters each allows, and the time zone in which times without one are read.',
  annotations: READS,
  uses: [listChannels, getWorkspace],
  input: z.object({
    disconnected: z.boolean().default(false).describe('Whether to return former ones as well.'),
  }),
  output: z.object({
    time_zone: z.string(),
    channels: z.array(
      z.object({
        id: z.int(),
        network: z.string(),
        name: z.string(),
        handle: z.string(),
        state: z.string().describe("It can publish while this is 'connected'."),
        characters: z.int().describe('The longest text that it takes.'),
        queue_paused: z.boolean(),
        waiting: z.int().describe('Publications that wait for their time.'),
      }),
    ),
  }),
  run: async ({ call }, { disconnected }) => {
    const { time_zone } = await call(getWorkspace, {});
    const channels = await call(listChannels, {});
    return {
      time_zone,
      channels: channels
        .filter(({ state }) => disconnected || state !== 'disconnected')
        .slice(0, 100)
        .map(({ limits, queue_paused_at, ...channel }) => ({
          ...{ id: channel.id, network: channel.network, name: channel.name },
          ...{ handle: channel.handle, state: channel.state, waiting: channel.waiting },
          characters: limitOf(channel.network, limits),
          queue_paused: queue_paused_at !== null,
        })),
    };
  },
});
