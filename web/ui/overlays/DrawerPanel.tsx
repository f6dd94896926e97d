import type { ReactNode } from 'react';
import { ModalPanel } from './ModalPanel.tsx';

export type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
};

/** What `Drawer` shows. */
export const DrawerPanel = ({ open, onClose, title, children }: DrawerProps) =>
  open && (
    <ModalPanel
      onClose={onClose}
      aria-label={title}
      className="inset-y-0 left-0 w-[288px] max-w-[calc(100vw-32px)] animate-drawer border-line border-r bg-page shadow-float"
    >
      {children}
    </ModalPanel>
  );
