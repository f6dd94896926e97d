import { RuleText } from '#contract/automation/rules-settings.ts';
import type { Secrets } from '../../../secrets.ts';

/**
 * The proof that a text of a rule was tried in a workspace: the page that tries a rule before it is
 * saved sends it with the save. Its name is not part of it.
 */

const textOf = (workspaceId: number, rule: RuleText): string => {
  // In the order of the schema, however it was sent.
  const { trigger, conditions, actions, becomes } = RuleText.parse(rule);
  return JSON.stringify([workspaceId, trigger, conditions, actions, becomes]);
};

export const proofOf = (secrets: Secrets, workspaceId: number, rule: RuleText): string =>
  secrets.mac('tried rule', textOf(workspaceId, rule));

export const isProof = (
  secrets: Secrets,
  workspaceId: number,
  rule: RuleText,
  proof: string | undefined,
): boolean => proof !== undefined && secrets.isMac('tried rule', textOf(workspaceId, rule), proof);
