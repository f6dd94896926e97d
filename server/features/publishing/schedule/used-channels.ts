import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import * as sql from './schedule.sql.ts';

type InWorkspace = Pick<Actor, 'workspaceId'>;

/** Channels of older posts of a folder are not listed first. */
const RECENT_POSTS = 200;

/**
 * The channels of other posts of the folder of an item, the one that was used last first.
 * @throws AppError 404
 */
export async function listUsedChannels(executor: Executor, person: InWorkspace, item: number) {
  const { workspaceId } = person;
  const post = await postOf(executor, person, item);
  return sql.listUsedChannels(executor, { workspaceId, post, posts: RECENT_POSTS });
}

/**
 * The channels that the template of an item's post names, with their options.
 * @throws AppError 404
 */
export async function getSuggestedChannels(executor: Executor, person: InWorkspace, item: number) {
  const { workspaceId } = person;
  const post = await postOf(executor, person, item);
  const rows = await sql.listSuggested(executor, { workspaceId, post });
  return {
    channels: rows.map(({ channel }) => channel),
    options: Object.fromEntries(
      rows.flatMap(({ channel, options }) =>
        Object.keys(options).length ? [[String(channel), options]] : [],
      ),
    ),
  };
}

async function postOf(executor: Executor, { workspaceId }: InWorkspace, item: number) {
  const [own] = await sql.findPostOf(executor, { workspaceId, item });
  if (!own) throw notFound('item', item);
  return own.post;
}
