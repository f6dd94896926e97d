import { paths } from '#contract/paths.ts';
import { enterWorkspace } from '#web/features/people/members/member-queries.ts';
import { withBase } from '#web/lib/base.ts';

/**
 * Switches to another workspace by a reload: the state of the page belongs to the former one.
 * Unsaved text stays on the device.
 */
export function goToWorkspace(id: number, path: string = paths.content) {
  enterWorkspace(id);
  window.location.assign(withBase(path));
}
