import { Outlet, ScrollRestoration } from 'react-router';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';

/** Around every page: toasts, and the error screen for a page that cannot be rendered. */
export function RootLayout() {
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
