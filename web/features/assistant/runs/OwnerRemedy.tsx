import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type Alert, tellOwner } from '#contract/assistant/alerts.ts';
import { paths } from '#contract/paths.ts';
import { type AlertCause, isAlertCause } from '#contract/people/assistant-causes.ts';
import { call } from '#web/api/client.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { nameOf } from '#web/lib/text.ts';
import { timeOfDay } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useAssistant } from './assistant-query.ts';
import type { RunFailure } from './failures.ts';

type Props = { kind: RunFailure['kind']; className?: string };

/** What helps where only an owner can mend it: the settings for owners, 'Tell Ida' for others. */
export function OwnerRemedy({ kind, className }: Props) {
  const owns = useCan('own');
  if (!isAlertCause(kind)) return null;
  if (!owns) return <TellOwner key={kind} cause={kind} className={className} />;
  return (
    <Button asChild size="small" className={className}>
      <Link to={paths.assistantSettings}>Assistant settings</Link>
    </Button>
  );
}

function TellOwner({ cause, className }: { cause: AlertCause; className: string | undefined }) {
  const owner = useAssistant()?.owner;
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => call(tellOwner, { body: { cause } }),
    onError: ({ message }) =>
      toast({ title: 'Error', description: message, variant: 'destructive' }),
  });
  if (data) return <Told alert={data} />;
  if (!owner) return null;
  return (
    <Button size="small" busy={isPending} onClick={() => mutate()} className={className}>
      <span className="max-w-48 truncate">Tell {owner.name}</span>
    </Button>
  );
}

/** In place of the button, with its focus. */
function Told({ alert: { owner, told_at: at, is_new: isNew } }: { alert: Alert }) {
  const zone = useZone();
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={box}
      role="status"
      tabIndex={-1}
      className="flex min-h-7 items-center gap-1.5 text-xs outline-none"
    >
      <Check size={14} aria-hidden className="shrink-0 text-accent" />
      {isNew
        ? `${nameOf(owner)} knows now.`
        : `${nameOf(owner)} knows since ${timeOfDay(at, zone)}.`}
    </p>
  );
}
