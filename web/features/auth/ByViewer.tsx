import { type ReactNode, useSyncExternalStore } from 'react';
import { useAuth } from '#web/api/auth-store.ts';
import { classes } from '#web/lib/classes.ts';

/** Who looks at this page. At build time nobody can know, and the first rendering in the browser repeats that one. */
const useViewer = () =>
  useSyncExternalStore<'visitor' | 'member' | 'unknown'>(
    useAuth.subscribe,
    () => (useAuth.getState().isAuthenticated ? 'member' : 'visitor'),
    () => 'unknown',
  );

/**
 * What depends on whether somebody is signed in. A prerendered page holds both, and shows the right one from the first
 * paint: `public/before-paint.js` says who looks.
 */
export function ByViewer({ visitor, member }: { visitor?: ReactNode; member?: ReactNode }) {
  const viewer = useViewer();
  const known = viewer !== 'unknown';
  return (
    <>
      {visitor && viewer !== 'member' && (
        <div className={classes('contents', !known && 'in-data-[viewer=member]:hidden')}>{visitor}</div>
      )}
      {member && viewer !== 'visitor' && (
        <div className={known ? 'contents' : 'hidden in-data-[viewer=member]:contents'}>{member}</div>
      )}
    </>
  );
}
