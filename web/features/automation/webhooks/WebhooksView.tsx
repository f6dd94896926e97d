import { Plus, ShieldCheck, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { MAX_WEBHOOKS, type Webhook } from '#contract/automation/webhooks.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { IncomingView } from '#web/features/automation/incoming/IncomingView.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Bars } from './Bars.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { useSwitchWebhook, useWebhooks } from './webhook-queries.ts';
import { eventsOf, healthOf, scopeOf, summaryOf } from './webhook-words.ts';

/** The endpoints of the workspace. */
export function WebhooksView() {
  const { data, isError, refetch } = useWebhooks();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const isFull = data !== undefined && data.length >= MAX_WEBHOOKS;
  const add = (
    <Button
      variant="primary"
      size="bar"
      disabled={isFull}
      title={isFull ? `A workspace has at most ${MAX_WEBHOOKS} webhooks` : undefined}
      onClick={() => setAdding(true)}
    >
      <Plus size={16} aria-hidden />
      Add endpoint
    </Button>
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-xl">Webhooks</h1>
          <p className="mt-1 text-muted">
            Signed events for your servers. A delivery that fails is retried for three days.
          </p>
        </div>
        {data && data.length > 0 && add}
      </div>
      {isError && !data ? (
        <RetryAlert message="The webhooks couldn’t be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label="Loading webhooks">
          <Skeleton className="h-64" />
        </div>
      ) : data.length === 0 ? (
        <EmptyState
          icon={WebhookIcon}
          title="No endpoints yet"
          hint="Add the address of a program that should know when a post is published, approved or stopped."
        >
          {add}
        </EmptyState>
      ) : (
        <ul
          aria-label="Endpoints"
          className="divide-y divide-line rounded-base border border-line bg-surface"
        >
          {data.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <IncomingView />
      <p className="mt-4 flex items-start gap-2 text-[13px] text-muted">
        <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
        Signed by Standard Webhooks 1.0. Addresses in private networks are refused, redirects aren’t
        followed.
      </p>
      {isAdding && (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onSaved={(made) => {
            setAdding(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function Row({ webhook }: { webhook: Webhook }) {
  const zone = useZone();
  const { data: folders = [] } = useFolders();
  const turn = useSwitchWebhook();
  const { label, icon, tone } = healthOf(webhook);
  const isBad = webhook.failing_since !== null && webhook.state === 'on';
  return (
    <li className="relative flex min-h-19 flex-wrap items-center gap-x-6 gap-y-1.5 px-4 py-3 hover:bg-row lg:grid lg:grid-cols-[minmax(0,1fr)_176px_232px_112px]">
      <div className="min-w-0 grow basis-56">
        <Link
          to={paths.webhook(webhook.id)}
          className="block min-h-6 truncate font-medium leading-6 after:absolute after:inset-0"
        >
          <bdi>{webhook.name}</bdi>
        </Link>
        <p className="truncate font-mono text-muted text-xs">{webhook.url}</p>
      </div>
      <div className="w-44 min-w-0 lg:w-auto">
        <p>{eventsOf(webhook)}</p>
        <p className="truncate text-muted text-xs">
          {scopeOf(webhook, (id) => folders.find((folder) => folder.id === id)?.name)}
        </p>
      </div>
      <div className="w-54 min-w-0 lg:w-auto">
        <Bars latest={webhook.latest} />
        <p className={classes('text-xs', isBad ? 'text-danger' : 'text-muted')}>
          {summaryOf(webhook, zone)}
          {webhook.state === 'off' && (
            <>
              {' · '}
              <button
                type="button"
                className="relative z-10 min-h-6 text-accent underline"
                onClick={() => turn.mutate({ id: webhook.id, state: 'on' })}
              >
                Turn on
              </button>
            </>
          )}
        </p>
      </div>
      <span className="ml-auto">
        <Badge icon={icon} tone={tone}>
          {label}
        </Badge>
      </span>
    </li>
  );
}
