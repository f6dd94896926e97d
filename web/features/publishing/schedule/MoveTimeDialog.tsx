import { useState } from 'react';
import type { Publication } from '#contract/publishing/publications.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import { useMove } from '#web/features/publishing/publications/publishing-queries.ts';
import { TimeFields } from '#web/features/publishing/times/TimeFields.tsx';
import { describeTime, localTime, nextHour } from '#web/features/publishing/times/wall-times.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  publication: Publication;
  /** The zone of the workspace. */
  zone: string;
  /** That a person looked at the network, and it is not there. */
  sent?: false | undefined;
  onClose: () => void;
};

/** Chooses another time for a publication. */
export function MoveTimeDialog({ publication, zone: own, sent, onClose }: Props) {
  const zone = publication.zone ?? own;
  const [value, setValue] = useState(() => {
    const local = localOf(publication.due_at, zone);
    const isPast = Date.parse(publication.due_at) < Date.now();
    const time = isPast ? nextHour(zone) : { date: local.slice(0, 10), time: local.slice(11) };
    return { ...time, zone };
  });
  const move = useMove();
  const local = localTime(value);
  const { isError } = describeTime(value);
  const at = local && !isError ? resolveLocal(local, value.zone).instant : undefined;
  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    if (!at || !local) return;
    const { id, due_at: seen } = publication;
    const when = { local, zone: value.zone };
    move.mutate({ id, seen, sent, at: when }, { onSuccess: onClose });
  }
  return (
    <Dialog open onClose={onClose} title="Move to…">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TimeFields value={value} own={own} onChange={setValue} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!at} busy={move.isPending}>
            {at ? `Move to ${zonedTime(at, value.zone)}` : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
