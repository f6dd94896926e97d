import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useIsPaused } from '#web/features/publishing/pause/pause-store.ts';
import { BestHoursLine } from '#web/features/publishing/slots/best-hours.tsx';
import { SlotPresets } from '#web/features/publishing/slots/SlotPresets.tsx';
import { TimeFields } from '#web/features/publishing/times/TimeFields.tsx';
import {
  nextHour,
  tomorrowMorning,
  type WallTime,
} from '#web/features/publishing/times/wall-times.ts';
import { classes } from '#web/lib/classes.ts';
import { clockTime, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';

/**
 * When something is published: now, at a wall time in a zone, in the next free slot of each channel,
 * or at the time that each draft has. `every`: the minutes between two of several posts.
 */
export type When =
  | { kind: 'now' }
  | ({ kind: 'at'; every?: number } & WallTime)
  | { kind: 'queue' }
  | { kind: 'draft' };

/** `isEmpty`: the channel has no slots at all. */
type NextSlot = { channel: number; name: string; at: string | null; isEmpty: boolean };

/** The distances between several posts, in minutes. */
const DISTANCES = [
  [0, 'All at once'],
  [30, 'Every half hour'],
  [60, 'Every hour'],
  [180, 'Every 3 hours'],
  [720, 'Every 12 hours'],
  [1440, 'Every day'],
  [2880, 'Every 2 days'],
  [10_080, 'Every week'],
] as const;

type Props = {
  value: When;
  zone: string;
  onChange: (value: When) => void;
  /** The next free slots of the chosen channels, with their names; null where one has none. */
  slots: readonly NextSlot[];
  /** Whether several posts are published. */
  isSeveral: boolean;
  onLeave: () => void;
};

/** Chooses between now, a time, and the queue. */
export function WhenField({ value, zone, onChange, slots, isSeveral, onLeave }: Props) {
  const name = useId();
  const chosen = value.kind === 'at' ? value : undefined;
  const tomorrow = tomorrowMorning(zone);
  const isPaused = useIsPaused();
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-3 font-semibold">When</legend>
      <TimesIn zone={zone} className="-mt-3" />
      <Card
        name={name}
        label="Now"
        disabled={isPaused}
        checked={value.kind === 'now'}
        onChoose={() => onChange({ kind: 'now' })}
      />
      <Card
        name={name}
        label="Date and time"
        checked={value.kind === 'at'}
        onChoose={() => onChange({ kind: 'at', ...nextHour(zone), zone })}
        note={
          <>
            <Button
              variant="link"
              className="-ml-2 h-7 px-2 text-xs"
              onClick={() => onChange({ kind: 'at', ...chosen, ...tomorrow, zone })}
            >
              Tomorrow, {clockTime(tomorrow.time)}
            </Button>
            <BestHoursLine
              channels={slots.map(({ channel }) => channel)}
              zone={zone}
              onUse={(time) => onChange({ kind: 'at', ...chosen, ...time, zone })}
            />
          </>
        }
      >
        {chosen && (
          <TimeFields
            value={chosen}
            own={zone}
            onChange={(time) => onChange({ ...chosen, ...time })}
          />
        )}
        {chosen && isSeveral && (
          <div className="pt-2">
            <Select
              aria-label="Interval"
              value={String(chosen.every ?? 0)}
              options={DISTANCES.map(([minutes, label]) => ({ value: String(minutes), label }))}
              onChange={(next) => onChange({ ...chosen, every: Number(next) })}
            />
          </div>
        )}
      </Card>
      <Card
        name={name}
        label="Add to queue"
        checked={value.kind === 'queue'}
        onChoose={() => onChange({ kind: 'queue' })}
        note={
          <NextSlots slots={slots} zone={zone} isOpen={value.kind === 'queue'} onLeave={onLeave} />
        }
      />
      {isSeveral && (
        <Card
          name={name}
          label="As planned"
          checked={value.kind === 'draft'}
          onChoose={() => onChange({ kind: 'draft' })}
          note={<p>Each at its time in the calendar.</p>}
        />
      )}
    </fieldset>
  );
}

/** Which slots the posts would get. */
function NextSlots({
  slots,
  zone,
  isOpen,
  onLeave,
}: Pick<Props, 'slots' | 'zone' | 'onLeave'> & { isOpen: boolean }) {
  const free = slots.flatMap(({ at, ...one }) => (at ? [{ ...one, at }] : []));
  const without = slots.find(({ at }) => at === null);
  const empty = slots.filter(({ isEmpty }) => isEmpty);
  const [first] = free.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <>
      {isOpen
        ? free.map(({ channel, name, at }) => (
            <p key={channel} className="tabular-nums">
              {zonedTime(at, zone)} on {name}
            </p>
          ))
        : first && (
            <p className="tabular-nums">
              Next slots: {zonedTime(first.at, zone)} on {first.name}
              {free.length > 1 && ` and ${free.length - 1} more`}
            </p>
          )}
      {without && (isOpen || !first) && (
        <p>
          {without.isEmpty ? 'No slots' : 'No free slot'} on {without.name}
          {isOpen && without.isEmpty && empty.length > 1 && ` and ${empty.length - 1} more`}.{' '}
          <Link
            to={paths.queue(without.channel)}
            onClick={onLeave}
            className="font-medium text-accent underline"
          >
            Add slots
          </Link>
        </p>
      )}
      {isOpen && empty.length > 0 && (
        <div className="pt-2">
          <SlotPresets channels={empty.map(({ channel }) => channel)} />
        </div>
      )}
    </>
  );
}

type CardProps = {
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  /** Below its label, chosen or not. */
  note?: ReactNode;
  children?: ReactNode;
};

const Card = ({ name, label, checked, disabled, onChoose, note, children }: CardProps) => (
  <div
    className={classes(
      'rounded-base border bg-surface p-3',
      checked ? 'border-accent-solid ring-1 ring-accent-solid' : 'border-line',
    )}
  >
    <label className="flex cursor-pointer items-center gap-2.5">
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4.5 accent-accent-solid"
      />
      {label}
    </label>
    {note && <div className="pl-7 text-muted text-xs">{note}</div>}
    {checked && children}
  </div>
);
