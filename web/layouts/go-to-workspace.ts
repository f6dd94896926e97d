import { enterWorkspace } from '#web/features/members/member-queries.ts';
import { paths } from '#web/lib/paths.ts';

/**
 * Goes on in another workspace. Loaded anew: what is open belongs to the former one, and text that is not saved stays on the
 * device.
 */
export function goToWorkspace(id: number, path: string = paths.content) {
  enterWorkspace(id);
  window.location.assign(path);
}
