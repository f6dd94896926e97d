import { useBlocker } from 'react-router';

/** Holds back leaving for another page while `dirty` says so; the answer's `blocked` asks for `proceed` or `reset`. */
export const useLeaveGuard = (dirty: () => boolean) =>
  useBlocker(({ currentLocation, nextLocation }) => dirty() && currentLocation.pathname !== nextLocation.pathname);
