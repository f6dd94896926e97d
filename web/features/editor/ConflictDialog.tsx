import type { Item } from '#contract/items.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';

type Props = { mine: string; current: Item; onKeepMine: () => void; onTakeTheirs: () => void; onClose: () => void };

/** Somebody saved the same item in the meantime: both texts, to choose from. Closing it goes on writing. */
export function ConflictDialog({ mine, current, onKeepMine, onTakeTheirs, onClose }: Props) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="This content was changed in the meantime"
      description="Somebody saved another version while you were writing. Nothing is lost: choose the text to go on with."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Text title="Your text" text={mine} />
        <Text title="The saved text" text={current.content} />
      </div>
      <DialogActions>
        <Button onClick={onTakeTheirs}>Use the saved text</Button>
        <Button variant="primary" onClick={onKeepMine}>
          Save your text
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-1">
    <h3 className="font-medium">{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <p tabIndex={0} className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words rounded-base bg-sunken p-3">
      {text}
    </p>
  </section>
);
