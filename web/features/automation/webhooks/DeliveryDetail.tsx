import { CircleCheck, CircleX, Clock, Copy, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeliveryDetails, Webhook } from '#contract/automation/webhooks.ts';
import { formatBytes } from '#contract/media/media.ts';
import { useZone } from '#web/api/workspace.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useSendAgain } from './webhook-queries.ts';

type Try = DeliveryDetails['tries'][number];
type Props = { delivery: DeliveryDetails; webhook: Webhook };

/** A delivery: its attempts, what was sent, and what was answered last. */
export function DeliveryDetail({ delivery, webhook }: Props) {
  const zone = useZone();
  const again = useSendAgain();
  const isOn = webhook.state === 'on';
  const { tries, next_at, body } = delivery;
  const last = tries.at(-1);
  const send = () => isOn && !again.isPending && again.mutate(delivery);
  useKeyActions({ Enter: () => void send() });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5">
        <h2 className="font-medium font-mono text-[13px]">{delivery.type}</h2>
        <span className="min-w-0 grow basis-24 truncate font-mono text-muted text-xs">
          {delivery.key}
        </span>
        <Button
          variant="primary"
          size="bar"
          busy={again.isPending}
          disabled={!isOn}
          title={isOn ? undefined : 'Turn the webhook on first'}
          onClick={send}
        >
          <RefreshCw size={16} aria-hidden />
          {delivery.state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
      </div>
      <ol aria-label="Attempts" aria-live="polite" className="border-line border-b px-4 py-2">
        {tries.map((attempt) => (
          <Attempt key={attempt.began_at} attempt={attempt} zone={zone} />
        ))}
        {next_at && (
          <li className="flex min-h-8 items-center gap-3 text-[13px]">
            <Clock size={14} aria-hidden className="text-muted" />
            Next attempt {zonedTime(next_at, zone)}
          </li>
        )}
        {tries.length === 0 && !next_at && (
          <li className="flex min-h-8 items-center text-[13px] text-muted">Not tried yet.</li>
        )}
      </ol>
      {body !== null && (
        <Part
          title="Request"
          note={`POST · ${formatBytes(new TextEncoder().encode(body).length)}`}
          text={body}
        >
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 font-mono text-xs">
            <dt className="text-muted">webhook-id</dt>
            <dd className="break-all">{delivery.key}</dd>
            {last && (
              <>
                <dt className="text-muted">webhook-timestamp</dt>
                <dd>{Math.floor(Date.parse(last.began_at) / 1000)}</dd>
              </>
            )}
          </dl>
        </Part>
      )}
      {last?.text && <Response attempt={last} text={last.text} />}
    </>
  );
}

function Attempt({ attempt, zone }: { attempt: Try; zone: string }) {
  const { status, ms, error } = attempt;
  const isAccepted = status !== null && status >= 200 && status < 300;
  const Icon = isAccepted ? CircleCheck : CircleX;
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 text-[13px]">
      <span className="text-muted">{zonedTime(attempt.began_at, zone)}</span>
      <Icon
        size={14}
        aria-label={isAccepted ? 'Accepted' : 'Not accepted'}
        className={isAccepted ? 'text-accent' : 'text-danger'}
      />
      <span className="font-medium tabular-nums">{status ?? '–'}</span>
      <span className="text-muted tabular-nums">
        {ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}
      </span>
      {error && <span className="text-muted">{error}</span>}
    </li>
  );
}

function Response({ attempt: { status, type, size }, text }: { attempt: Try; text: string }) {
  const note = [type, size === null ? null : formatBytes(size)].filter(Boolean).join(' · ');
  const isCut = size !== null && text.length < size;
  return (
    <Part
      title="Response"
      note={isCut ? `${note}, its beginning` : note}
      text={text}
      badge={status !== null && <Badge>{status}</Badge>}
    />
  );
}

type PartProps = {
  title: string;
  note: string;
  text: string;
  badge?: ReactNode;
  children?: ReactNode;
};

const Part = ({ title, note, text, badge, children }: PartProps) => (
  <section aria-label={title} className="border-line border-b last:border-b-0">
    <div className="flex flex-col gap-1.5 px-4 py-2.5">
      <div className="flex items-center gap-3">
        <h3 className="font-medium text-[13px]">{title}</h3>
        {badge}
        <span className="min-w-0 truncate text-muted text-xs">{note}</span>
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label={`Copy: ${title}`}
          title="Copy"
          className="ml-auto"
          onClick={() => void copyText(text).then(() => toast({ title: 'Copied' }))}
        >
          <Copy size={14} aria-hidden />
        </Button>
      </div>
      {children}
    </div>
    <section
      aria-label={`Body of the ${title.toLowerCase()}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
      tabIndex={0}
      className="max-h-80 overflow-auto border-line-soft border-t bg-page px-4 py-3"
    >
      <pre className="whitespace-pre-wrap break-all font-mono text-xs">{indented(text)}</pre>
    </section>
  </section>
);

/** JSON with line breaks; everything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
