import { useBlocker } from 'react-router';

/**
 * Blocks navigation while `dirty` returns true; a `blocked` navigation can `proceed` or `reset`.
 */
export const useLeaveGuard = (dirty: () => boolean) =>
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty() && currentLocation.pathname !== nextLocation.pathname,
  );
