import type { Actor } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { invalid } from '../../../errors.ts';
import { type Applied, apply } from './apply.ts';
import type { Plan, Post } from './post.ts';
import * as sql from './posts.sql.ts';

/** How a save is named in the history. What was taken from the assistant has its own version. */
export const saveAction = ({ autosave, assisted }: Save) =>
  assisted ? 'assist' : autosave ? 'autosave' : 'update';

type Save = { autosave?: boolean | undefined; assisted?: boolean | undefined };

/**
 * Applies the plan of a save. A version that was saved automatically is replaced by the next save
 * of the same person within the same ten minutes (docs/domain/review.md, 'Autosave'). Its author
 * stays the author of the version that replaces it, so that nobody approves what they wrote
 * themselves.
 * @throws AppError 400 where an autosave is not of a draft; as `apply`
 */
export async function applySave(
  tx: Transaction,
  actor: Actor,
  post: Post & { autosaved: ReadonlySet<number> },
  plan: Plan,
  { autosave = false, assisted = false }: Save,
): Promise<Applied> {
  // A changed text may lose its approval, or appear in public: nobody has decided that.
  if (
    autosave &&
    plan.some(
      ({ before, after }) => (before ?? after).status !== 'draft' || after.status !== 'draft',
    )
  )
    throw invalid({ autosave: ['Only drafts are saved automatically.'] });
  const { workspaceId } = actor;
  if (autosave && (await sql.isPlanned(tx, { workspaceId, post: post.id })).length)
    throw invalid({
      autosave: ['Posts that are about to be published are not saved automatically.'],
    });
  const replaceable = assisted ? [] : post.parts.filter(({ id }) => post.autosaved.has(id));
  // The entry of the first of them says what the text was before.
  const unaudited = new Set(autosave ? replaceable.map(({ id }) => id) : []);
  const applied = await apply(tx, actor, plan, { unaudited });
  if (replaceable.length)
    await sql.foldAutosaved(tx, {
      workspaceId,
      autosave,
      ids: replaceable.map(({ id }) => id),
      versions: replaceable.map(({ version }) => version),
    });
  return applied;
}
