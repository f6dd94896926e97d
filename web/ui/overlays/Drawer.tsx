import type { DrawerProps } from './DrawerPanel.tsx';
import { useLayers } from './layers.ts';

/** A modal drawer at the left; Escape and a press outside close it, and the focus returns. */
export function Drawer(props: DrawerProps) {
  const loaded = useLayers(props.open);
  return loaded && <loaded.DrawerPanel {...props} />;
}
