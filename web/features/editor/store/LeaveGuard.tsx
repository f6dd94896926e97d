import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useEditor } from './editor-context.ts';
import { isUnsaved } from './editor-state.ts';

/** Saves what was written before the page is left, and asks only where that fails. */
export function LeaveGuard() {
  const editor = useEditor();
  const guard = useBlocker(({ currentLocation, nextLocation }) => {
    const state = editor.store.getState();
    const { saved } = state.base;
    // A new text that was saved gets the address of its item.
    const isOwn = saved && nextLocation.pathname === paths.editContent(saved.id);
    return isUnsaved(state) && !isOwn && currentLocation.pathname !== nextLocation.pathname;
  });
  const [asks, setAsks] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that somebody leaves
  useEffect(() => {
    if (guard.state !== 'blocked') return setAsks(false);
    let isOver = false;
    void editor.saver.flush({ isLeaving: true }).then((isSaved) => {
      if (isOver) return;
      if (isSaved) guard.proceed();
      else setAsks(true);
    });
    return () => {
      isOver = true;
    };
  }, [guard.state]);
  return (
    <ConfirmDialog
      open={asks && guard.state === 'blocked'}
      title="Leave without saving?"
      question="What you wrote has not been saved. If you leave now, it will be deleted from this device, too."
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => {
        editor.dispatch({ do: 'finish' });
        guard.proceed?.();
      }}
      onClose={() => guard.state === 'blocked' && guard.reset()}
    />
  );
}
