import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { toast } from '#web/ui/Toaster.tsx';

/** Where social sign-in comes back to (section 2). As no server of ours completes it yet, every road ends at the form. */
export default function AuthCallbackPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    const description = query.get('error_description') || query.get('description');
    toast(
      query.has('error')
        ? {
            title: 'Authentication Failed',
            description: description || 'Social login failed. Please try again.',
            variant: 'destructive',
          }
        : {
            title: 'Authentication Error',
            description: 'Invalid authentication response. Please try again.',
            variant: 'destructive',
          },
    );
    navigate(paths.login, { replace: true });
  }, [query, navigate]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <p role="status">Completing sign in...</p>
    </main>
  );
}
