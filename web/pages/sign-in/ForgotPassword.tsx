import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { ForgotForm } from '#web/features/core/auth/ForgotForm.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo) {
    return (
      <AuthCard title="Check your email" footer={<Help />}>
        <title>Check your email</title>
        <p role="status" className="text-center">
          If <strong className="break-words font-medium">{sentTo}</strong> has an account,
          instructions to set a new password are on their way. The link expires in one hour.
        </p>
        <Button size="large" onClick={() => setSentTo(undefined)}>
          Send another email
        </Button>
        <Button asChild variant="primary" size="large">
          <Link to={paths.login}>Back to login</Link>
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Forgot your password?"
      subtitle="We’ll email you a link to set a new one"
      footer={
        <>
          <TextLink to={paths.login}>Back to login</TextLink> · <Help />
        </>
      }
    >
      <PageHead title="Forgot your password?" description="Get a link to set a new password." />
      <ForgotForm onSent={setSentTo} />
    </AuthCard>
  );
}

const Help = () => <TextLink to={paths.contact}>Contact support</TextLink>;
