import { useEffect, useRef } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useAuth, useAuthSettled, useSessionEnd } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { LoginForm } from '#web/features/core/auth/LoginForm.tsx';
import { returnPathOf } from '#web/features/core/auth/return-path.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/**
 * The navigation state of pages that redirect here. `of`: the person whose location it was, where
 * known.
 */
type State = { from?: Location; of?: number; message?: string; signingOut?: boolean } | null;

export default function LoginPage() {
  const { state } = useLocation() as { state: State };
  // The page is prerendered for guests.
  const known = useAuthSettled();
  const signedIn = useAuth((auth) => auth.isAuthenticated) && known;
  const user = useAuth((auth) => auth.user);
  const { why } = useSessionEnd();
  const returnPath = returnPathOf(state?.from) ?? paths.content;

  const shown = useRef(false);
  useEffect(() => {
    if (!state?.message || shown.current) return;
    shown.current = true;
    toast({ title: state.message });
  }, [state]);

  // Redirects a person who is signed in; not one who is signing out.
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
          No account yet?{' '}
          <TextLink to={paths.register} state={state?.from && { from: state.from }}>
            Create one
          </TextLink>
        </>
      }
    >
      <PageHead title="Sign In" description="Sign in to your workspace for social media posts." />
      {why && <Alert>{why}</Alert>}
      <LoginForm returnPath={returnPath} />
    </AuthCard>
  );
}
