import { ChevronDown, ChevronUp, ExternalLink, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  NO_FAILURES,
  type Publication,
  type PublicationState,
} from '#contract/publishing/publications.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { ChannelName } from '#web/features/networks/NetworkMark.tsx';
import { AfterwardRows } from '#web/features/publishing/afterwards/AfterwardRows.tsx';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { PublicationPartRow } from '#web/features/publishing/publications/PublicationPartRow.tsx';
import {
  explain,
  factsOf,
  linkOf,
} from '#web/features/publishing/publications/publication-words.ts';
import {
  usePublication,
  usePublicationsOf,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { StatePill, states } from '#web/features/publishing/publications/StatePill.tsx';
import { MoveTimeDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { PublicationMenu } from './PublicationMenu.tsx';
import { StopActions, TakeNewText } from './StopActions.tsx';

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
  const { state, channel, sent, parts, sendable } = publication;
  const url = linkOf(publication);
  const decides = useCan('decide');
  // What has stopped, or will, opens by itself, unless it was closed.
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? (state === 'stopped' || sendable.includes('source'));
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
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 max-sm:w-full sm:gap-x-2">
          {state === 'publishing' && parts > 1 && <Progress sent={sent} parts={parts} />}
          <span className="mr-auto flex">
            <StatePill state={state} />
          </span>
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

/** On a phone the likely one is first, and each has the whole width. */
const ACTIONS = 'flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col-reverse';

/** What stopped, what mends it, and every attempt. */
function Details({ publication, zone, lateMinutes }: RowProps) {
  const query = usePublication(publication.id);
  const [all, setAll] = useState(false);
  const content = query.data?.content ?? [];
  const failed = content.find(({ sent_at }) => sent_at === null);
  const part = failed?.position ?? 0;
  const attempts =
    failed?.attempts.filter(({ outcome }) => !NO_FAILURES.includes(outcome ?? 'unknown')).length ??
    0;
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
          <div className={`${ACTIONS} text-text`}>
            <StopActions publication={publication} ids={[publication.id]} part={part} zone={zone} />
          </div>
        </div>
      )}
      {publication.state === 'scheduled' && publication.sendable.includes('source') && (
        <div className="flex flex-wrap items-center gap-3 rounded-base bg-danger-soft p-3 text-on-danger-soft">
          <p className="min-w-0 grow basis-60">
            The post this repeats has a new approved text. Unless you take it, this stops when it is
            due.
          </p>
          <div className={`${ACTIONS} text-text`}>
            <TakeNewText publication={publication} />
          </div>
        </div>
      )}
      {content.length === 0 ? (
        <p className="text-muted text-xs">No attempts yet.</p>
      ) : (
        <ol className="flex flex-col gap-1">
          {shown.map((entry) => (
            <PublicationPartRow
              key={entry.position}
              part={entry}
              isFailed={entry === failed && publication.state === 'stopped'}
              zone={zone}
            />
          ))}
        </ol>
      )}
      <AfterwardRows publication={publication.id} afterwards={publication.afterwards} zone={zone} />
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
