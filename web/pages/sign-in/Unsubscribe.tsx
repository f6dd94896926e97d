import { useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { KINDS, kindsOf } from '#contract/people/notifications.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { useUnsubscribe } from '#web/features/people/notifications/notification-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

/** The link in a digest that ends emails of its kinds. It waits for a click: see ConfirmAddress. */
export default function UnsubscribePage() {
  const { token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useUnsubscribe();
  const kinds = kindsOf(token);

  return (
    <AuthCard
      title={isSuccess ? 'Emails stopped' : 'Stop these emails'}
      footer={<TextLink to={paths.notificationSettings}>All notification settings</TextLink>}
    >
      <title>Stop these emails</title>
      {isSuccess ? (
        <p role="status">You won’t be emailed any more when:</p>
      ) : (
        <p>You get an email when:</p>
      )}
      <ul className="list-disc pl-5">
        {kinds.map((kind) => (
          <li key={kind}>{KINDS[kind].label}</li>
        ))}
      </ul>
      {error && <Alert>{error.message || 'Failed to stop the emails'}</Alert>}
      {!isSuccess && (
        <Button variant="primary" size="large" busy={isPending} onClick={() => mutate(token)}>
          Stop these emails
        </Button>
      )}
    </AuthCard>
  );
}
