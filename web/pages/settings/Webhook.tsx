import { Webhook as WebhookIcon } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { isMissing } from '#web/api/client.ts';
import { WebhookView } from '#web/features/automation/webhooks/WebhookView.tsx';
import { useWebhook } from '#web/features/automation/webhooks/webhook-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ForManagers } from './ForManagers.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** One endpoint. */
export default function WebhookPage() {
  return (
    <SettingsPage title="Webhook">
      <ForManagers title="Webhook">
        <Endpoint id={Number(useParams().webhook)} />
      </ForManagers>
    </SettingsPage>
  );
}

function Endpoint({ id }: { id: number }) {
  const { data, error, refetch } = useWebhook(id);
  if (data)
    return (
      <>
        <title>{data.name}</title>
        <WebhookView webhook={data} />
      </>
    );
  if (error && isMissing(error))
    return (
      <EmptyState isPage icon={WebhookIcon} title="This webhook doesn’t exist any more">
        <Button asChild>
          <Link to={paths.webhooks}>Webhooks</Link>
        </Button>
      </EmptyState>
    );
  if (error) return <RetryAlert message="That didn’t load." onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading the webhook">
      <Skeleton className="h-64" />
    </div>
  );
}
