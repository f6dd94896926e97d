import { Check, ChevronDown, ChevronUp, ExternalLink, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type {
  Attempt,
  Publication,
  PublicationPart,
  PublicationState,
} from '#contract/publishing/publications.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { outcomes, steps } from './labels.ts';
import { MoveTimeDialog } from './lazy-dialogs.tsx';
import { ChannelAvatar, ChannelName } from './NetworkMark.tsx';
import { PublicationMenu } from './PublicationMenu.tsx';
import { explain, factsOf } from './publication-words.ts';
import { usePublication, usePublicationsOf } from './publishing-queries.ts';
import { StatePill, states } from './StatePill.tsx';

import { StopActions } from './StopActions.tsx';

const ORDER = Object.keys(states) as PublicationState[];
const FIRST_PARTS = 4;

type Props = {
  item: number;
  /** A button for where nothing is published. */
  children?: ReactNode;
};

/** Where a post is published, and will be, with every attempt. */
export function PublicationsPanel({ item, children }: Props) {
  const publications = usePublicationsOf(item);
  const workspace = useWorkspace().data;
  const id = useId();
  const rows = publications.data ?? [];
  const counts = ORDER.flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count ? [`${count} ${states[state].label.toLowerCase()}`] : [];
  });
  if (publications.isPending || !workspace) return <Skeleton className="h-14" />;
  return (
    <section aria-labelledby={id} className="w-full rounded-base border border-line bg-surface">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h2 id={id} className="font-semibold">
          Publications
        </h2>
        {rows.length > 0 ? (
          <p aria-live="polite" className="text-muted text-xs">
            {plural(new Set(rows.map(({ channel }) => channel.id)).size, 'channel')}:{' '}
            {counts.join(', ')}
          </p>
        ) : (
          <>
            <p className="grow text-muted">Not published anywhere yet.</p>
            {children}
          </>
        )}
      </div>
      {rows.length > 0 && (
        <ul>
          {rows.map((publication) => (
            <Row
              key={publication.id}
              publication={publication}
              zone={workspace.time_zone}
              lateMinutes={workspace.late_minutes}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = { publication: Publication; zone: string; lateMinutes: number };

function Row({ publication, zone, lateMinutes }: RowProps) {
  const { state, channel, sent, parts, url } = publication;
  const decides = useCan('decide');
  // What stops opens by itself, unless it was closed.
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? state === 'stopped';
  const [moving, setMoving] = useState(false);
  const id = useId();
  return (
    <li className="border-line border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3.5">
        <ChannelAvatar channel={channel} />
        <div className="min-w-0 grow basis-40">
          <ChannelName channel={channel} />
          <p className="text-muted text-xs tabular-nums">{factsOf({ publication, zone })}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:pl-12">
          {state === 'publishing' && parts > 1 && <Progress sent={sent} parts={parts} />}
          <StatePill state={state} />
          {state === 'published' && url && (
            <Button asChild className="h-8">
              <a href={url} target="_blank" rel="noreferrer">
                <ExternalLink size={14} aria-hidden />
                Open
              </a>
            </Button>
          )}
          {state === 'scheduled' && decides && (
            <Button className="h-8" onClick={() => setMoving(true)}>
              Move to…
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`Attempts on ${channel.handle}`}
            title="Attempts"
            onClick={() => setOpen(!open)}
          >
            {open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
          </Button>
          <PublicationMenu publication={publication} zone={zone} />
        </div>
      </div>
      {open && (
        <div id={id} className="flex flex-col gap-3 px-4 pb-4 sm:pl-16">
          <Details publication={publication} zone={zone} lateMinutes={lateMinutes} />
        </div>
      )}
      {moving && (
        <MoveTimeDialog publication={publication} zone={zone} onClose={() => setMoving(false)} />
      )}
    </li>
  );
}

/** A segment for each part. */
const Progress = ({ sent, parts }: { sent: number; parts: number }) => (
  <span aria-hidden className="flex w-28 gap-0.5">
    {Array.from({ length: Math.min(parts, 20) }, (_, part) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity
        key={part}
        className={classes(
          'h-1 grow rounded-full',
          part < (sent / parts) * Math.min(parts, 20) ? 'bg-part-done' : 'bg-line',
        )}
      />
    ))}
  </span>
);

/** What stopped, what mends it, and every attempt. */
function Details({ publication, zone, lateMinutes }: RowProps) {
  const query = usePublication(publication.id);
  const [all, setAll] = useState(false);
  const content = query.data?.content ?? [];
  const failed = content.find(({ sent_at }) => sent_at === null);
  const part = failed?.position ?? 0;
  const attempts = failed?.attempts.filter(({ step }) => step === 'send').length ?? 0;
  const facts = { count: 1, part, attempts };
  const said = explain(publication, facts, { lateMinutes, zone });
  const shown = all ? content : content.slice(0, Math.max(FIRST_PARTS, part + 1));
  if (query.isPending) return <Skeleton className="h-9" />;
  return (
    <>
      {publication.state === 'stopped' && (
        <div className="flex flex-wrap items-start gap-3 rounded-base bg-danger-soft p-3 text-on-danger-soft">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <div className="min-w-0 grow basis-60">
            <p className="font-medium">{said.title}</p>
            <p className="text-xs">{said.text}</p>
          </div>
          <div className="flex flex-wrap gap-2 text-text">
            <StopActions publication={publication} ids={[publication.id]} part={part} zone={zone} />
          </div>
        </div>
      )}
      {content.length === 0 ? (
        <p className="text-muted text-xs">No attempts yet.</p>
      ) : (
        <ol className="flex flex-col gap-1">
          {shown.map((entry) => (
            <Part
              key={entry.position}
              part={entry}
              isFailed={entry === failed && publication.state === 'stopped'}
              zone={zone}
            />
          ))}
        </ol>
      )}
      {shown.length < content.length && (
        <Button
          variant="link"
          className="h-7 self-start px-1.5 text-xs"
          onClick={() => setAll(true)}
        >
          {content.length - shown.length} more parts
        </Button>
      )}
    </>
  );
}

function Part({
  part,
  isFailed,
  zone,
}: {
  part: PublicationPart;
  isFailed: boolean;
  zone: string;
}) {
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

const clockOf = (instant: string, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(
    new Date(instant),
  );

function AttemptLine({ attempt, zone }: { attempt: Attempt; zone: string }) {
  const { step, began_at, outcome, detail, user } = attempt;
  const said = detail ?? (user ? `${user.name} said so` : '');
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <time dateTime={began_at} className="w-14 shrink-0 text-muted tabular-nums">
        {clockOf(began_at, zone)}
      </time>
      <span className="w-24 shrink-0 font-medium">{steps[step]}</span>
      <span className="min-w-0 grow basis-32 break-words">{said}</span>
      <span className="rounded-full bg-sunken px-2 py-0.5">
        {outcome ? outcomes[outcome] : 'under way'}
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
