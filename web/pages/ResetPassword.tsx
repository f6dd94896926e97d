import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { clearAuth } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/auth/AuthCard.tsx';
import { ResetForm } from '#web/features/auth/ResetForm.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

const REDIRECT_MS = 3000;
const DONE = 'Password reset successful! Please log in with your new password.';

/**
 * The reset link of a mail (docs/domain.md, 'Password reset'). The link is checked when the form is
 * sent.
 */
export default function ResetPasswordPage() {
  const { uid, token } = useParams();
  const [state, setState] = useState<'validating' | 'ready' | 'done'>('validating');
  const navigate = useNavigate();
  useEffect(() => setState('ready'), []);
  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(
      () => navigate(paths.login, { replace: true, state: { message: DONE } }),
      REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [state, navigate]);
  const help = <TextLink to={paths.contact}>Contact support</TextLink>;

  if (state === 'validating') {
    return (
      <main className="grid min-h-dvh place-items-center">
        <p role="status">Validating reset link...</p>
      </main>
    );
  }
  if (!uid || !token) {
    return (
      <AuthCard title="Invalid Reset Link" footer={help}>
        <title>Invalid Reset Link</title>
        <p className="text-center">Invalid reset link. Please request a new password reset.</p>
        <Button asChild variant="primary" size="large">
          <Link to={paths.forgotPassword}>Request New Reset Link</Link>
        </Button>
        <Button asChild size="large">
          <Link to={paths.login}>Back to Login</Link>
        </Button>
      </AuthCard>
    );
  }
  if (state === 'done') {
    return (
      <AuthCard
        title="Password Reset Complete!"
        footer={<TextLink to={paths.login}>Back to Login</TextLink>}
      >
        <title>Password Reset Complete!</title>
        <p role="status" className="text-center">
          You can now sign in with your new password. You’ll be taken to the login page in a moment.
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Set New Password" footer={<TextLink to={paths.login}>Back to Login</TextLink>}>
      <title>Set New Password</title>
      <ResetForm
        uid={uid}
        token={token}
        onDone={() => {
          // All sessions have ended, including this browser's.
          clearAuth();
          setState('done');
        }}
      />
    </AuthCard>
  );
}
