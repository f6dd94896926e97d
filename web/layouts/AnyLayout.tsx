import { useAuth } from '#web/api/auth-store.ts';
import { AppLayout } from './AppLayout.tsx';
import { PublicLayout } from './PublicLayout.tsx';

/** An unknown path is shown in the layout of the person. */
export const AnyLayout = () =>
  useAuth((state) => state.isAuthenticated) ? <AppLayout /> : <PublicLayout />;
