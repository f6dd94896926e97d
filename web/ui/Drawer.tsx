import type { ReactNode } from 'react';
import { useLayers } from './layers.ts';

export type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
};

/** A modal drawer at the left; Escape and a press outside close it, and the focus returns. */
export function Drawer(props: DrawerProps) {
  const loaded = useLayers(props.open);
  return loaded && <loaded.DrawerPanel {...props} />;
}
