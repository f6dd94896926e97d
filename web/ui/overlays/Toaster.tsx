import { useLayers } from './layers.ts';
import { useToast } from './toast.ts';

/** Shows toasts, once there is one. */
export function Toaster() {
  const loaded = useLayers(useToast(({ toast }) => toast !== null));
  return loaded && <loaded.ToastRegion />;
}
