import { MAX_ATTACHMENTS } from '#contract/attachments.ts';
import { whenWords } from '#contract/automation/rules-actions.ts';
import type { RuleWhen } from '#contract/automation/rules-settings.ts';
import { emptyDetails, type Item } from '#contract/content/items.ts';
import { MAX_VALUE } from '#contract/content/templates.ts';
import { literal, verbatim } from '#contract/content/variables.ts';
import { addMinutes, localOf } from '#contract/times.ts';
import { type Member, may, proposing } from '../../../../actor.ts';
import { UNKNOWN } from '../../../../database/fragments/principal.ts';
import { within } from '../../../../database/nested.ts';
import { AppError, ifThere, invalid } from '../../../../errors.ts';
import { assignIn } from '../../../content/assignments/assignments.service.ts';
import { comment } from '../../../content/comments/comments.service.ts';
import * as posts from '../../../content/posts/posts.service.ts';
import { fillIn, getTemplate, noteUse } from '../../../content/templates/templates.service.ts';
import { lockChannels, publish } from '../../../publishing/schedule/schedule.service.ts';
import { makeTransition } from '../../../publishing/workflow/workflow.service.ts';
import { findSteered, takeForRule } from '../../evergreen/evergreen.service.ts';
import { lockEntry, markMade } from '../../feeds/feeds.service.ts';
import type { Command } from '../engine.ts';
import { findEntries, findSet } from '../facts.sql.ts';
import type { Facts } from '../judge.ts';
import { hasOthersWords } from '../provenance/provenance.ts';
import * as sql from '../runs.sql.ts';
import { planAfterward } from './act-afterwards.ts';
import { propose } from './act-prompt.ts';
import { many, tell } from './act-tell.ts';
import type { ActionContext, Done } from './action-context.ts';

/** How commands of rules are carried out: each in the transaction that says so in its run. */

/** @throws AppError where it cannot be done */
export async function act(acting: ActionContext, command: Command): Promise<Done> {
  const { tx, actor, context } = acting;
  const inside = { ...context, ...within(tx) };
  if (command.do === 'draft') return makeDraft(acting, command);
  if (command.do === 'notify') return tell(acting, command);
  if (command.do === 'afterward') return planAfterward(acting, command);
  if (command.do === 'evergreen') return take(acting, command);
  const { item } = acting;
  if (item === null) throw new AppError('not_found', 404, 'The post is not there any more.');
  switch (command.do) {
    case 'submit':
      return submit(acting, item);
    case 'schedule':
      return schedule(acting, item, command);
    case 'tags': {
      const post = await posts.lockPost(tx, actor, item);
      const before = post.items[0]?.tags ?? [];
      const add = command.add.filter((tag) => !before.includes(tag));
      const remove = command.remove.filter((tag) => before.includes(tag));
      if (!add.length && !remove.length)
        return { result: 'It had these tags already.', item, undo: null };
      await posts.apply(tx, actor, posts.plan({ posts: [post] }, { do: 'tag', add, remove }));
      const undo = { do: 'tags' as const, item, add: remove, remove: add };
      return { result: 'Its tags were changed.', item, undo };
    }
    case 'move': {
      const post = await posts.lockPost(tx, actor, item);
      const { folder } = command;
      if (post.folder === folder)
        return { result: 'It was in this folder already.', item, undo: null };
      await posts.requireFolder(tx, actor, folder);
      await posts.apply(tx, actor, posts.planShared({ posts: [post] }, { do: 'move', folder }));
      return {
        result: 'It was moved.',
        item,
        undo: { do: 'move', item, from: post.folder, to: folder },
      };
    }
    case 'assign': {
      const { person } = command;
      const { assignee: from } = await posts.getItem(tx, actor, item);
      if (from === person) return { result: 'It was assigned already.', item, undo: null };
      await assignIn(tx, actor, item, person, true);
      return { result: 'It was assigned.', item, undo: { do: 'unassign', item, from, to: person } };
    }
    case 'prompt':
      if (!acting.answer) throw new AppError('gone', 409, 'The assistant has not answered.');
      return propose(acting, item, acting.answer);
    case 'comment': {
      if (command.text.trim() === '') throw invalid({ text: ['The comment would be empty.'] });
      const { id } = await comment(inside, actor, item, { text: command.text });
      return { result: 'Commented.', item, undo: { do: 'uncomment', comment: id } };
    }
  }
}

/** The text of a draft that is made without a template. */
const textOf = ({ tokens, link, text, title, post }: Facts): string => {
  const whole =
    tokens.feed === undefined ? text : [title || text, link].filter(Boolean).join('\n\n');
  return (post === null ? verbatim : literal)(whole).trim();
};

/**
 * Somebody may have made a draft of it while its picture was fetched.
 * @throws AppError 409
 */
async function requireUnused({ tx, actor, isAsked }: ActionContext, id: number): Promise<void> {
  await lockEntry(tx, { ...actor, id });
  const [entry] = await findEntries(tx, { ...actor, ids: [id] });
  if (entry?.is_used && !isAsked)
    throw new AppError('stale', 409, 'Something became of this entry already.');
}

const withFirst = <File extends { file: number }>(added: File[], others: readonly File[]) =>
  [...added, ...others.filter(({ file }) => file !== added[0]?.file)].slice(0, MAX_ATTACHMENTS);

async function makeDraft(acting: ActionContext, command: Command & { do: 'draft' }): Promise<Done> {
  const { tx, actor, facts, picture } = acting;
  if (facts.entry !== null) await requireUnused(acting, facts.entry);
  const given = await draftOf(tx, actor, command, facts);
  // The values are of when the run began, the rest is of now.
  const words = { principals: [...new Set([...(command.words ?? [UNKNOWN]), ...facts.words])] };
  const [first, ...rest] = given.parts;
  const media = picture && 'file' in picture && first ? [{ file: picture.file }] : [];
  // A picture of an entry fills a gap; a file that the rule is about comes first.
  const others = facts.file === null ? [] : (first?.media ?? []);
  const parts =
    media.length && first && (facts.file !== null || !first.media.length)
      ? [{ ...first, media: withFirst(media as typeof first.media, others) }, ...rest]
      : given.parts;
  const { items } = await posts.apply(tx, actor, posts.create({ ...given, parts, words }));
  const made = items.find(({ thread_order: order }) => order === 0) as Item;
  if (command.template !== null)
    await noteUse(tx, actor, {
      ...{ id: command.template, values: command.values, item: made.id },
    });
  if (facts.entry !== null) await markMade(tx, { id: facts.entry, item: made.id });
  const [{ post } = { post: 0 }] = await sql.findPost(tx, { ...actor, item: made.id });
  await sql.keepCause(tx, { post, rules: acting.rules });
  const why = picture && 'error' in picture ? ` ${picture.error}` : '';
  return {
    result: `Draft #${made.id} was made.${why}`,
    item: made.id,
    post,
    undo: { do: 'trash', item: made.id },
  };
}

/**
 * The draft that a command makes, as the dry run shows it.
 * @throws AppError where its template is gone, or asks for what is missing
 */
export async function draftOf(
  tx: Parameters<typeof getTemplate>[0],
  actor: Member,
  { from, template, values, folder }: Command & { do: 'draft' },
  facts: Facts,
) {
  if (from === 'template') {
    const found = await getTemplate(tx, actor, template ?? 0).catch(ifThere);
    if (!found) throw new AppError('not_found', 404, 'Its template is not there any more.');
    const long = Object.entries(values).find(([, value]) => value.length > MAX_VALUE);
    if (long)
      throw invalid({ values: [`{{${long[0]}}} would have more than ${MAX_VALUE} characters.`] });
    return fillIn(found, { values, folder });
  }
  const content = textOf(facts);
  if (content === '') throw invalid({ text: ['There is no text to make a draft of.'] });
  const part = { content, network_texts: {}, media: [], ...emptyDetails };
  return {
    ...{ folder: folder as number, status: 'draft' as const, description: null, isThread: false },
    parts: [part],
  };
}

async function submit({ context, tx, actor }: ActionContext, item: number): Promise<Done> {
  const inside = { ...context, ...within(tx) };
  const { status } = await posts.getItem(tx, actor, item);
  if (status === 'review') return { result: 'It was in review already.', item, undo: null };
  await makeTransition(inside, actor, item, { target_state: 'review', comment: null });
  return { result: 'It waits for a review.', item, undo: { do: 'withdraw', item } };
}

/** A wall time so many days after now. */
export const timeOf = (when: RuleWhen, now: number, zone: string) => {
  if (when === 'queue') return 'queue' as const;
  const today = localOf(new Date(now), zone).slice(0, 10);
  return { local: addMinutes(`${today}T${when.at}`, when.days * 24 * 60) };
};

async function schedule(
  { context, tx, actor, zone, rules, rule }: ActionContext,
  item: number,
  { set: id, when, isUnread, ...given }: Command & { do: 'schedule' },
): Promise<Done> {
  const inside = { ...context, ...within(tx) };
  const [set] = await findSet(tx, { ...actor, id });
  if (!set) throw new AppError('not_found', 404, 'Its channel set is not there any more.');
  if (!set.channels.length) throw invalid({ set: [`${set.name} has no accounts.`] });
  const body = { channels: set.channels, at: timeOf(when, context.clock.now(), zone) };
  // Nobody changes it meanwhile; in the order of `publish`.
  if (when === 'queue') await lockChannels(tx, actor, set.channels);
  const { id: ofPost, status } = await posts.lockPost(tx, actor, item);
  // Whoever tags a post, or moves it, has no rights of the rule by that; nor who supplies what it
  // publishes.
  const asks =
    given.asks ||
    !may(actor, 'decide') ||
    (isUnread
      ? await hasOthersWords(tx, actor, { rule, made: ofPost, channels: set.channels })
      : status !== 'approved' || (await findSteered(tx, { ...actor, post: ofPost })).length > 0);
  const proposer = proposing(actor);
  let asked = asks;
  const made = await publish(inside, asks ? proposer : actor, item, body).catch((error) => {
    // Nobody approves their own text here: somebody else has to.
    if (asks || !(error instanceof AppError) || error.status !== 403) throw error;
    asked = true;
    return publish(inside, proposer, item, body);
  });
  await sql.keepCause(tx, { post: ofPost, rules });
  const what = `${many(made.length, 'publication')}, ${whenWords(when)}`;
  return {
    result: asked ? `Proposed: ${what}. A person decides.` : `Scheduled: ${what}.`,
    item,
    undo: { do: 'cancel', publications: made.map((publication) => publication.id) },
  };
}

/** The same turn that the folder takes by itself, in this transaction. */
async function take(
  { context, tx, actor, item, rules }: ActionContext,
  { folder, asks }: Command & { do: 'evergreen' },
): Promise<Done> {
  const inside = { ...context, ...within(tx) };
  const taken = await takeForRule(inside, tx, actor, folder, asks);
  // Later steps are about what they were about before.
  if (!taken) return { result: 'Nothing was taken: no post can come now.', item, undo: null };
  if (taken.post === null || taken.item === null)
    return { result: `“${taken.title}” was left out: ${taken.refusal}`, item, undo: null };
  await sql.keepCause(tx, { post: taken.post, rules });
  return {
    result: `“${taken.title}” was ${taken.isProposed ? 'proposed. A person decides.' : 'scheduled.'}`,
    item: taken.item,
    undo: { do: 'trash', item: taken.item },
  };
}
