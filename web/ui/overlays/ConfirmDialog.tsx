import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

type Props = {
  open: boolean;
  /** Called when it is dismissed. */
  onClose: () => void;
  /** Called when it is confirmed; closes it, too. */
  onConfirm: () => void;
  title: string;
  question: ReactNode;
  confirm: string;
  cancel?: string;
  children?: ReactNode;
};

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  question,
  confirm,
  cancel = 'Cancel',
  children,
}: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={question}>
      {children}
      <DialogActions>
        <Button onClick={onClose}>{cancel}</Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
