import { can, ROLES } from '#contract/roles.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { About } from './facts.ts';
import { findOthersWords } from './words.sql.ts';

/**
 * Whose words and files a rule would publish without asking. They are those of people who may publish,
 * or a person decides.
 */

const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

/**
 * Where the words of each thing that a run can be about come from: who wrote a post is in its versions,
 * who wrote anything else in the audit log. Null: its words are those of no member.
 */
export const WORDS_OF: Readonly<Record<keyof About, 'post' | 'file' | 'note' | null>> = {
  post: 'post',
  file: 'file',
  note: 'note',
  // Of the site, or of the sender, that somebody who may publish has named in the rule.
  entry: null,
  call: null,
  // What networks and the server say.
  ...{ publication: null, figure: null, channel: null, left: null, at: null },
};

type Draft = {
  rule: number;
  /** What the run is about. */
  about: About;
  /** The post that it has made. */
  made: number;
  channels: readonly number[];
};

/** Whether a draft of a rule has words or files of others than those who may publish, or of nobody knows whom. */
export async function hasOthersWords(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  { rule, about, made, channels }: Draft,
): Promise<boolean> {
  const sources = Object.entries(about).flatMap(([name, id]) => {
    const type = WORDS_OF[name as keyof About];
    return type === null ? [] : [{ type, id }];
  });
  const [other] = await findOthersWords(executor, {
    ...{ workspaceId, rule, made, channels: [...channels], roles: DECIDERS },
    sources: JSON.stringify(sources),
  });
  return other !== undefined;
}
