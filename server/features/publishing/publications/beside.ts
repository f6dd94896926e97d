import type { Network } from '#contract/networks/names.ts';
import type { Options } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError } from '../../../errors.ts';
import { preventsSelfApproval } from '../../content/posts/posts.service.ts';

/**
 * Words that are published beside the text of a post: where nobody approves their own, an author
 * proposes them with the post, and they are approved with it.
 */

/** The options that are words, as a person calls them. */
export const wordsAmong = (network: Network, options: Options): string[] =>
  (networks[network].options ?? []).flatMap(({ name, label, values, isSwitch }) =>
    !values && !isSwitch && options[name]?.trim() ? `‘${label}’` : [],
  );

/** The same of what is done afterwards. */
export const wordsAfterwards = (all: readonly GivenAfterward[]): string[] =>
  all.some(({ kind }) => kind === 'reply') ? ['a reply'] : [];

/** @throws AppError 403 where somebody else has to approve these words */
export async function requireProposed(
  tx: Executor,
  person: Member,
  [words]: readonly string[],
): Promise<void> {
  if (words === undefined || !(await preventsSelfApproval(tx, person))) return;
  throw new AppError(
    'forbidden',
    403,
    `In this workspace, someone else has to approve the text of ${words}: have an author propose the post with it.`,
  );
}
