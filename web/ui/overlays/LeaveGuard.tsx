import { useBlocker } from 'react-router';
import { useUnloadGuard } from '#web/lib/drafts/unload-guard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  dirty: { readonly current: boolean };
  /** What would be lost, as a sentence. */
  question: string;
};

/** Asks before another page is opened or the tab is closed, and what was changed is lost. */
export function LeaveGuard({ dirty, question }: Props) {
  useUnloadGuard(dirty);
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
