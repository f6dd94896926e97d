import { useEffect, useRef } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/auth/AuthCard.tsx';
import { LoginForm } from '#web/features/auth/LoginForm.tsx';
import { isOwnPath, paths } from '#web/lib/paths.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { toast } from '#web/ui/Toaster.tsx';

/** What other pages hand over when they lead here. */
/** `of`: who it was that wanted to go there, where that is known. */
type State = { from?: Location; of?: number; message?: string; signingOut?: boolean } | null;

export default function LoginPage() {
  const { state } = useLocation() as { state: State };
  const signedIn = useAuth((auth) => auth.isAuthenticated);
  const user = useAuth((auth) => auth.user);
  const { pathname = paths.content, search = '', hash = '' } = state?.from ?? {};
  const returnPath = isOwnPath(pathname) ? `${pathname}${search}${hash}` : paths.content;

  const told = useRef(false);
  useEffect(() => {
    if (!state?.message || told.current) return;
    told.current = true;
    toast({ title: state.message });
  }, [state]);

  // Whoever is signed in, now or before, goes where they wanted to go; who is just leaving stays.
  if (signedIn && !state?.signingOut) {
    const another = state?.of !== undefined && state.of !== user?.id;
    return <Navigate to={another ? paths.content : returnPath} replace />;
  }
  return (
    <AuthCard
      title="Welcome back"
      subtitle="Sign in to your account"
      footer={
        <>
          No account yet? <TextLink to={paths.register}>Create one</TextLink>
        </>
      }
    >
      <PageHead title="Sign In" description="Sign in to your workspace for social media posts." />
      <LoginForm returnPath={returnPath} />
    </AuthCard>
  );
}
