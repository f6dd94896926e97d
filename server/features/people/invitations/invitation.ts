import { paths } from '#contract/paths.ts';
import { INVITATION_DAYS } from '#contract/people/members.ts';
import type { AppContext } from '../../../context.ts';

export type LinkContext = Pick<AppContext, 'config' | 'secrets'>;

/** The link is derived from the secret, so that neither the database nor a job stores it. */
export const linkOf = ({ config, secrets }: LinkContext, id: number) =>
  config.origin + paths.invitation(secrets.signId('invitation', id));

type Fate = { accepted_at: string | null; revoked_at: string | null; expired: boolean };

/** The message for an invitation that is no longer valid. */
export function whyInvalid({ accepted_at, revoked_at, expired }: Fate): string | undefined {
  if (accepted_at)
    return 'This invitation has already been used. Ask for a new one, or sign in with the account that used it.';
  if (revoked_at)
    return 'This invitation has been revoked. Ask the person who invited you for another one.';
  if (expired)
    return `This invitation has expired: it was valid for ${INVITATION_DAYS} days. Ask for another one.`;
  return undefined;
}
