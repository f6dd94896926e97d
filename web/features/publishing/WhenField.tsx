import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { DayPicker } from 'react-day-picker';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import { classes } from '#web/lib/classes.ts';
import { timeUntil, zonedTime, zoneName } from '#web/lib/time.ts';
import { Input } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';

/**
 * When something is published: now, at a wall time in a zone, in the next free slot of each channel,
 * or at the time that each draft has. `every`: the minutes between two of several posts.
 */
export type When =
  | { kind: 'now' }
  | { kind: 'at'; date: string; time: string; zone: string; every?: number }
  | { kind: 'queue' }
  | { kind: 'draft' };

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time that is offered first: the next full hour, an hour from now at least. */
export function nextHour(zone: string): { date: string; time: string } {
  const local = localOf(new Date(Date.now() + 2 * 60 * 60_000), zone);
  return { date: local.slice(0, 10), time: `${local.slice(11, 13)}:00` };
}

/** The wall time as the API takes it; undefined where it is not complete. */
export const localTime = ({ date, time }: { date: string; time: string }) =>
  /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time) ? `${date}T${time}` : undefined;

type Note = { text: string; isError: boolean };

/** What a reader should know of a chosen time. */
export function describeTime(at: { date: string; time: string; zone: string }): Note {
  const local = localTime(at);
  if (!local) return { text: 'Choose a date and a time.', isError: true };
  const { zone } = at;
  const { instant, kind, local: actual } = resolveLocal(local, zone);
  if (Date.parse(instant) < Date.now()) return { text: 'This time has passed.', isError: true };
  if (kind === 'skipped')
    return {
      text: `${at.time} doesn’t exist that night. It goes out at ${actual.slice(11)}.`,
      isError: false,
    };
  if (kind === 'repeated')
    return {
      text: `${at.time} comes twice that night. It goes out the first time.`,
      isError: false,
    };
  const own = localOf(instant, OWN_ZONE);
  const clock =
    own === local
      ? 'Your own clock says the same.'
      : `Your own clock says ${zonedTime(instant, OWN_ZONE)}.`;
  return { text: `In ${timeUntil(instant)}. ${clock}`, isError: false };
}

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
  slots: readonly { channel: number; name: string; at: string | null }[];
  /** Whether several posts are published. */
  isSeveral: boolean;
  onLeave: () => void;
};

/** Chooses between now, a time, and the queue. */
export function WhenField({ value, zone, onChange, slots, isSeveral, onLeave }: Props) {
  const name = useId();
  const chosen = value.kind === 'at' ? value : undefined;
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-3 font-semibold">When</legend>
      <Card
        name={name}
        label="Now"
        checked={value.kind === 'now'}
        onChoose={() => onChange({ kind: 'now' })}
      />
      <Card
        name={name}
        label="Date and time"
        checked={value.kind === 'at'}
        onChoose={() => onChange({ kind: 'at', ...nextHour(zone), zone })}
      >
        {chosen && <TimeFields value={chosen} zone={zone} onChange={onChange} />}
        {chosen && isSeveral && (
          <div className="pt-2">
            <Select
              aria-label="Distance"
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
          note={<p>Each at the time that it has in the calendar.</p>}
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
          No free slot on {without.name}.{' '}
          <Link
            to={paths.queue(without.channel)}
            onClick={onLeave}
            className="font-medium text-accent underline"
          >
            Add times
          </Link>
        </p>
      )}
    </>
  );
}

type CardProps = {
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
  /** Below its label, chosen or not. */
  note?: ReactNode;
  children?: ReactNode;
};

const Card = ({ name, label, checked, onChoose, note, children }: CardProps) => (
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
        onChange={onChoose}
        className="size-4.5 accent-accent-solid"
      />
      {label}
    </label>
    {note && <div className="pl-7 text-muted text-xs">{note}</div>}
    {checked && children}
  </div>
);

type TimeProps = {
  value: { date: string; time: string; zone: string };
  zone: string;
  onChange: (value: When & { kind: 'at' }) => void;
};

const asDate = (date: string) => new Date(`${date}T00:00:00`);
const asText = (date: Date) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** A month, the time and the zone. */
export function TimeFields({ value, zone, onChange }: TimeProps) {
  const note = describeTime(value);
  const id = useId();
  const set = (part: Partial<typeof value>) => onChange({ kind: 'at', ...value, ...part });
  // Days of the calendar are those of the zone.
  const today = asDate(localOf(new Date(), value.zone).slice(0, 10));
  return (
    <div className="flex flex-col gap-2 pt-2">
      <DayPicker
        mode="single"
        required
        today={today}
        selected={asDate(value.date)}
        defaultMonth={asDate(value.date)}
        onSelect={(day: Date) => set({ date: asText(day) })}
        disabled={{ before: today }}
        weekStartsOn={1}
        showOutsideDays
        components={{
          Chevron: ({ orientation }) =>
            orientation === 'left' ? (
              <ChevronLeft size={16} aria-hidden />
            ) : (
              <ChevronRight size={16} aria-hidden />
            ),
        }}
        classNames={{
          root: 'relative',
          nav: 'absolute top-0 right-0 flex',
          button_previous: 'grid size-8 place-items-center rounded-base hover:bg-hover',
          button_next: 'grid size-8 place-items-center rounded-base hover:bg-hover',
          month_caption: 'flex h-8 items-center font-medium',
          month_grid: 'w-full table-fixed border-collapse',
          weekday: 'h-7 font-normal text-muted text-xs',
          day: 'h-7 p-0 text-center',
          day_button:
            'inline-grid h-7 w-full max-w-10 place-items-center rounded-base text-xs tabular-nums hover:bg-hover disabled:text-muted disabled:opacity-60 disabled:hover:bg-transparent',
          today: '[&>button]:border [&>button]:border-field',
          selected:
            '[&>button]:bg-accent-solid [&>button]:text-on-accent [&>button]:hover:bg-accent-solid-hover [&>button]:border-transparent',
          outside: 'text-muted',
        }}
      />
      <div className="grid grid-cols-[8.5rem_1fr] gap-2">
        <Input
          type="time"
          aria-label="Time"
          required
          value={value.time}
          aria-describedby={id}
          aria-invalid={note.isError || undefined}
          onChange={({ target }) => set({ time: target.value })}
          className="tabular-nums"
        />
        <ZoneSelect
          aria-label="Time zone"
          value={value.zone}
          own={zone}
          onChange={(next) => set({ zone: next })}
        />
      </div>
      <p
        id={id}
        aria-live="polite"
        className={note.isError ? 'text-danger text-xs' : 'text-muted text-xs'}
      >
        {note.text}
      </p>
    </div>
  );
}

type ZoneProps = Pick<ComponentProps<typeof Select>, 'aria-label' | 'id'> & {
  value: string;
  /** The zone that is offered first. */
  own: string;
  onChange: (zone: string) => void;
};

/** Chooses a zone. */
export function ZoneSelect({ value, own, ...props }: ZoneProps) {
  const zones = [...new Set([own, OWN_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Select
      {...props}
      value={value}
      options={zones.map((zone) => ({
        value: zone,
        label: zone === value || zone === own ? zoneName(zone) : zone.replaceAll('_', ' '),
      }))}
    />
  );
}
