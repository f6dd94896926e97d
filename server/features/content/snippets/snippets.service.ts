import { snippetText } from '#contract/content/snippet-text.ts';
import {
  MAX_SNIPPETS,
  type Snippet,
  type SnippetFields,
  type updateSnippet as updateContract,
} from '#contract/content/snippets.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound, requireVersion } from '../../../errors.ts';
import { recorderOf } from '../../core/audit/audit.service.ts';
import * as sql from './snippets.sql.ts';

/** Texts and groups of hashtags that are put into posts (docs/domain/content.md, 'Snippets'). */

export { listSnippets } from './snippets.sql.ts';

/** @throws AppError 404 */
export async function getSnippet(
  executor: Executor,
  { workspaceId }: Member,
  id: number,
): Promise<Snippet> {
  const [snippet] = await sql.findSnippet(executor, { workspaceId, id });
  if (!snippet) throw notFound('snippet', id);
  return snippet;
}

/** @throws AppError 400 for a name that is taken, or where there are too many */
export function createSnippet(
  context: Transactional,
  person: Member,
  fields: SnippetFields,
): Promise<Snippet> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'snippets', id: workspaceId });
    const [made] = await sql
      .insertSnippet(tx, { ...rowOf(person, fields), userId, max: MAX_SNIPPETS })
      .catch(explainName);
    if (!made) throw invalid({ name: [`A workspace has at most ${MAX_SNIPPETS} snippets.`] });
    await recordSnippet(tx, person, 'create', made.id, {}, made);
    return made;
  });
}

/** @throws AppError 404; 400 for a name that is taken; 409 with the `current` one where `version` is stale */
export function updateSnippet(
  context: Transactional,
  person: Member,
  id: number,
  { version, ...fields }: Parsed<typeof updateContract>['body'],
): Promise<Snippet> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const [before] = await sql.lockSnippet(tx, { workspaceId, id });
    if (!before) throw notFound('snippet', id);
    requireVersion(version, before, 'snippet');
    const row = { ...rowOf(person, fields), id };
    const [after = before] = await sql.updateSnippet(tx, row).catch(explainName);
    await recordSnippet(tx, person, 'update', id, before, after);
    return after;
  });
}

/** @throws AppError 404 */
export function deleteSnippet(context: Transactional, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [gone] = await sql.deleteSnippet(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('snippet', id);
    await recordSnippet(tx, person, 'delete', id, gone, {});
  });
}

/**
 * Counts a use.
 * @returns what the post with this seed gets
 * @throws AppError 404
 */
export function useSnippet(
  context: Transactional,
  person: Member,
  id: number,
  seed: string,
): Promise<{ text: string }> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const [snippet] = await sql.countUse(tx, { workspaceId, id });
    if (!snippet) throw notFound('snippet', id);
    announceSnippets(tx, person);
    return { text: snippetText(snippet, seed) };
  });
}

/** What belongs to another kind is left out. */
const rowOf = (
  { workspaceId }: Member,
  { name, short_name: shortName, kind, text, hashtags, take }: SnippetFields,
) => ({
  ...{ workspaceId, name, shortName, kind },
  text: kind === 'text' ? text : '',
  hashtags: JSON.stringify(kind === 'hashtags' ? hashtags : []),
  take: kind === 'hashtags' ? take : null,
});

/** Names differ by more than their case. */
function explainName(error: { constraint?: string }): never {
  if (error.constraint === 'snippets_name')
    throw invalid({ name: ['There is already a snippet with this name.'] });
  if (error.constraint === 'snippets_short_name')
    throw invalid({ short_name: ['There is already a snippet with this short name.'] });
  throw error;
}

const announceSnippets = (tx: Transaction, { workspaceId, tab = '' }: Member) =>
  tx.announce({ workspaceId, topic: 'snippets', tab });

const recordSnippet = recorderOf<Snippet>({
  objectType: 'snippet',
  topic: 'snippets',
  fields: ['name', 'short_name', 'kind', 'text', 'hashtags', 'take'],
});
