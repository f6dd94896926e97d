import type { SetURLSearchParams } from 'react-router';

/** Takes a name out of the address: what it asked for is done once, and not by a reload again. */
export const dropQuery = (setQuery: SetURLSearchParams, name: string) =>
  setQuery(
    (before) => {
      before.delete(name);
      return before;
    },
    { replace: true, preventScrollReset: true },
  );
