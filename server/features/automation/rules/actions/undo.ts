import type { Member } from '../../../../actor.ts';
import { within } from '../../../../database/nested.ts';
import type { Transaction, Transactional } from '../../../../database/transaction.ts';
import { AppError, ifThere } from '../../../../errors.ts';
import { assignIn } from '../../../content/assignments/assignments.service.ts';
import { deleteComment } from '../../../content/comments/comments.service.ts';
import { deleteItem } from '../../../content/items/items.service.ts';
import * as posts from '../../../content/posts/posts.service.ts';
import { cancel, cancelAfterward } from '../../../publishing/publications/publications.service.ts';
import { removeOfRun } from '../proposals.sql.ts';
import type { Step, Undo } from './steps.ts';

/** How a run is undone, with the rights of the person who asks for it. */

const TEXTS: Readonly<Record<Exclude<Undo['do'], 'trash'>, string>> = {
  withdraw: 'takes the request for review back',
  tags: 'gives it the tags that it had',
  move: 'moves it back to its folder',
  cancel: 'takes its publications off the schedule',
  unassign: 'assigns it to whom it was assigned before',
  uncomment: 'deletes the comment',
  unpropose: 'discards what the assistant proposed',
  cancel_afterward: 'cancels what it planned for afterwards, unless it is done',
};

/** What a draft is moved to the trash for is undone by that, too. */
function undosOf(steps: readonly Step[]): Undo[] {
  const all = steps.flatMap(({ undo }) => undo ?? []).toReversed();
  const draft = all.find((undo) => undo.do === 'trash');
  return draft ? [draft] : all;
}

/** What undoing does, as sentences. */
export function undoText(steps: readonly Step[], isOfEntry: boolean): string | null {
  const undos = undosOf(steps);
  const told = steps.some(({ kind, state }) => kind === 'notify' && state === 'done')
    ? ['What people were told stays.']
    : [];
  if (!undos.length) return told[0] ?? null;
  const [first] = undos;
  const does =
    first?.do === 'trash'
      ? `Undo moves draft #${first.item} to the trash${steps.some(({ undo }) => undo?.do === 'withdraw') ? ' and takes the request back' : ''}.`
      : `Undo ${new Intl.ListFormat('en-GB').format(undos.map((undo) => (undo.do === 'trash' ? '' : TEXTS[undo.do])))}.`;
  const used =
    isOfEntry && first?.do === 'trash'
      ? ['The entry stays used up: Run again makes the draft anew.']
      : [];
  return [does, ...used, ...told].join(' ');
}

/** @throws AppError 403; 409 where it cannot be undone any more */
export async function undoSteps(
  context: Transactional,
  tx: Transaction,
  person: Member,
  steps: readonly Step[],
): Promise<void> {
  for (const undo of undosOf(steps)) await undoOne({ ...context, ...within(tx) }, tx, person, undo);
}

async function undoOne(
  inside: Transactional,
  tx: Transaction,
  person: Member,
  undo: Undo,
): Promise<void> {
  switch (undo.do) {
    case 'trash': {
      const item = await posts.getItem(tx, person, undo.item).catch(ifThere);
      if (!item) return;
      const delivery = item.publications?.state;
      if (delivery === 'published' || delivery === 'publishing')
        throw new AppError('stale', 409, 'The draft was published: delete it at the post.');
      return deleteItem(inside, person, undo.item);
    }
    case 'withdraw': {
      const [post] = await posts.lockPosts(tx, person, [undo.item]);
      if (post?.status !== 'review') return;
      const back = { do: 'status' as const, status: 'draft' as const };
      await posts.apply(tx, person, posts.planShared({ posts: [post] }, back));
      return;
    }
    case 'tags': {
      const [post] = await posts.lockPosts(tx, person, [undo.item]);
      if (!post) return;
      const { add, remove } = undo;
      await posts.apply(tx, person, posts.plan({ posts: [post] }, { do: 'tag', add, remove }));
      return;
    }
    case 'move': {
      const [post] = await posts.lockPosts(tx, person, [undo.item]);
      // Somebody has moved it since.
      if (post?.folder !== undo.to) return;
      const back = { do: 'move' as const, folder: undo.from };
      await posts.apply(tx, person, posts.planShared({ posts: [post] }, back));
      return;
    }
    case 'unassign': {
      const item = await posts.getItem(tx, person, undo.item).catch(ifThere);
      // Somebody has assigned it since, or whoever had it cannot have it any more.
      if (item?.assignee !== undo.to) return;
      await assignIn(tx, person, undo.item, undo.from).catch((error) => {
        if (!(error instanceof AppError)) throw error;
        return assignIn(tx, person, undo.item, null);
      });
      return;
    }
    case 'cancel':
      for (const id of undo.publications) await cancel(inside, person, id);
      return;
    case 'cancel_afterward':
      return cancelAfterward(inside, person, undo.afterward);
    case 'unpropose':
      await removeOfRun(tx, { workspaceId: person.workspaceId, run: undo.run });
      return;
    case 'uncomment':
      await deleteComment(inside, person, undo.comment).catch(ifThere);
  }
}
