import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { isUnreached, isUnsaved, mayBeSaved } from './editor-state.ts';

/**
 * Saves what was written before the page is left. Where the server cannot be reached, it stays on this
 * device; where its author has to decide, they are asked. Nothing but 'Discard' deletes it.
 */
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
  /** Leaves where everything is saved, or stays on this device until the server is there again. */
  function leaveIf(isSaved: boolean): boolean {
    const isWaiting = !isSaved && isUnreached(editor.store.getState());
    if (isWaiting) sayKept();
    if (isSaved || isWaiting) guard.proceed?.();
    return isSaved || isWaiting;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that somebody leaves
  useEffect(() => {
    if (guard.state !== 'blocked') return setAsks(false);
    let isOver = false;
    void editor.saver.flush({ isLeaving: true }).then((isSaved) => {
      if (!isOver && !leaveIf(isSaved)) setAsks(true);
    });
    return () => {
      isOver = true;
    };
  }, [guard.state]);
  return (
    asks &&
    guard.state === 'blocked' && (
      <LeaveDialog
        onStay={() => guard.reset()}
        onDiscard={() => {
          editor.dispatch({ do: 'finish' });
          guard.proceed();
        }}
        onSave={async () => {
          // What it cannot be saved for is said by a toast.
          if (!leaveIf(await editor.saver.keep())) guard.reset();
        }}
        onLeave={() => {
          sayKept();
          guard.proceed();
        }}
      />
    )
  );
}

type Props = {
  onStay: () => void;
  onDiscard: () => void;
  onSave: () => void;
  /** Leaves it on this device. */
  onLeave: () => void;
};

function LeaveDialog({ onStay, onDiscard, onSave, onLeave }: Props) {
  const savable = useEditorState(mayBeSaved);
  const isKept = useEditorState((state) => state.isKept);
  const isSaving = useEditorState(({ request }) => request !== undefined);
  const question = savable
    ? 'You have changes that are not saved.'
    : isKept
      ? 'Your changes can’t be saved as they are. If you leave, they stay on this device, and you can go on with them when you come back.'
      : 'Your changes can’t be saved as they are, and this device has no room for them: if you leave, they are gone.';
  return (
    <Dialog open onClose={onStay} title="Leave without saving?" description={question}>
      <DialogActions>
        <Button onClick={onStay}>Stay</Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard changes
        </Button>
        {savable && (
          <Button variant="primary" disabled={isSaving} onClick={onSave}>
            Save and leave
          </Button>
        )}
        {!savable && isKept && (
          <Button variant="primary" onClick={onLeave}>
            Leave
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const sayKept = () =>
  toast({
    title: 'Not saved yet',
    description: 'What you wrote is kept on this device. Open it again to save it.',
  });
