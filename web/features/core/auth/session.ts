import { clearAuth, useAuth } from '#web/api/auth-store.ts';
import { endSession } from '#web/api/session.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Signs out locally at once; a failure on the server is ignored. */
export function signOut() {
  const { refreshToken } = useAuth.getState();
  if (refreshToken)
    endSession(refreshToken).catch((error) =>
      console.warn('signing out on the server failed', error),
    );
  clearAuth();
  toast({ title: 'Logged out successfully', description: 'See you next time!', duration: 3000 });
}
