import type { ReactNode } from 'react';
import type { DialogProps } from './DialogPanel.tsx';
import { useLayers } from './layers.ts';

/** A modal dialog; Escape, the cross and a click outside close it, and the focus returns. */
export function Dialog(props: DialogProps) {
  const loaded = useLayers(props.open);
  return loaded && <loaded.DialogPanel {...props} />;
}

/** The buttons of a dialog, the main one last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>
);
