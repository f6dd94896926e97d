import { useEffect, useRef } from 'react';
import { create } from 'zustand';

const STORED = 'single-keys';

/** Whether shortcuts of a single key are enabled: speech input needs them off (WCAG 2.1.4). */
export const useSingleKeys = create(() => ({ on: localStorage.getItem(STORED) !== 'off' }));

export function setSingleKeys(on: boolean) {
  localStorage.setItem(STORED, on ? 'on' : 'off');
  useSingleKeys.setState({ on });
}

/** Whether a key types, or belongs to an open dialog or menu. */
export const isKeyTaken = (target: EventTarget | null) =>
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null;

/**
 * Runs the action of a single key, by its name, unless it types or such shortcuts are disabled. An
 * action that returns false leaves the key to the page.
 * @param isFirst before those of the page, which do something else by the same keys
 */
export function useKeyActions(
  actions: Record<string, (event: KeyboardEvent) => unknown>,
  isFirst = false,
) {
  const singles = useSingleKeys((state) => state.on);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!singles) return;
    function onKeyDown(event: KeyboardEvent) {
      const modified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      const run = Object.hasOwn(latest.current, event.key) && latest.current[event.key];
      if (!run || modified || event.defaultPrevented || isKeyTaken(event.target)) return;
      if (run(event) === false) return;
      event.preventDefault();
      if (isFirst) event.stopPropagation();
    }
    const options = { capture: isFirst };
    document.addEventListener('keydown', onKeyDown, options);
    return () => document.removeEventListener('keydown', onKeyDown, options);
  }, [singles, isFirst]);
}
