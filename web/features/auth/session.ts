import { logout } from '#contract/auth.ts';
import { clearAuth, useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { toast } from '#web/ui/Toaster.tsx';

/** Signs out here at once; the server is told as best we can (section 8). */
export function signOut() {
  const { refreshToken } = useAuth.getState();
  if (refreshToken) {
    call(logout, { body: { refresh: refreshToken } }).catch((error) =>
      console.warn('signing out on the server failed', error),
    );
  }
  clearAuth();
  toast({ title: 'Logged out successfully', description: 'See you next time!', duration: 3000 });
}
