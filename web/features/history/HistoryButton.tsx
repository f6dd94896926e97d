import { History } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';

type Props = Omit<ComponentProps<typeof HistoryDialog>, 'onClose'>;

/** Opens the history. */
export function HistoryButton({ onRestored, ...props }: Props) {
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
          {...(onRestored && {
            onRestored: () => {
              setOpen(false);
              onRestored();
            },
          })}
        />
      )}
    </>
  );
}
