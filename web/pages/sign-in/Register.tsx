import { type Location, Navigate, useLocation, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { RegisterForm } from '#web/features/core/auth/RegisterForm.tsx';
import { returnPathOf } from '#web/features/core/auth/return-path.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function RegisterPage() {
  const signedIn = useAuth((auth) => auth.isAuthenticated);
  const [query] = useSearchParams();
  // A person who came from an invitation, or from what an app asks for, returns to it.
  const { state } = useLocation() as { state: { from?: Location } | null };
  if (signedIn) return <Navigate to={returnPathOf(state?.from) ?? paths.home} replace />;
  return (
    <AuthCard
      title="Create your account"
      subtitle="14 days free, no credit card"
      footer={
        <>
          Already have an account?{' '}
          <TextLink to={paths.login} state={state}>
            Sign in
          </TextLink>
        </>
      }
    >
      <PageHead
        title="Create your account"
        description="Create an account to write, schedule and publish social media posts. 14 days free, no credit card."
      />
      <RegisterForm email={query.get('email') ?? ''} />
    </AuthCard>
  );
}
