import type { MouseEvent } from 'react';
import type { NavigateFunction } from 'react-router';

/** The place of a page in the history of this tab. */
const place = () => (history.state as { idx?: number } | null)?.idx;

let list: number | undefined;

/** Notes that the list is open here, so that what is opened from it can go back to it as it was. */
export function rememberList() {
  list = place();
}

/**
 * Goes back where the list is the entry before, with its filters, scroll position and focus; else
 * the link is followed.
 */
export const backToList = (navigate: NavigateFunction) => (event: MouseEvent) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!isPlain || list === undefined || place() !== list + 1) return;
  event.preventDefault();
  void navigate(-1);
};
