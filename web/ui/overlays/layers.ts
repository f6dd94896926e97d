import { later } from '#web/lib/later.ts';

/**
 * What opens above a page: menus, popovers, dialogs, lists of options, toasts. A page is complete
 * without them, and their libraries are as large as that of its components.
 */
export const [useLayers, fetchLayers] = later(() => import('./layer-parts.ts'));
