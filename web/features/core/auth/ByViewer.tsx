import type { ReactNode } from 'react';
import { useAuth, useAuthSettled } from '#web/api/auth-store.ts';
import { classes } from '#web/lib/classes.ts';

/**
 * Content that depends on whether somebody is signed in. A prerendered page has both variants and
 * shows the right one from the first paint (`public/before-paint.js`).
 */
export function ByViewer({ visitor, member }: { visitor?: ReactNode; member?: ReactNode }) {
  // Unknown at build time, and the first rendering in the browser must equal the prerendered one.
  const known = useAuthSettled();
  const signedIn = useAuth((state) => state.isAuthenticated);
  return (
    <>
      {visitor && !(known && signedIn) && (
        <div className={classes('contents', !known && 'in-data-[viewer=member]:hidden')}>
          {visitor}
        </div>
      )}
      {member && (signedIn || !known) && (
        <div className={known ? 'contents' : 'hidden in-data-[viewer=member]:contents'}>
          {member}
        </div>
      )}
    </>
  );
}
