import { publishesUnasked } from '#contract/automation/rules-sentence.ts';
import type { RuleText } from '#contract/automation/rules-settings.ts';
import { rolesFor } from '#contract/roles.ts';
import { type Member, may } from '../../../actor.ts';
import { AppError } from '../../../errors.ts';

/** Who saves rules that publish without asking, and switches them on. */

type Given = Pick<RuleText, 'actions' | 'becomes'>;

/** @throws AppError 403 */
export function requirePublisher(person: Member, rule: Given): void {
  if (!publishesUnasked(rule) || may(person, 'decide', 'publish')) return;
  throw new AppError(
    'forbidden',
    403,
    `A rule that publishes without asking can be saved and switched on only by: ${rolesFor('decide')}.`,
  );
}

/** What is asked again in the transaction: the role of a request may be that of a moment ago. */
export const neededFor = (rule: Given) => (publishesUnasked(rule) ? 'decide' : 'write');
