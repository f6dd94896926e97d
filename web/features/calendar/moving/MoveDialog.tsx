import { type FormEvent, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import type { MoveTo } from '#web/features/calendar/entries/calendar-queries.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import { WhenFields } from '#web/features/publishing/times/WhenFields.tsx';
import { describeTime, localTime } from '#web/features/publishing/times/wall-times.ts';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { MoveFindings } from './MoveFindings.tsx';
import { MoveWays } from './MoveWays.tsx';
import { textOf } from './move-times.ts';
import { useMoveFindings } from './use-move-findings.ts';

const EXCERPT = 60;

type Props = {
  entry: Entry;
  queues: readonly QueueSummary[];
  onMove: (to: MoveTo | 'queue', only: ReadonlySet<number>) => void;
  onClose: () => void;
};

/** Chooses another time for an entry: what dragging does, for every hand. */
export function MoveDialog({ entry, queues, onMove, onClose }: Props) {
  const { zone: seen } = useCalendarActions();
  const [time, setTime] = useState({ date: entry.day, time: entry.time, zone: seen });
  const publications = publicationsOf(entry);
  const [only, setOnly] = useState<ReadonlySet<number>>(
    () => new Set(publications.map(({ publication }) => publication)),
  );
  const going = publications.filter(({ publication }) => only.has(publication));
  const moved = going.map(({ channel }) => channel);
  const findings = useMoveFindings(entry, time, moved);
  const local = localTime(time);
  const isValid = local !== undefined && !describeTime(time).isError;
  const canMove = isValid && (entry.state === 'draft' || going.length > 0);
  const queue = moved.length === 1 ? queues.find(({ channel }) => channel === moved[0]) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canMove) onMove({ local, zone: time.zone }, only);
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
        <MoveWays
          entry={entry}
          queue={queue}
          onQueue={() => onMove('queue', only)}
          onTime={setTime}
        />
        {publications.length > 1 && (
          <MovedPublications publications={publications} only={only} onChange={setOnly} />
        )}
        {findings.length > 0 && <MoveFindings findings={findings} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!canMove || findings.some(({ level }) => level === 'error')}
          >
            {canMove ? `Move to ${textOf(time)}` : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The publications of an entry, each with its channel. */
const publicationsOf = ({ members }: Entry) =>
  members.flatMap(({ publication, channels: [channel] }) =>
    publication === null || channel === undefined ? [] : [{ publication, channel }],
  );

type MovedProps = {
  publications: ReturnType<typeof publicationsOf>;
  only: ReadonlySet<number>;
  onChange: (only: ReadonlySet<number>) => void;
};

/** Chooses those that move. */
function MovedPublications({ publications, only, onChange }: MovedProps) {
  const { channels } = useCalendarActions();
  const nameOf = (id: number) => {
    const channel = channels.get(id);
    return channel && `${channel.handle} on ${NETWORK_NAMES[channel.network]}`;
  };
  return (
    <fieldset>
      <legend className="font-medium">Channels to move</legend>
      <div className="flex flex-wrap gap-x-4">
        {publications.map(({ publication, channel }) => (
          <Checkbox
            key={publication}
            checked={only.has(publication)}
            onChange={(on) => {
              const next = new Set(only);
              if (on) next.add(publication);
              else next.delete(publication);
              onChange(next);
            }}
          >
            {nameOf(channel)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
