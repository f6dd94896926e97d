import { useEffect } from 'react';

/** The browser asks before the tab is closed or loaded again, and what was changed is lost. */
export function useUnloadGuard(dirty: { readonly current: boolean }) {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => dirty.current && event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [dirty]);
}
