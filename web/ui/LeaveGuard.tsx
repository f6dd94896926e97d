import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  dirty: { readonly current: boolean };
  /** What would be lost, as a sentence. */
  question: string;
};

/** The browser asks before the tab is closed or loaded again, and what was changed is lost. */
export function useUnloadGuard(dirty: { readonly current: boolean }) {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => dirty.current && event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [dirty]);
}

/** Asks before another page is opened, and what was changed is lost. */
export function LeaveGuard({ dirty, question }: Props) {
  const guard = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.current && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={guard.state === 'blocked'}
      title="Leave without saving?"
      question={question}
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => guard.proceed?.()}
      onClose={() => guard.state === 'blocked' && guard.reset()}
    />
  );
}
