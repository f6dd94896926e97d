import { useEffect, useRef } from 'react';
import { isComposing } from '#web/lib/keyboard/keys.ts';

/** Where the keys of a panel are pressed. */
export const PANEL = 'data-assistant';

const modifiers = ({ altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent) =>
  [altKey && 'Alt', shiftKey && 'Shift', (ctrlKey || metaKey) && 'Ctrl'].filter(Boolean);

/**
 * Runs what a key does while the focus is in a panel, by its name: 'Alt KeyD', 'Ctrl Enter', as the
 * keyboard has it; 'Digit1' where nothing is being typed. One that returns false is left to others.
 */
export function useNamedKeys(actions: Record<string, () => unknown>) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, defaultPrevented } = event;
      if (isComposing(event) || defaultPrevented || !(target instanceof Element)) return;
      if (!target.closest(`[${PANEL}]`)) return;
      const name = [...modifiers(event), event.code].join(' ');
      const run = Object.hasOwn(latest.current, name) && latest.current[name];
      if (!run || isTyped(event, target) || run() === false) return;
      event.preventDefault();
      event.stopPropagation();
    }
    // Before a button, or the field, takes it.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Whether a key without a modifier goes into a text that is being written. */
const isTyped = ({ code, altKey, ctrlKey, metaKey }: KeyboardEvent, target: Element) =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  code !== 'Escape' &&
  target instanceof HTMLTextAreaElement &&
  target.value.trim() !== '';
