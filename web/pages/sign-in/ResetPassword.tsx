import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { confirmPasswordReset } from '#contract/people/recovery.ts';
import { clearAuth } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { ResetForm } from '#web/features/core/auth/ResetForm.tsx';
import { AccessList } from '#web/features/people/account/AccessList.tsx';
import { LeftAccess } from '#web/features/people/account/LeftAccess.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

const REDIRECT_MS = 3000;
const DONE = 'Password reset successful! Please log in with your new password.';

/**
 * The reset link of a mail (docs/domain/people.md, 'Password reset'). The link is checked when the
 * form is sent.
 */
export default function ResetPasswordPage() {
  const { uid, token } = useParams();
  const [state, setState] = useState<'validating' | 'ready' | 'done'>('validating');
  const [done, setDone] = useState<ResponseOf<typeof confirmPasswordReset>>();
  const isOver = state === 'done' && !done?.left.length;
  const navigate = useNavigate();
  useEffect(() => setState('ready'), []);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(
      () => navigate(paths.login, { replace: true, state: { message: DONE } }),
      REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [isOver, navigate]);
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
          You can now sign in with your new password.
          {isOver && ' You’ll be taken to the login page in a moment.'}
        </p>
        {done && done.ended.length > 0 && (
          <section>
            <h2 className="mb-2 font-medium">This acted for you and has ended</h2>
            <AccessList access={done.ended} />
          </section>
        )}
        {done && done.left.length > 0 && (
          <LeftAccess
            access={done.left}
            token={done.end_token}
            onEnded={() => setDone({ ...done, left: [] })}
          />
        )}
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Set New Password" footer={<TextLink to={paths.login}>Back to Login</TextLink>}>
      <title>Set New Password</title>
      <ResetForm
        uid={uid}
        token={token}
        onDone={(answer) => {
          // All sessions have ended, including this browser's.
          clearAuth();
          setDone(answer);
          setState('done');
        }}
      />
    </AuthCard>
  );
}
