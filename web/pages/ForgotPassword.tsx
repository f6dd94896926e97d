import { AuthCard } from '#web/features/auth/AuthCard.tsx';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function ForgotPasswordPage() {
  return (
    <AuthCard
      title="Forgot your password?"
      footer={
        <>
          <TextLink to={paths.login}>Back to login</TextLink> · <TextLink to={paths.contact}>Contact</TextLink>
        </>
      }
    >
      <title>Forgot your password?</title>
      <p>
        This server cannot send mail yet, so a password cannot be reset from here. Ask whoever runs it: they can give
        you access to your account again.
      </p>
    </AuthCard>
  );
}
