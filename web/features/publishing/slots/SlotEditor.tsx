import { type ComponentProps, type ReactElement, useState } from 'react';
import type { Queue } from '#contract/publishing/queue.ts';
import type { Slot } from '#contract/publishing/slots.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { CloseButton } from '#web/ui/CloseButton.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { useSetSlots } from './queue-queries.ts';
import { WEEKDAYS, without } from './slots.ts';

type EditorProps = {
  channel: number;
  slots: Queue['slots'];
  weekday: number;
  /** The slot that is changed; undefined for a new one. */
  slot?: Queue['slots'][number];
  /** A button. */
  children: ReactElement<ComponentProps<'button'>>;
};

/** A popover that adds a slot, or changes one. */
export function SlotEditor({ slot, weekday, children, ...props }: EditorProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={children}
      side="right"
      align="start"
      sideOffset={8}
      aria-label={slot ? `Slot on ${WEEKDAYS[weekday - 1]}` : 'New slot'}
      className="z-40 max-h-(--room) w-90 max-w-[calc(100vw-16px)] overflow-y-auto p-4"
    >
      <SlotForm {...props} slot={slot} weekday={weekday} onClose={() => setOpen(false)} />
    </Popover>
  );
}

type FormProps = Omit<EditorProps, 'children' | 'slot'> & {
  slot: EditorProps['slot'] | undefined;
  onClose: () => void;
};

function SlotForm({ channel, slots, weekday, slot, onClose }: FormProps) {
  const [time, setTime] = useState(slot?.time ?? '09:00');
  // The days that have a slot at this time.
  const [days, setDays] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        slot
          ? slots.filter((known) => known.time === slot.time).map((slot) => slot.weekday)
          : [weekday],
      ),
  );
  const save = useSetSlots();
  const rest = slots.filter((known) => !slot || known.time !== slot.time);
  const twice = rest.find((known) => known.time === time && days.has(known.weekday));
  const error = twice ? `There is already a slot at ${clockTime(time)}.` : undefined;
  const run = (next: Slot[]) => save.mutate({ channel, slots: next }, { onSuccess: onClose });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (error || days.size === 0 || !time) return;
        run([...without(rest), ...[...days].map((day) => ({ weekday: day, time }))]);
      }}
      className="flex flex-col gap-4"
    >
      <div className="flex items-center justify-between">
        <h3 className="font-semibold">{slot ? `Slot on ${WEEKDAYS[weekday - 1]}` : 'New slot'}</h3>
        <CloseButton onClose={onClose} />
      </div>
      <Field label="Time" error={error}>
        <Input
          type="time"
          required
          autoFocus
          value={time}
          onChange={({ target }) => setTime(target.value)}
          className="tabular-nums"
        />
      </Field>
      <DayToggles days={days} onChange={setDays} />
      {slot?.taken && (
        <p className="text-muted text-xs">
          A post is in this slot. If you change or remove the slot, the post keeps its time.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {slot && (
          <Button
            className="mr-auto text-danger"
            onClick={() => run(without(slots, { weekday, time: slot.time }))}
          >
            Remove
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={days.size === 0 || error !== undefined || !time}
          busy={save.isPending}
        >
          Save on {plural(days.size, 'day')}
        </Button>
      </div>
    </form>
  );
}

type DaysProps = { days: ReadonlySet<number>; onChange: (days: ReadonlySet<number>) => void };

/** Chooses days of the week. */
function DayToggles({ days, onChange }: DaysProps) {
  function toggle(day: number) {
    const next = new Set(days);
    if (!next.delete(day)) next.add(day);
    onChange(next);
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">On these days</legend>
      <div className="grid grid-cols-7 gap-1.5">
        {WEEKDAYS.map((name, at) => (
          <button
            key={name}
            type="button"
            aria-pressed={days.has(at + 1)}
            aria-label={name}
            onClick={() => toggle(at + 1)}
            className={classes(
              'h-9 rounded-[6px] border text-xs max-md:h-11',
              days.has(at + 1)
                ? 'border-accent-solid bg-accent-soft font-medium text-accent'
                : 'border-line hover:bg-hover',
            )}
          >
            {name[0]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
