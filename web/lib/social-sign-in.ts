import { paths } from './paths.ts';

/** Goes to X to sign in, and from there to this path of ours (section 2, 'Social sign-in callback'). */
export function continueWithX(returnPath: string) {
  sessionStorage.setItem('oauth_return_url', returnPath);
  window.location.assign(paths.socialSignIn(returnPath));
}
