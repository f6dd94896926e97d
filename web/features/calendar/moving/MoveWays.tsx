import { ArrowLeft, CalendarDays, ListOrdered, type LucideIcon } from 'lucide-react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import { addDays } from '#web/features/calendar/entries/days.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import type { WallTime } from '#web/features/publishing/times/wall-times.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { instantOf, textOf } from './move-times.ts';

type Props = {
  entry: Entry;
  /** The queue of the only channel that moves. */
  queue: QueueSummary | undefined;
  onQueue: () => void;
  onTime: (time: WallTime) => void;
};

/** Times that are offered: the next slot, and those around the present one. */
export function MoveWays({ entry, queue, onQueue, onTime }: Props) {
  const { channels, zone } = useCalendarActions();
  const network = queue && channels.get(queue.channel)?.network;
  const shifted = (days: number) => ({ date: addDays(entry.day, days), time: entry.time, zone });
  const isPast = (at: WallTime) => Date.parse(instantOf(at)) < Date.now();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">Or</legend>
      {queue?.next_free && (
        <Way
          icon={ListOrdered}
          label={`Next free slot on ${network ? NETWORK_NAMES[network] : ''}`}
          time={zonedTime(queue.next_free.at, zone)}
          onClick={onQueue}
        />
      )}
      {!isPast(shifted(-1)) && (
        <Way
          icon={ArrowLeft}
          label="A day earlier"
          time={textOf(shifted(-1))}
          onClick={() => onTime(shifted(-1))}
        />
      )}
      <Way
        icon={CalendarDays}
        label="A week later"
        time={textOf(shifted(7))}
        onClick={() => onTime(shifted(7))}
      />
    </fieldset>
  );
}

type WayProps = { icon: LucideIcon; label: string; time: string; onClick: () => void };

const Way = ({ icon: Icon, label, time, onClick }: WayProps) => (
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
