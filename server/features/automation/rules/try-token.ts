import { RuleText } from '#contract/automation/rules-settings.ts';
import type { Secrets } from '../../../secrets.ts';

/**
 * A token that proves that a text of a rule was tried in a workspace: the page that tries a rule before it is
 * saved sends it with the save. Its name is not part of it.
 */

/** What a rule does, as text, in whatever order its keys are. */
export function canonical(rule: RuleText): string {
  const { trigger, conditions, actions, becomes } = RuleText.parse(rule);
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify([trigger, conditions, actions, becomes], sorted);
}

const textOf = (workspaceId: number, rule: RuleText) => `${workspaceId} ${canonical(rule)}`;

export const tryTokenOf = (secrets: Secrets, workspaceId: number, rule: RuleText): string =>
  secrets.mac('tried rule', textOf(workspaceId, rule));

export const isTryToken = (
  secrets: Secrets,
  workspaceId: number,
  rule: RuleText,
  token: string | undefined,
): boolean => token !== undefined && secrets.isMac('tried rule', textOf(workspaceId, rule), token);
