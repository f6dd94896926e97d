import type { ReactNode } from 'react';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ZoneSelect } from '#web/ui/fields/ZoneSelect.tsx';
import { describeTime, type WallTime } from './wall-times.ts';

type Props = {
  value: WallTime;
  /** The zone that is offered first. */
  own: string;
  onChange: (value: WallTime) => void;
};

/** A date, a time and a zone, and what follows from them. */
export const WhenFields = ({ value, own, onChange }: Props) => (
  <>
    <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] gap-3">
      <DateTimeFields value={value} onChange={onChange} />
      <Field label="Time zone" className="col-span-2">
        <ZoneSelect
          value={value.zone}
          own={own}
          onChange={(zone) => onChange({ ...value, zone })}
        />
      </Field>
    </div>
    <TimeNote isError={describeTime(value).isError}>{describeTime(value).text}</TimeNote>
  </>
);

type DateTime = Pick<WallTime, 'date' | 'time'>;

type DateTimeProps<Value extends DateTime> = {
  /** Of the date. */
  label?: string;
  value: Value;
  onChange: (value: Value) => void;
};

/** A date and a time, as two cells of a grid. */
export const DateTimeFields = <Value extends DateTime>({
  label = 'Date',
  value,
  onChange,
}: DateTimeProps<Value>) => (
  <>
    <Field label={label}>
      <Input
        type="date"
        required
        value={value.date}
        onChange={({ target }) => onChange({ ...value, date: target.value })}
      />
    </Field>
    <Field label="Time">
      <Input
        type="time"
        required
        value={value.time}
        onChange={({ target }) => onChange({ ...value, time: target.value })}
        className="tabular-nums"
      />
    </Field>
  </>
);

type NoteProps = { id?: string; isError: boolean; children: ReactNode };

/** What follows from a time, or what is wrong with it. */
export const TimeNote = ({ id, isError, children }: NoteProps) => (
  <p id={id} aria-live="polite" className={isError ? 'text-danger text-xs' : 'text-muted text-xs'}>
    {children}
  </p>
);
