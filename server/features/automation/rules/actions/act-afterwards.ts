import { snippetText } from '#contract/content/snippet-text.ts';
import { whyNot } from '#contract/networks/afterward-rules.ts';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import { may } from '../../../../actor.ts';
import { within } from '../../../../database/nested.ts';
import { AppError, ifThere } from '../../../../errors.ts';
import { getSnippet } from '../../../content/snippets/snippets.service.ts';
import { addAfterwards } from '../../../publishing/publications/publications.service.ts';
import type { Command } from '../engine.ts';
import { isSnippetNewer, listWriters } from '../runs.sql.ts';
import type { ActionContext, Done } from './action-context.ts';

/** How rules plan what is done with publications afterwards. */

type Planned = Command & { do: 'afterward' };

const WORDS = { repost: 'A repost', reply: 'A reply', remove: 'Its deletion' } as const;

/** @throws AppError 404 where its snippet is not there any more */
async function givenOf({ tx, actor, publication }: ActionContext, { what }: Planned) {
  if (what.kind === 'remove') return { ...what, consent: true as const };
  if (what.kind === 'repost') {
    const { kind, hours, channel } = what;
    return { kind, hours, ...(channel !== null && { channel }) };
  }
  const snippet = await getSnippet(tx, actor, what.snippet).catch(ifThere);
  if (!snippet) throw new AppError('not_found', 404, 'Its snippet is not there any more.');
  const text = snippetText(snippet, String(publication));
  if (text.trim() === '') throw new AppError('invalid', 400, 'Its snippet is empty.');
  return { kind: what.kind, hours: what.hours, text };
}

/** @throws AppError where the network does not have it, or the publication is gone */
export async function planAfterward(acting: ActionContext, command: Planned): Promise<Done> {
  const { context, tx, actor, item, publication, rule } = acting;
  if (publication === null)
    throw new AppError('not_found', 404, 'The publication is not there any more.');
  // A rule may be about several networks: one that does not have it is no failure.
  const [network] = acting.facts.networks;
  const why = network && whyNot(network, command.what.kind);
  if (why) return { result: `Left out: ${why}.`, item, undo: null };
  const inside = { ...context, ...within(tx) };
  const given: GivenAfterward = await givenOf(acting, command);
  const { what } = command;
  // Whoever changes a snippet has no rights of the rule by that.
  const [newer] =
    what.kind === 'reply' && !command.asks
      ? await isSnippetNewer(tx, { ...actor, rule, snippet: what.snippet })
      : [];
  const writers =
    what.kind === 'reply'
      ? (await listWriters(tx, { ...actor, snippet: what.snippet })).map(({ id }) => id)
      : [];
  let asks = command.asks || newer !== undefined || !may(actor, 'decide');
  const add = (asked: boolean) =>
    addAfterwards(inside, actor, publication, [given], writers, asked);
  const made = await add(asks).catch((error) => {
    // Nobody approves their own words here: somebody else has to.
    if (asks || !(error instanceof AppError) || error.status !== 403) throw error;
    asks = true;
    return add(true);
  });
  return {
    result: asks
      ? `${WORDS[given.kind]} was proposed: a person decides.`
      : `${WORDS[given.kind]} was planned.`,
    item,
    undo: { do: 'cancel_afterward', afterward: made[0]?.id ?? 0 },
  };
}
