import { type ReactNode, useRef, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { useUnloadGuard } from '#web/lib/drafts/unload-guard.ts';
import { Button } from '../Button.tsx';
import type { DialogProps } from './DialogPanel.tsx';
import { useLayers } from './layers.ts';

type Props = DialogProps & {
  /** Something was entered that closing would lose: Escape, the cross, a click outside and closing the tab ask first. */
  unsaved?: boolean;
};

/** A modal dialog; Escape, the cross and a click outside close it, and the focus returns. */
export function Dialog({ unsaved = false, ...props }: Props) {
  const loaded = useLayers(props.open);
  const [asks, setAsks] = useState(false);
  const dirty = useRef(false);
  dirty.current = unsaved && props.open;
  useUnloadGuard(dirty);
  if (!loaded) return loaded;
  return (
    <>
      <loaded.DialogPanel {...props} onClose={unsaved ? () => setAsks(true) : props.onClose} />
      <loaded.DialogPanel
        open={asks && unsaved && props.open}
        onClose={() => setAsks(false)}
        title="Discard what you entered?"
        description="It isn’t saved yet."
      >
        <DialogActions>
          <Button onClick={() => setAsks(false)}>Keep editing</Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsks(false);
              props.onClose();
            }}
          >
            Discard
          </Button>
        </DialogActions>
      </loaded.DialogPanel>
    </>
  );
}

type ActionsProps = {
  /** Whether a phone has no room for them in a row: there the main one is at the top. */
  stacks?: boolean;
  children: ReactNode;
};

/** The buttons of a dialog, the main one last. */
export const DialogActions = ({ stacks = false, children }: ActionsProps) => (
  <div
    className={classes(
      'flex flex-wrap justify-end gap-2 pt-1',
      stacks && 'max-sm:flex-col-reverse',
    )}
  >
    {children}
  </div>
);
