import { History } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';

type Props = Omit<ComponentProps<typeof HistoryDialog>, 'onClose' | 'onRestored'> & {
  /** Whether it closes after a version was restored. */
  closes?: boolean;
};

/** Opens the history. */
export function HistoryButton({ closes = false, ...props }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <History size={16} aria-hidden />
        History
      </Button>
      {open && (
        <HistoryDialog
          {...props}
          onClose={() => setOpen(false)}
          {...(closes && { onRestored: () => setOpen(false) })}
        />
      )}
    </>
  );
}
