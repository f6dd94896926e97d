import type * as contract from '#contract/core/auth.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import {
  createAccount,
  type Origin,
  type SignedIn,
  startSession,
} from '../../core/auth/auth.service.ts';
import { hashPassword, requireUncommon } from '../../core/passwords/passwords.service.ts';
import { requestEmailVerification } from '../addresses/addresses.service.ts';

const BY_ADDRESS = { attempts: 10, seconds: 60 * 60 };

type Context = Pick<AppContext, 'database' | 'live' | 'jobs' | 'tokens' | 'limits'>;

/**
 * Creates an account with a workspace, signs the person in, and mails the verification link.
 * @throws AppError 400 where the address has an account or the password is a common one; 429
 */
export async function register(
  context: Context,
  body: Parsed<typeof contract.register>['body'],
  origin: Origin,
): Promise<SignedIn> {
  const { jobs, limits, tokens } = context;
  await limits.countFrom('register', origin.ip, BY_ADDRESS);
  await requireUncommon(body.password, 'password');
  const passwordHash = await hashPassword(limits, origin.ip, body.password);
  return transaction(context, async (tx) => {
    const user = await createAccount(
      tx,
      { email: body.email, name: body.name, passwordHash, zone: body.time_zone },
      origin.ip,
    );
    await requestEmailVerification(tx, jobs, { userId: user.id, email: body.email });
    return startSession(tx, tokens, user, origin);
  });
}
