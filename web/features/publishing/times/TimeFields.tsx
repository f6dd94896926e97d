import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { DayPicker } from 'react-day-picker';
import { localOf } from '#contract/times.ts';
import { READER } from '#web/lib/time/locale.ts';
import { Input } from '#web/ui/fields/Field.tsx';
import { ZoneSelect } from '#web/ui/fields/ZoneSelect.tsx';
import { TimeNote } from './WhenFields.tsx';
import { describeTime, type WallTime } from './wall-times.ts';

type Props = {
  value: WallTime;
  /** The zone that is offered first. */
  own: string;
  onChange: (value: WallTime) => void;
};

const asDate = (date: string) => new Date(`${date}T00:00:00`);
const asText = (date: Date) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** A month, the time and the zone. */
export function TimeFields({ value, own, onChange }: Props) {
  const note = describeTime(value);
  const id = useId();
  const set = (part: Partial<WallTime>) => onChange({ ...value, ...part });
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
        weekStartsOn={(READER.firstDay % 7) as 0 | 1 | 5 | 6}
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
          own={own}
          onChange={(next) => set({ zone: next })}
        />
      </div>
      <TimeNote id={id} isError={note.isError}>
        {note.text}
      </TimeNote>
    </div>
  );
}
