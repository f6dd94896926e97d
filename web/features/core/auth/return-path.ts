import type { Location } from 'react-router';
import { isOwnPath } from '#contract/paths.ts';

/** Where a person came from who had to sign in, or to make an account, first. */
export const returnPathOf = (from: Location | undefined): string | undefined =>
  from && isOwnPath(from.pathname) ? `${from.pathname}${from.search}${from.hash}` : undefined;
