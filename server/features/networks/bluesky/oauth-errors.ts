import * as oauth from 'oauth4webapi';
import { type FailureKind, NetworkError } from '../failures.ts';

/** What the refusals of a login of AT Protocol mean. */

/** Repeats a call whose nonce is missing or too old: nothing has happened yet. */
export const withNonce = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return work();
  });

/** Calls a login, and explains its refusals. */
export async function run<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await withNonce(work);
  } catch (error) {
    if (error instanceof oauth.WWWAuthenticateChallengeError)
      throw misunderstood('the login server refused the call');
    if (
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.AuthorizationResponseError
    ) {
      // The error has the whole response: it is no cause, which could be logged.
      throw new NetworkError(kindOf(error), error.error, error.error_description ?? error.error);
    }
    // They have the tokens as their cause.
    if (
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError ||
      isNoUrl(error)
    )
      throw misunderstood('the login server sent an unexpected response');
    throw error;
  }
}

/** The library parses the issuer that a server names, which may be no address. */
const isNoUrl = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL';

/** Only a refused grant says that the access was revoked; a refused client is our own fault. */
function kindOf({ error, ...rest }: { error: string; status?: number }): FailureKind {
  if (error === 'invalid_grant') return 'reauthorize';
  if (/^(invalid|unauthorized)_client/.test(error)) return 'operator';
  return rest.status === 429 ? 'rate_limited' : 'transient';
}

export const misunderstood = (why: string) =>
  new NetworkError('transient', 'oauth', `Bluesky can’t be connected: ${why}`);
