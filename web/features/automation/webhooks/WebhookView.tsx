import { MoreHorizontal, Pencil, RefreshCw, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EVENTS, type EventType } from '#contract/automation/event-names.ts';
import { MAX_FAILING_DAYS, type Webhook } from '#contract/automation/webhooks.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { Deliveries } from './Deliveries.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import {
  useDeleteWebhook,
  useRollSecret,
  useSendExample,
  useSendFailedAgain,
  useSwitchWebhook,
} from './webhook-queries.ts';
import { healthOf, scopeOf, summaryOf } from './webhook-words.ts';

const DAY_MS = 24 * 3600_000;

/** An endpoint, and what was sent to it. */
export function WebhookView({ webhook }: { webhook: Webhook }) {
  const zone = useZone();
  const turn = useSwitchWebhook();
  return (
    <>
      <Head webhook={webhook} />
      <Facts webhook={webhook} />
      {webhook.state === 'off' && (
        <div className="mb-4">
          <Alert>
            {summaryOf(webhook, zone)}. Nothing is sent, and nothing is kept for it.{' '}
            <button
              type="button"
              className="font-medium underline"
              onClick={() => turn.mutate({ id: webhook.id, state: 'on' })}
            >
              Turn on
            </button>
          </Alert>
        </div>
      )}
      {webhook.state === 'on' && webhook.failing_since && (
        <p
          role="status"
          className="mb-4 flex items-start gap-3 rounded-base bg-danger-soft px-4 py-3 text-danger"
        >
          <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            <span className="block font-medium">
              Nothing has been accepted since {zonedTime(webhook.failing_since, zone)}.
            </span>
            <span className="text-[13px]">
              {webhook.waiting === 1 ? '1 delivery is' : `${webhook.waiting} deliveries are`}{' '}
              waiting. If it stays like this until{' '}
              {zonedTime(
                new Date(Date.parse(webhook.failing_since) + MAX_FAILING_DAYS * DAY_MS),
                zone,
              )}
              , the endpoint is turned off.
            </span>
          </span>
        </p>
      )}
      <Deliveries webhook={webhook} />
    </>
  );
}

type Asking = 'edit' | 'example' | 'failed' | 'roll' | 'delete';

function Head({ webhook }: { webhook: Webhook }) {
  const { id, state } = webhook;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>();
  const [secret, setSecret] = useState<string>();
  const turn = useSwitchWebhook();
  const roll = useRollSecret();
  const remove = useDeleteWebhook(() => void navigate(paths.webhooks));
  const { label, icon, tone } = healthOf(webhook);
  const close = () => setAsking(undefined);
  return (
    <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <div className="flex flex-wrap items-center gap-2">
          <h1 dir="auto" className="break-words font-semibold text-xl">
            {webhook.name}
          </h1>
          <Badge icon={icon} tone={tone}>
            {label}
          </Badge>
        </div>
        <p className="mt-1 break-all font-mono text-[13px] text-muted">{webhook.url}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={state !== 'on'} onClick={() => setAsking('example')}>
          <Send size={16} aria-hidden />
          Send an example
        </Button>
        <Button onClick={() => setAsking('edit')}>
          <Pencil size={16} aria-hidden />
          Edit
        </Button>
        <Menu
          trigger={
            <Button aria-label="More actions" title="More actions">
              <MoreHorizontal size={16} aria-hidden />
            </Button>
          }
        >
          {state === 'on' && (
            <>
              <MenuItem onSelect={() => setAsking('failed')}>Send all that failed since…</MenuItem>
              <MenuItem onSelect={() => turn.mutate({ id, state: 'paused' })}>Pause</MenuItem>
            </>
          )}
          {state !== 'on' && (
            <MenuItem onSelect={() => turn.mutate({ id, state: 'on' })}>
              {state === 'paused' ? 'Resume' : 'Turn on'}
            </MenuItem>
          )}
          {state !== 'off' && (
            <MenuItem onSelect={() => turn.mutate({ id, state: 'off' })}>Turn off</MenuItem>
          )}
          <MenuItem onSelect={() => setAsking('roll')}>New secret…</MenuItem>
          <MenuItem danger onSelect={() => setAsking('delete')}>
            Delete…
          </MenuItem>
        </Menu>
      </div>
      {asking === 'edit' && <WebhookDialog webhook={webhook} onClose={close} onSaved={close} />}
      {asking === 'example' && <ExampleDialog webhook={webhook} onClose={close} />}
      {asking === 'failed' && <FailedDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={asking === 'roll'}
        onClose={close}
        onConfirm={() => {
          close();
          roll.mutate(webhook, { onSuccess: (rolled) => setSecret(rolled.secret) });
        }}
        title="Make a new secret?"
        question={`For 24 hours both secrets sign, so that the receiver can change over. Then the former one ends.${
          webhook.former_secret_until === null
            ? ''
            : ' The one from before the present secret ends at once.'
        }`}
        confirm="New Secret"
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={close}
        onConfirm={() => {
          close();
          remove.mutate(id);
        }}
        title="Delete the webhook?"
        question={`${webhook.name} is told of nothing any more. What waits for it and what was sent is deleted.`}
        confirm="Delete Webhook"
      />
      {secret !== undefined && (
        <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </header>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const zone = useZone();
  const { data: folders = [] } = useFolders();
  const { events, former_secret_until: until, created_by, created_at } = webhook;
  const scope = scopeOf(webhook, (id) => folders.find((folder) => folder.id === id)?.name);
  const facts = [
    ['Events', events.join(', ')],
    ['Scope', scope.charAt(0).toUpperCase() + scope.slice(1)],
    [
      'Secret',
      until ? `whsec_••••••, the former one until ${zonedTime(until, zone)}` : 'whsec_••••••',
    ],
    ['Created by', `${created_by?.name ?? 'A former member'}, ${zonedTime(created_at, zone)}`],
  ] as const;
  return (
    <dl className="mb-4 grid gap-x-6 gap-y-3 border-line border-y py-3 sm:grid-cols-2 xl:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="break-words text-[13px]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type DialogProps = { webhook: Webhook; onClose: () => void };

function ExampleDialog({ webhook, onClose }: DialogProps) {
  const send = useSendExample();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send an example"
      description="It is signed, and looks like the real event. Nothing has happened."
    >
      <ul className="flex flex-col">
        {webhook.events.map((type: EventType) => (
          <li key={type}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-col justify-center rounded-sm px-2 text-left hover:bg-hover"
              onClick={() => {
                onClose();
                send.mutate({ id: webhook.id, type });
              }}
            >
              <span className="font-mono text-[13px]">{type}</span>
              <span className="text-muted text-xs">{EVENTS[type].text}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function FailedDialog({ webhook, onClose }: DialogProps) {
  const [day, setDay] = useState(() =>
    new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10),
  );
  const send = useSendFailedAgain();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send all that failed"
      description="Each is tried once more, with the id that it had: a receiver that knows it already leaves it out."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          send.mutate({ id: webhook.id, since: day });
        }}
      >
        <Field label="Since">
          <Input type="date" required value={day} onChange={({ target }) => setDay(target.value)} />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            <RefreshCw size={16} aria-hidden />
            Send again
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
