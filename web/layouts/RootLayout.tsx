import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { signOut } from '#web/features/core/auth/session.ts';
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';

/** Around every page: toasts, and the error screen. */
export function RootLayout() {
  useSigningOut();
  return (
    <>
      <ErrorBoundary>
        <Outlet />
      </ErrorBoundary>
      <Toaster />
      <ScrollRestoration />
    </>
  );
}

/**
 * Logging out navigates first, so that the guard for unsaved text can ask, and then signs out on a
 * public page.
 */
function useSigningOut() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { signingOut: leaving = false, from } = (state ?? {}) as {
    signingOut?: boolean;
    /** Where the next person goes on, who signs in there. */
    from?: object;
  };
  useEffect(() => {
    if (!leaving) return;
    if (useAuth.getState().isAuthenticated) signOut();
    void navigate(pathname, { replace: true, state: from ? { from } : null });
  }, [leaving, from, navigate, pathname]);
}
