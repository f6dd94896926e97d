import { useState } from 'react';
import { resolveLocal } from '#contract/times.ts';
import {
  describeTime,
  localTime,
  nextHour,
  ZoneSelect,
} from '#web/features/publishing/WhenField.tsx';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field, Input } from '#web/ui/Field.tsx';

type Chosen = { date: string; time: string; zone: string };

type Props = {
  excerpt: string;
  zone: string;
  onPlan: (at: { local: string; zone: string }) => void;
  /** Goes on to the channels. */
  onSchedule: (at: Chosen) => void;
  onClose: () => void;
};

/** Gives a draft a time, or schedules it. */
export function PlanDialog({ excerpt, zone, onPlan, onSchedule, onClose }: Props) {
  const [at, setAt] = useState(() => ({ ...nextHour(zone), zone }));
  const note = describeTime(at);
  const local = localTime(at);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Plan a draft"
      description={cut(excerpt.replaceAll(/\s+/g, ' '), 80)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (local && !note.isError) onPlan({ local, zone: at.zone });
        }}
        className="flex flex-col gap-4"
      >
        <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] gap-3">
          <Field label="Date">
            <Input
              type="date"
              required
              value={at.date}
              onChange={({ target }) => setAt({ ...at, date: target.value })}
            />
          </Field>
          <Field label="Time">
            <Input
              type="time"
              required
              value={at.time}
              onChange={({ target }) => setAt({ ...at, time: target.value })}
              className="tabular-nums"
            />
          </Field>
          <Field label="Zone" className="col-span-2">
            <ZoneSelect
              value={at.zone}
              own={zone}
              onChange={(next) => setAt({ ...at, zone: next })}
            />
          </Field>
        </div>
        <p
          aria-live="polite"
          className={note.isError ? 'text-danger text-xs' : 'text-muted text-xs'}
        >
          {note.text}
        </p>
        <p className="text-muted text-xs">
          It stays a draft: nothing is sent before it is scheduled.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={note.isError} onClick={() => onSchedule(at)}>
            Schedule…
          </Button>
          <Button type="submit" variant="primary" disabled={note.isError}>
            {local && !note.isError
              ? `Plan for ${zonedTime(resolveLocal(local, at.zone).instant, at.zone)}`
              : 'Plan'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
