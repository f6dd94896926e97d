import { useLayers } from './layers.ts';
import type { SheetProps } from './SheetPanel.tsx';

/**
 * A modal sheet from the bottom on a phone, and from the right on a wider window; Escape, the cross,
 * a press outside and pulling it down close it, and the focus returns.
 */
export function Sheet(props: SheetProps) {
  const loaded = useLayers(props.open);
  return loaded && <loaded.SheetPanel {...props} />;
}
