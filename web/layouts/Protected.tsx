import { Navigate, Outlet, useLocation } from 'react-router';
import { lastPerson, useAuth } from '#web/api/auth-store.ts';
import { paths } from '#web/lib/paths.ts';

/** Leads whoever is not signed in to the sign-in page, which leads back to where they wanted to go (section 2). */
export function Protected() {
  const signedIn = useAuth((state) => state.isAuthenticated);
  const location = useLocation();
  return signedIn ? <Outlet /> : <Navigate to={paths.login} state={{ from: location, of: lastPerson }} replace />;
}
