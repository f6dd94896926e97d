import { PERMISSION } from './adapter.ts';
import { NetworkError } from './failures.ts';

/** Permissions for figures, which people give when they connect an account. */

/**
 * @param name of the network
 * @throws NetworkError where it is known that they were not given
 */
export function requirePermission(name: string, isGiven: boolean | undefined): void {
  if (isGiven === false)
    throw new NetworkError('reauthorize', PERMISSION, `${name} gives no permission for figures`);
}

/**
 * A call that needs them. What it says of a permission is not the end of the connection.
 * @param isMissing whether an error is about the permission; others are passed on
 */
export const needingPermission = <Result>(
  call: Promise<Result>,
  isMissing: (error: NetworkError) => boolean,
): Promise<Result> =>
  call.catch((error: unknown) => {
    if (error instanceof NetworkError && isMissing(error))
      throw new NetworkError('reauthorize', PERMISSION, error.message);
    throw error;
  });
