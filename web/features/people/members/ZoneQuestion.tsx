import { plural } from '#web/lib/text.ts';
import { timeOfDay, zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  before: string;
  after: string;
  /** How many posts wait in queues. */
  queued: number;
  onClose: () => void;
  onConfirm: () => void;
};

/** Says what moves and what stays when a workspace gets another zone, and asks. */
export function ZoneQuestion({ before, after, queued, onClose, onConfirm }: Props) {
  const now = new Date().toISOString();
  const [here, there] = [zoneName(before), zoneName(after)];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change the time zone to ${there}?`}
      description={`It is ${timeOfDay(now, before)} in ${here}, and ${timeOfDay(now, after)} in ${there}.`}
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>
          Queues keep their times of day, in {there} from now on.
          {queued > 0 &&
            ` ${plural(queued, 'queued post')} ${queued === 1 ? 'moves' : 'move'} with them.`}
        </li>
        <li>
          Posts scheduled for a date and time, and planned drafts, are published at the same moment
          as before. Their times are shown in {there}.
        </li>
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={onConfirm}>
          Change the time zone
        </Button>
      </DialogActions>
    </Dialog>
  );
}
