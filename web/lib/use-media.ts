import { useSyncExternalStore } from 'react';

/** Whether a media query matches, now and after changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Where Tailwind's `max-md` holds. */
export const PHONE = '(width < 48rem)';
