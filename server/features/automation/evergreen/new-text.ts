import { isOnceOnly } from '#contract/automation/evergreen-turns.ts';
import { type Member, onChannels } from '../../../actor.ts';
import type { Transaction, Transactional } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import {
  change,
  findOffers,
  getPublication,
  goOn,
  type Locked,
  lockPublication,
  recordChange,
  requireFit,
  takePresent,
  tieToSource,
} from '../../publishing/publications/publications.service.ts';
import type { LinkContext } from '../../publishing/sent-links/sent-links.service.ts';
import * as sql from './evergreen.sql.ts';
import { type Source, textOf } from './text.ts';

/**
 * A copy takes the text of its source that was approved since (docs/domain/automation.md,
 * 'Evergreen folders'), and goes on, with the others of it that had stopped. A person who may
 * publish does so; the approval is that of the source.
 * @throws AppError 404; 403; 409 where the source has no such text; 400 where it does not fit
 */
export async function takeNewText(
  context: Transactional & LinkContext,
  person: Member,
  id: number,
) {
  const continued: number[] = [];
  const work = async (tx: Transaction, found: Locked) => {
    const { workspaceId } = person;
    const { root, post, channel } = found;
    const offers = post === null ? [] : await findOffers(tx, { workspaceId, post });
    const offer = offers.find((other) => other.id === id);
    if (root === null || post === null || !offer)
      throw new AppError('stale', 409, 'The post this repeats has no newer approved text.');
    const copy = await posts.lockPost(tx, person, root);
    const source = await posts.lockPost(tx, person, offer.source);
    const variation = await chooseText(tx, person, offers, { post, source: source.id });
    // A copy is no new post: its approval starts no rules.
    await sql.startNoRules(tx, {});
    const text = await rewrite(tx, person, copy, source, variation);
    await posts.authorizePublishing(tx, onChannels(person, [channel]), text);
    const taking: typeof offers = [];
    for (const other of offers) {
      const refusal = await refusalOf(requireFit(tx, context, person, other.id, text));
      // One that has stopped, and that it does not fit, keeps its text.
      if (refusal && (other.id === id || !other.is_stopped)) throw refusal;
      if (!refusal) taking.push(other);
    }
    for (const other of taking) await takePresent(tx, context, person, other.id, text);
    await tieToSource(tx, { workspaceId, post, source: source.id });
    for (const other of taking.filter(({ is_stopped }) => is_stopped)) {
      const [sibling] = await lockPublication(tx, { workspaceId, id: other.id });
      if (sibling) await goOn(tx, person, sibling);
      if (other.id === id) continue;
      await recordChange(tx, person, 'retry', other.id, root);
      continued.push(other.id);
    }
  };
  const publication = await change(context, person, id, 'retry', work);
  return { ...publication, continued };
}

/** @returns what is wrong with the input, if anything */
const refusalOf = (check: Promise<void>): Promise<AppError | undefined> =>
  check.then(
    () => undefined,
    (error) => {
      if (error instanceof AppError && error.status === 400) return error;
      throw error;
    },
  );

/** The variation of its source that a use has, where that still exists; else 0, its own text. */
async function chooseText(
  tx: Transaction,
  person: Member,
  offers: readonly { id: number }[],
  given: { post: number; source: number },
): Promise<number> {
  const { workspaceId } = person;
  let [variation, text] = [0, ''];
  for (const { id } of offers) {
    const { channel } = await getPublication(tx, person, id);
    const [row] = await sql.findTexts(tx, { workspaceId, ...given, channel: channel.id });
    variation = Math.max(0, row?.texts.indexOf(row.used ?? '') ?? 0);
    text = row?.texts[variation] ?? '';
    if (isOnceOnly(channel.network) && row?.others.includes(text))
      throw new AppError('stale', 409, `Another copy already uses this text on ${channel.handle}.`);
  }
  await sql.setUsedText(tx, { workspaceId, post: given.post, text });
  return variation;
}

/** Gives a copy the text of its source, with its approval, names and endings. */
async function rewrite(
  tx: Transaction,
  person: Member,
  copy: Source,
  source: Source,
  variation: number,
): Promise<Source> {
  const text = textOf(source, variation);
  const gone = copy.items.slice(text.parts.length).map(({ id }) => id);
  const homes = await posts.findHomes(tx, person, gone);
  const [root] = copy.items as [{ id: number }, ...unknown[]];
  const plan = posts.plan({ posts: [copy], homes }, { do: 'rewrite', post: root.id, ...text });
  const principals = await posts.wordsOf(tx, source.items);
  await posts.apply(tx, person, posts.carrying(plan, { principals }));
  const written = await posts.lockPost(tx, person, root.id);
  if (written.status !== 'approved')
    await posts.apply(
      tx,
      person,
      posts.planShared({ posts: [written] }, { do: 'status', status: 'approved' }),
    );
  await posts.leanOnSource(tx, person, { post: copy.id, source: source.id });
  return posts.lockPost(tx, person, root.id);
}
