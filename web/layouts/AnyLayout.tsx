import { useAuth } from '#web/api/auth-store.ts';
import { AppLayout } from './AppLayout.tsx';
import { PublicLayout } from './PublicLayout.tsx';

/** An unknown path stands in whichever frame the person is used to. */
export const AnyLayout = () => (useAuth((state) => state.isAuthenticated) ? <AppLayout /> : <PublicLayout />);
