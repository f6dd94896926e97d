import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isOwnPath, paths } from '#contract/paths.ts';
import { me } from '#contract/people/account.ts';
import { setAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { toast } from '#web/ui/overlays/toast.ts';

const RETURN = 'oauth_return_url';

/** The end of social sign-in: signs in and navigates, or shows the error on the sign-in page. */
export default function AuthCallbackPage() {
  const [query] = useState(takeQuery);
  const navigate = useNavigate();
  useEffect(() => {
    let gone = false;
    void complete(query).then((to) => {
      if (!gone) void navigate(to, { replace: true });
    });
    return () => {
      gone = true;
    };
  }, [query, navigate]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Completing sign in</title>
      <p role="status">Completing sign in...</p>
    </main>
  );
}

/** Removes the tokens from the URL first: no history and no referrer contains them. */
function takeQuery() {
  const query = new URLSearchParams(window.location.search);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return query;
}

/** The next path. */
async function complete(query: URLSearchParams): Promise<string> {
  const refuse = (title: string, description: string) => {
    toast({ title, description, variant: 'destructive' });
    return paths.login;
  };
  const begun = sessionStorage.getItem(RETURN);
  sessionStorage.removeItem(RETURN);
  if (query.has('error')) {
    // Messages in a forged address are not shown.
    const said = begun === null ? null : query.get('error_description') || query.get('description');
    return refuse('Authentication Failed', said || 'Social login failed. Please try again.');
  }
  const [access, refresh] = [query.get('access_token'), query.get('refresh_token')];
  // Only a tab that began the sign-in accepts its result.
  if (!access || !refresh || begun === null)
    return refuse('Authentication Error', 'Invalid authentication response. Please try again.');
  const user = await call(me, { token: access }).catch(() => null);
  if (!user) return refuse('Authentication Error', 'Failed to complete sign in. Please try again.');
  setAuth(user, access, refresh);
  if (query.get('new_user') === 'true') toast({ title: 'Welcome to the product!', duration: 5000 });
  else toast({ title: 'Welcome back!', duration: 3000 });
  const next = query.get('next') ?? begun;
  return isOwnPath(next) ? next : paths.content;
}
