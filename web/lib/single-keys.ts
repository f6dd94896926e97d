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
