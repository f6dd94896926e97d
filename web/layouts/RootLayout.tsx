import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { signOut } from '#web/features/auth/session.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';

/** Around every page: toasts, and the error screen for a page that cannot be rendered. */
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
 * Whoever logs out leaves the page first, so that unsaved text can ask, and is signed out where they arrive: on a page
 * that needs nobody to be signed in.
 */
function useSigningOut() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const leaving = (state as { signingOut?: boolean } | null)?.signingOut === true;
  useEffect(() => {
    if (!leaving) return;
    if (useAuth.getState().isAuthenticated) signOut();
    void navigate(pathname, { replace: true, state: null });
  }, [leaving, navigate, pathname]);
}
