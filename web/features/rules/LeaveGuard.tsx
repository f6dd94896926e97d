import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Asks before a rule is left that is not saved: for another page, another address, or for ever. */
export function LeaveGuard({ dirty }: { dirty: { readonly current: boolean } }) {
  const guard = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => dirty.current && event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [dirty]);
  return (
    <ConfirmDialog
      open={guard.state === 'blocked'}
      title="Leave without saving?"
      question="What you changed in this rule has not been saved."
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => guard.proceed?.()}
      onClose={() => guard.state === 'blocked' && guard.reset()}
    />
  );
}
