import {
  ArrowLeft,
  CalendarDays,
  CircleAlert,
  CircleX,
  ListOrdered,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { networks } from '#contract/networks/networks.ts';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { resolveLocal } from '#contract/times.ts';
import type { MoveTo } from '#web/features/calendar/calendar-queries.ts';
import { addDays } from '#web/features/calendar/days.ts';
import type { Entry } from '#web/features/calendar/entries.ts';
import { usePublishingCheck } from '#web/features/publishing/publishing-queries.ts';
import { WhenFields } from '#web/features/publishing/WhenFields.tsx';
import { describeTime, localTime, type WallTime } from '#web/features/publishing/wall-times.ts';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { useCalendarActions } from './actions.ts';

const CHECK_MS = 250;
const EXCERPT = 60;

type Props = {
  entry: Entry;
  queues: readonly QueueSummary[];
  onMove: (to: MoveTo | 'queue', only: ReadonlySet<number>) => void;
  onClose: () => void;
};

/** Chooses another time for an entry: what dragging does, for every hand. */
export function MoveDialog({ entry, queues, onMove, onClose }: Props) {
  const { channels, zone: seen } = useCalendarActions();
  const [time, setTime] = useState({ date: entry.day, time: entry.time, zone: seen });
  const publications = entry.members.flatMap(({ publication, channels: [channel] }) =>
    publication === null || channel === undefined ? [] : [{ publication, channel }],
  );
  const [only, setOnly] = useState(
    () => new Set(publications.map(({ publication }) => publication)),
  );
  const isDraft = entry.state === 'draft';
  const note = describeTime(time);
  const local = localTime(time);
  const going = publications.filter(({ publication }) => only.has(publication));
  const asked = useDebounced(
    JSON.stringify({
      channels: going.map(({ channel }) => channel),
      at: local && !note.isError ? { local, zone: time.zone } : null,
      moving: true,
    }),
    CHECK_MS,
  );
  const given = JSON.parse(asked);
  const check = usePublishingCheck(
    given.at && given.channels.length > 0 && entry.item !== null ? entry.item : undefined,
    given,
  );
  const isChanged =
    local !== undefined && Date.parse(resolveLocal(local, time.zone).instant) !== entry.due;
  const canMove = !note.isError && local !== undefined && (isDraft || going.length > 0);
  const findings = (isChanged && check.data ? check.data : []).flatMap(
    ({ channel, findings: all }) =>
      all.map((finding) => ({ ...finding, handle: channels.get(channel)?.handle ?? '' })),
  );
  const hasErrors = findings.some(({ level }) => level === 'error');
  const [only1] = going;
  const free =
    going.length === 1 && only1
      ? queues.find(({ channel }) => channel === only1.channel)?.next_free
      : undefined;
  const shifted = (days: number) => ({
    date: addDays(entry.day, days),
    time: entry.time,
    zone: seen,
  });
  const hasPassed = (at: WallTime) =>
    Date.parse(resolveLocal(`${at.date}T${at.time}`, at.zone).instant) < Date.now();

  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    if (!canMove || !local) return;
    onMove({ local, zone: time.zone }, only);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Move to…"
      description={`${cut(entry.excerpt, EXCERPT)} · now ${zonedTime(new Date(entry.due), seen)}`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <WhenFields value={time} own={seen} onChange={setTime} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium">Or</legend>
          {free && only1 && (
            <Way
              icon={ListOrdered}
              label={`Next free slot of ${nameOf(channels.get(only1.channel)?.network)}`}
              time={zonedTime(free.at, seen)}
              onClick={() => onMove('queue', only)}
            />
          )}
          {!hasPassed(shifted(-1)) && (
            <Way
              icon={ArrowLeft}
              label="A day earlier"
              time={textOf(shifted(-1))}
              onClick={() => setTime(shifted(-1))}
            />
          )}
          <Way
            icon={CalendarDays}
            label="A week later"
            time={textOf(shifted(7))}
            onClick={() => setTime(shifted(7))}
          />
        </fieldset>
        {publications.length > 1 && (
          <fieldset>
            <legend className="font-medium">Moves</legend>
            <div className="flex flex-wrap gap-x-4">
              {publications.map(({ publication, channel }) => (
                <Checkbox
                  key={publication}
                  checked={only.has(publication)}
                  onChange={(on) => {
                    const next = new Set(only);
                    if (on) next.add(publication);
                    else next.delete(publication);
                    setOnly(next);
                  }}
                >
                  {channels.get(channel)?.handle} on {nameOf(channels.get(channel)?.network)}
                </Checkbox>
              ))}
            </div>
          </fieldset>
        )}
        {findings.length > 0 && (
          <ul aria-label="Findings" className="flex flex-col gap-1.5 text-xs">
            {findings.map(({ level, text, handle }) => (
              <li key={`${handle} ${text}`} className="flex items-start gap-2">
                {level === 'error' ? (
                  <CircleX
                    size={16}
                    role="img"
                    aria-label="Error:"
                    className="shrink-0 text-danger"
                  />
                ) : (
                  <CircleAlert
                    size={16}
                    role="img"
                    aria-label="Warning:"
                    className="shrink-0 text-warning"
                  />
                )}
                <span>
                  {handle}: {text}.
                </span>
              </li>
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canMove || hasErrors}>
            {canMove && local ? `Move to ${textOf(time)}` : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const nameOf = (network: keyof typeof networks | undefined) =>
  network ? NETWORK_NAMES[network] : '';

const textOf = (at: WallTime) =>
  zonedTime(resolveLocal(`${at.date}T${at.time}`, at.zone).instant, at.zone);

const Way = ({
  icon: Icon,
  label,
  time,
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  time: string;
  onClick: () => void;
}) => (
  <button
    type="button"
    onClick={onClick}
    className="flex min-h-9 items-center gap-2.5 rounded-base border border-line px-3 text-left hover:bg-hover max-md:min-h-11"
  >
    <Icon size={16} aria-hidden className="shrink-0 text-muted" />
    <span className="min-w-0 grow truncate">{label}</span>
    <span className="shrink-0 text-muted tabular-nums">{time}</span>
  </button>
);
