import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Button } from './Button.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
};

/** A modal dialog; Escape, the cross and a click outside close it, and the focus goes back to where it came from. */
export function Dialog({ open, onClose, title, description, wide, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          className={classes(
            'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-base border border-line bg-surface p-5 shadow-float',
            wide ? 'max-w-4xl' : 'max-w-md',
          )}
        >
          <div className="flex items-start gap-3">
            <Radix.Title className="grow font-semibold text-base">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-1">
                <X size={16} aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the foot of a dialog, the main one last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>
);
