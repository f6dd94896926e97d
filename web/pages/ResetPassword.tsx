import { Link } from 'react-router';
import { AuthCard } from '#web/features/auth/AuthCard.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/** No link leads here as long as this server sends none; one that is typed is not valid. */
export default function ResetPasswordPage() {
  return (
    <AuthCard title="Invalid Reset Link" footer={<TextLink to={paths.contact}>Contact</TextLink>}>
      <title>Invalid Reset Link</title>
      <p className="text-center">Invalid reset link. Please request a new password reset.</p>
      <Button asChild variant="primary">
        <Link to={paths.forgotPassword}>Request New Reset Link</Link>
      </Button>
      <Button asChild>
        <Link to={paths.login}>Back to Login</Link>
      </Button>
    </AuthCard>
  );
}
