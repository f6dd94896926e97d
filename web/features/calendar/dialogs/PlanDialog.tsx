import { useState } from 'react';
import { resolveLocal } from '#contract/times.ts';
import { WhenFields } from '#web/features/publishing/times/WhenFields.tsx';
import {
  describeTime,
  localTime,
  nextHour,
  type WallTime,
} from '#web/features/publishing/times/wall-times.ts';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  excerpt: string;
  zone: string;
  onPlan: (at: { local: string; zone: string }) => void;
  /** Goes on to the channels. */
  onSchedule: (at: WallTime) => void;
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
        <WhenFields value={at} own={zone} onChange={setAt} />
        <p className="text-muted text-xs">
          It stays a draft: nothing is sent until it is scheduled.
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
