import { Check, ChevronDown, ChevronUp, ExternalLink, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { Attempt, PublicationPart } from '#contract/publishing/publications.ts';
import { classes } from '#web/lib/classes.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { plural } from '#web/lib/text.ts';
import { secondOf } from '#web/lib/time/clock.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { outcomes, steps } from './labels.ts';

type Props = { part: PublicationPart; isFailed: boolean; zone: string };

/** A part of a publication, with every attempt to send it. */
export function PublicationPartRow({ part, isFailed, zone }: Props) {
  const { position, content, url, sent_at, removed_at, attempts } = part;
  const [open, setOpen] = useState(isFailed);
  const id = useId();
  const isOut = sent_at !== null && removed_at === null;
  return (
    <li>
      <div className="flex min-h-9 items-center gap-3">
        <span
          className={classes(
            'grid size-5 shrink-0 place-items-center rounded-full text-xs tabular-nums',
            isOut
              ? 'bg-published text-on-published'
              : isFailed
                ? 'bg-danger-soft text-danger'
                : 'border border-line',
          )}
        >
          {isOut ? (
            <Check size={12} role="img" aria-label="Published" />
          ) : isFailed ? (
            <X size={12} role="img" aria-label="Failed" />
          ) : (
            position + 1
          )}
        </span>
        <span className={classes('min-w-0 grow truncate', removed_at && 'line-through')}>
          {content}
        </span>
        {isOut && url && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open part ${position + 1}`}
            className="inline-flex shrink-0 items-center gap-1 rounded-sm text-accent text-xs"
          >
            Open
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
        {attempts.length > 0 && (
          <Button
            variant="ghost"
            className="h-7 px-1.5 text-xs"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {plural(attempts.length, 'attempt')}
            {open ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          </Button>
        )}
      </div>
      {open && attempts.length > 0 && (
        <div id={id} className="mb-2 ml-8 rounded-base border border-line bg-page p-3 text-xs">
          <ul className="flex flex-col gap-2">
            {attempts.map((attempt) => (
              <AttemptLine key={attempt.began_at + attempt.step} attempt={attempt} zone={zone} />
            ))}
          </ul>
          <Foot attempts={attempts} zone={zone} />
        </div>
      )}
    </li>
  );
}

function AttemptLine({ attempt, zone }: { attempt: Attempt; zone: string }) {
  const { step, began_at, outcome, detail, user } = attempt;
  const said = detail ?? (user ? `Reported by ${user.name}` : '');
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <time dateTime={began_at} className="w-14 shrink-0 text-muted tabular-nums">
        {secondOf(began_at, zone)}
      </time>
      <span className="w-24 shrink-0 font-medium">{steps[step]}</span>
      <span className="min-w-0 grow basis-32 break-words">{said}</span>
      <span className="rounded-full bg-sunken px-2 py-0.5">
        {outcome ? outcomes[outcome] : 'in progress'}
      </span>
    </li>
  );
}

function Foot({ attempts, zone }: { attempts: readonly Attempt[]; zone: string }) {
  const [copied, setCopied] = useState(false);
  const last = attempts.at(-1);
  const request = attempts.findLast(({ request_id }) => request_id)?.request_id;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted">
      {last && zonedTime(last.began_at, zone)}
      {request && <span>· request {request}</span>}
      <span aria-hidden>·</span>
      <button
        type="button"
        className="min-h-6 rounded-sm font-medium text-accent"
        onClick={() => void copyText(JSON.stringify(attempts, null, 2)).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy for support'}
      </button>
    </p>
  );
}
