import { Link, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { signOut } from '#web/features/core/auth/session.ts';
import {
  useConfirmAddress,
  useKnownAddress,
  useSendAddressLink,
} from '#web/features/people/account/account-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/**
 * The verification link of a mail. It names the address and waits for a click: mail scanners and
 * forwarded links change nothing.
 */
export default function ConfirmAddressPage() {
  const { token = '' } = useParams();
  const user = useAuth((state) => state.user);
  const isKnown = useKnownAddress(true);
  const { mutate, isPending, data, error } = useConfirmAddress();
  const send = useSendAddressLink();
  const asked = user?.pending_email ?? user?.email;
  const waits = user?.pending_email != null || user?.email_proved === false;

  return (
    <AuthCard
      title={data ? 'Email confirmed' : 'Confirm your email'}
      footer={<TextLink to={paths.settings}>Settings</TextLink>}
    >
      <title>Confirm your email</title>
      {!isKnown && <Skeleton className="h-24" />}
      {isKnown && !data && !error && (
        <>
          <p className="break-words text-center">
            {user?.pending_email
              ? `Change your email from ${user.email} to ${asked}?`
              : `Confirm that ${asked} is your email address.`}
          </p>
          <Button variant="primary" size="large" busy={isPending} onClick={() => mutate(token)}>
            Confirm email
          </Button>
        </>
      )}
      {data && (
        <>
          <p role="status" className="break-words text-center">
            {data.email} is now confirmed.
          </p>
          <Button asChild variant="primary" size="large">
            <Link to={paths.content}>Go to your content</Link>
          </Button>
        </>
      )}
      {error && (
        <>
          <Alert>{error.message || 'Failed to confirm your email'}</Alert>
          <p className="break-words text-muted">
            You are signed in as {user?.email ?? user?.name}.
          </p>
          {waits && (
            <Button
              variant="primary"
              size="large"
              busy={send.isPending}
              onClick={() => send.mutate()}
            >
              Send another link
            </Button>
          )}
          <Button onClick={signOut}>Use another account</Button>
        </>
      )}
    </AuthCard>
  );
}
