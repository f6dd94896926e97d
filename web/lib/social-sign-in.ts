import { paths } from '#contract/paths.ts';
import { withBase } from './base.ts';
import { OWN_ZONE } from './time/locale.ts';

/**
 * Starts the sign-in with X, which returns to this path (docs/domain/people.md, 'Social sign-in').
 */
export function continueWithX(returnPath: string) {
  sessionStorage.setItem('oauth_return_url', returnPath);
  window.location.assign(withBase(paths.socialSignIn(returnPath, OWN_ZONE)));
}
