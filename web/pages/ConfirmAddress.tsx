import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { useConfirmAddress, useSendAddressLink } from '#web/features/account/account-queries.ts';
import { AuthCard } from '#web/features/auth/AuthCard.tsx';
import { signOut } from '#web/features/auth/session.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/** Where the link of a mail leads that confirms an address: it does so at once, for whoever is signed in. */
export default function ConfirmAddressPage() {
  const { token = '' } = useParams();
  const user = useAuth((state) => state.user);
  const { mutate, data, error } = useConfirmAddress();
  const send = useSendAddressLink();
  useEffect(() => mutate(token), [mutate, token]);

  return (
    <AuthCard
      title={data ? 'Address confirmed' : 'Confirm your address'}
      footer={<TextLink to={paths.settings}>Settings</TextLink>}
    >
      <title>Confirm your address</title>
      {!data && !error && <p role="status">Confirming your address...</p>}
      {data && (
        <>
          <p role="status" className="break-words text-center">
            {data.email} is the address of your account.
          </p>
          <Button asChild variant="primary" size="large">
            <Link to={paths.content}>Go to your content</Link>
          </Button>
        </>
      )}
      {error && (
        <>
          <Alert>{error.message || 'Failed to confirm the address'}</Alert>
          <p className="break-words text-muted">You are signed in as {user?.email ?? user?.name}.</p>
          {(!user?.email_proved || user.pending_email) && (
            <Button variant="primary" size="large" busy={send.isPending} onClick={() => send.mutate()}>
              Send another link
            </Button>
          )}
          <Button onClick={signOut}>Use another account</Button>
        </>
      )}
    </AuthCard>
  );
}
