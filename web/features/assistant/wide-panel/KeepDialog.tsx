import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = { count: number; onClose: () => void; onKeep: () => void; onUndo: () => void };

/** Asks what becomes of the versions that were taken, where the others are discarded. */
export const KeepDialog = ({ count, onClose, onKeep, onUndo }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title="Discard the proposals"
    description={`Keep the ${count} that you took?`}
  >
    <DialogActions>
      <Button onClick={onUndo}>Undo {count === 1 ? 'it' : 'them'}</Button>
      <Button variant="primary" autoFocus onClick={onKeep}>
        Keep {count}
      </Button>
    </DialogActions>
  </Dialog>
);
