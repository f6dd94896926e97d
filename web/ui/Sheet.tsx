import type { ReactNode } from 'react';
import { useLayers } from './layers.ts';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays in sight below the children, which scroll. */
  foot?: ReactNode;
  /** What gets the focus when it closes, in place of what had it before. */
  focusNext?: () => HTMLElement | null | undefined;
};

/**
 * A modal sheet from the bottom on a phone, and from the right on a wider window; Escape, the cross,
 * a press outside and pulling it down close it, and the focus returns.
 */
export function Sheet(props: SheetProps) {
  const loaded = useLayers(props.open);
  return loaded && <loaded.SheetPanel {...props} />;
}
