import { insertProposal } from '../proposals.sql.ts';
import { findPost } from '../runs.sql.ts';
import type { ActionContext, Answer, Done } from './action-context.ts';

/** How what the assistant has answered becomes a proposal: the text stays as it is. */
export async function propose(
  { tx, actor, rule, run, ruleName }: ActionContext,
  item: number,
  { asked, host, model, parts }: Answer,
): Promise<Done> {
  if (!parts.length)
    return { result: 'The assistant would leave the text as it is.', item, undo: null };
  const { workspaceId } = actor;
  const [{ post } = { post: 0 }] = await findPost(tx, { workspaceId, item });
  await insertProposal(tx, {
    ...{ workspaceId, rule, run, post, name: ruleName, asked, host, model },
    parts: JSON.stringify(parts),
  });
  const what = parts.length === 1 ? 'Another text' : `Another text for ${parts.length} parts`;
  return {
    result: `${what} is proposed in the editor of the post, by ${model} on ${host}.`,
    item,
    undo: { do: 'unpropose', run },
  };
}
