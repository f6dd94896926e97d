import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { lastPerson, useAuth } from '#web/api/auth-store.ts';

/**
 * Redirects visitors to the sign-in page, which leads back afterwards (docs/domain/pages.md,
 * 'Pages').
 */
export function Protected() {
  const signedIn = useAuth((state) => state.isAuthenticated);
  const location = useLocation();
  return signedIn ? (
    <Outlet />
  ) : (
    <Navigate to={paths.login} state={{ from: location, of: lastPerson }} replace />
  );
}
