import { type Asked, type Known, type Missing, missing } from '#contract/authority/missing.ts';
import type { Status } from '#contract/content/workflow.ts';
import type { Publication, StopCause } from '#contract/publishing/publications.ts';
import type { Executor } from '../../../../database/pool.ts';
import * as sql from './clearance.sql.ts';

/** What a publication lacks to be sent, of the text that is asked about; null where nothing. */
export async function whatLacks(tx: Executor, id: number, asked: Asked): Promise<Missing | null> {
  const [found] = await sql.findKnown(tx, { id });
  return found ? missing(found.known, asked) : { because: 'never' };
}

/** What is due next, or has begun, and would stop at its turn as it is now. */
export async function listLacking(
  executor: Executor,
  limit: number,
): Promise<{ id: number; because: Missing['because'] }[]> {
  const open = await sql.listKnown(executor, { limit });
  return open.flatMap(({ id, asked, known }) => {
    const lacks = missing(known, asked);
    return lacks ? [{ id, because: lacks.because }] : [];
  });
}

/** Why some that wait would not be sent at their next turn, each in a sentence; the others lack nothing. */
export async function lackingOf(
  tx: Executor,
  key: { workspaceId: number; ids: number[] },
): Promise<Map<number, string>> {
  const lacking = new Map<number, string>();
  for (const { id, asked, known } of await sql.listKnownOf(tx, key)) {
    const lacks = missing(known, asked);
    if (lacks) lacking.set(id, (await whyChanged(tx, id, lacks)).detail);
  }
  return lacking;
}

/** Which texts of a publication a person may publish. `known`: where it has stopped. */
export function sendableOf({
  known,
  hasPost,
  offersSource,
}: {
  known: Known | null;
  hasPost: boolean;
  offersSource: boolean;
}): Publication['sendable'] {
  return [
    ...(known && hasPost && !missing(known, 'covered') ? (['scheduled'] as const) : []),
    // Without a post, what was begun goes on.
    ...(known && !(hasPost && missing(known, 'present')) ? (['present'] as const) : []),
    ...(offersSource ? (['source'] as const) : []),
  ];
}

type Why = { detail: string; cause: StopCause | null };

/** Why a publication is not sent, which lacks something: a sentence, and of which kind it is. */
export async function whyChanged(tx: Executor, id: number, lacks: Missing): Promise<Why> {
  switch (lacks.because) {
    case 'source':
      return {
        detail: LOSSES[lacks.source],
        cause: lacks.source === 'changed' ? null : 'taken_back',
      };
    case 'never':
      return { detail: 'This workspace publishes approved texts only.', cause: 'policy' };
    case 'changed':
    case 'left':
      return { detail: await describeChange(tx, id), cause: null };
    case 'replaced':
      return whyReplaced(tx, lacks.approval);
    case 'taken back':
    case 'member removed':
      return { detail: await describeEnding(tx, lacks.approval), cause: 'taken_back' };
  }
}

async function describeChange(tx: Executor, id: number): Promise<string> {
  const [change] = await sql.findChange(tx, { id });
  if (!change) return 'The text is no longer the approved one.';
  return `${change.name ?? DELETED} changed part ${change.position + 1} after it was scheduled.`;
}

async function whyReplaced(tx: Executor, approval: number): Promise<Why> {
  const [ending] = await sql.findEnding(tx, { approval });
  if (ending?.isOfSource) return { detail: LOSSES.changed, cause: null };
  const name = ending?.name ?? DELETED;
  return { detail: `${name} approved another text after it was scheduled.`, cause: 'taken_back' };
}

async function describeEnding(tx: Executor, approval: number): Promise<string> {
  const [ending] = await sql.findEnding(tx, { approval });
  if (!ending?.became && !ending?.name) return 'The approval of its text was taken back.';
  const saying = ending.comment ? `: “${ending.comment}”` : '.';
  const deed = ending.isOfSource ? 'took back the post that this repeats' : deedOf(ending);
  return `${ending.name ?? DELETED} ${deed}${saying}`;
}

const deedOf = (ending: { became: Status | null; isRejected: boolean } | undefined) =>
  ending?.isRejected
    ? 'rejected it after it was scheduled'
    : ((ending?.became && DEEDS[ending.became]) ?? 'withdrew its approval');

const DELETED = 'A deleted user';

/** What became of the source of a copy. */
const LOSSES = {
  deleted: 'The post that this repeats was deleted.',
  trashed: 'The post that this repeats is in the trash.',
  changed: 'The post that this repeats has changed since.',
} as const;

const DEEDS: Partial<Record<Status, string>> = {
  draft: 'moved it back to draft after it was approved',
  review: 'sent it back to review after it was approved',
  archived: 'archived it after it was approved',
};
