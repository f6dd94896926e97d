import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** The present minute: what shows relative times is rendered again with the next one. */
export const useMinute = () => useSyncExternalStore(watch, minute);

const minute = () => Math.floor(Date.now() / MINUTE_MS);

function watch(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS);
  return () => clearInterval(timer);
}
