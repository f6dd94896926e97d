import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useModal } from './focus.ts';
import { Overlay } from './Overlay.tsx';

export type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
};

/** What `Drawer` shows. */
export function DrawerPanel({ open, onClose, title, children }: DrawerProps) {
  const modal = useModal();
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          {...modal}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-[288px] max-w-[calc(100vw-32px)] animate-drawer border-line border-r bg-page shadow-float"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
