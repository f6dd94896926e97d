import type { ReactNode } from 'react';
import { useAuth, useAuthSettled } from '#web/api/auth-store.ts';
import { classes } from '#web/lib/classes.ts';

/**
 * What depends on whether somebody is signed in. A prerendered page holds both, and shows the right one from the first
 * paint: `public/before-paint.js` says who looks.
 */
export function ByViewer({ visitor, member }: { visitor?: ReactNode; member?: ReactNode }) {
  // At build time nobody can know, and the first rendering in the browser repeats that one.
  const known = useAuthSettled();
  const signedIn = useAuth((state) => state.isAuthenticated);
  return (
    <>
      {visitor && !(known && signedIn) && (
        <div className={classes('contents', !known && 'in-data-[viewer=member]:hidden')}>{visitor}</div>
      )}
      {member && (signedIn || !known) && (
        <div className={known ? 'contents' : 'hidden in-data-[viewer=member]:contents'}>{member}</div>
      )}
    </>
  );
}
