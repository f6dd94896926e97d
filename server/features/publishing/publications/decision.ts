import { type Member, may, onChannels, requireCapability } from '../../../actor.ts';
import { AppError } from '../../../errors.ts';

/** A proposal may be changed by everybody who writes. @throws AppError 403 */
export function requireDecision(
  person: Member,
  { state, channel }: { state: string; channel: number },
) {
  const decider = onChannels(person, [channel]);
  if (state === 'proposed' || may(decider, 'decide', 'publish')) return;
  // A program is told which scope it takes.
  if (person.key) requireCapability(decider, 'decide', 'publish');
  throw new AppError('forbidden', 403, 'Only members who can publish may change scheduled posts.');
}
