import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Holds back leaving the page while `dirty` says so; the answer's `blocked` asks for `proceed` or `reset`. */
export function useLeaveGuard(dirty: () => boolean) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => dirty() && currentLocation.pathname !== nextLocation.pathname,
  );
}
