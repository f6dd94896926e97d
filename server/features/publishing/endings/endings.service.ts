import { snippetText } from '#contract/content/snippet-text.ts';
import { endingOn } from '#contract/publishing/ending-text.ts';
import type { Ending } from '#contract/publishing/endings.ts';
import type { Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../../errors.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import * as sql from './endings.sql.ts';

/** What is always at the end of posts on a channel (docs/domain/content.md, 'Snippets'). */

type InWorkspace = Pick<Member, 'workspaceId'>;

/** Parts of a post; all of them, or the first, say what was taken off. */
type Parts = readonly { endings_off?: readonly number[] }[];

const textOf = (ending: sql.StoredEnding, post: number | null) =>
  snippetText(ending, post === null ? '' : String(post));

/** What a post ends with on each channel; null: one that is not there yet. */
export async function endingsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  post: number | null,
): Promise<Ending[]> {
  const rows = await sql.listEndings(executor, { workspaceId, post });
  return rows.flatMap(({ channel, ending }) =>
    ending
      ? [{ channel, snippet: ending.snippet, name: ending.name, text: textOf(ending, post) }]
      : [],
  );
}

/** The same of the post of an item; of one that is not there, as of a new one. */
export async function endingsOfItem(
  executor: Executor,
  person: Member,
  item: number | undefined,
): Promise<Ending[]> {
  if (item === undefined) return endingsOf(executor, person, null);
  const [found] = await sql.findPost(executor, { workspaceId: person.workspaceId, item });
  return endingsOf(executor, person, found?.post ?? null);
}

/** The text at the end of a post on a channel. */
export const endingIn = (endings: readonly Ending[], channel: number, parts: Parts) =>
  endingOn(endings, channel, parts[0]?.endings_off)?.text;

/** What a publication ends with, which no change of the snippet changes. */
export async function endingOfPublication(
  executor: Executor,
  { workspaceId, id }: InWorkspace & { id: number },
  parts: Parts,
): Promise<string | undefined> {
  const [found] = await sql.findEnding(executor, { workspaceId, id });
  const ending = found?.ending;
  if (!ending || parts[0]?.endings_off?.includes(ending.snippet)) return undefined;
  return textOf(ending, found.post);
}

/**
 * Chooses the channels whose posts a snippet ends.
 * @throws AppError 404, also for an unknown channel; 400 where another snippet ends one of them
 */
export function setChannels(
  context: Transactional,
  person: Member,
  id: number,
  channels: number[],
): Promise<Ending[]> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    // Two who choose the same channel come one after the other.
    await lockNumber(tx, { what: 'endings', id: workspaceId });
    if (!(await sql.holdSnippet(tx, { workspaceId, id })).length) throw notFound('snippet', id);
    const known = await sql.findChannels(tx, { workspaceId, channels });
    const missing = channels.find((channel) => !known.some((row) => row.id === channel));
    if (missing !== undefined) throw notFoundIn('channels', 'channel', missing);
    const taken = known.filter(({ snippet }) => snippet !== null && snippet !== id);
    if (taken.length)
      throw invalid({
        channels: taken.map(
          ({ handle, name }) =>
            `‘${name}’ is already at the end of posts on ${handle}: take it off there first.`,
        ),
      });
    const [before = { channels: [] }] = await sql.listChannelsOf(tx, { workspaceId, id });
    await sql.deleteOthers(tx, { workspaceId, id, channels });
    await sql.insertChannels(tx, { workspaceId, id, channels });
    const after = { channels: channels.toSorted((a, b) => a - b) };
    const changes = changesBetween(before, after, ['channels']);
    await record(tx, person, { action: 'update', objectType: 'snippet', objectId: id, changes });
    tx.announce({ workspaceId, topic: 'snippets', tab: person.tab });
    return endingsOf(tx, person, null);
  });
}
