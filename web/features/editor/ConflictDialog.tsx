import { labelledTexts, type PartText } from '#contract/content/items.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { LabelledTexts } from '#web/ui/LabelledTexts.tsx';

type Props = {
  mine: readonly PartText[];
  theirs: readonly PartText[];
  /** The labels of metadata fields that both have changed. */
  disputed: readonly string[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** A conflicting save: shows both texts to choose from. Closing it continues editing. */
export function ConflictDialog({
  mine,
  theirs,
  disputed,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: Props) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="This content was changed in the meantime"
      description="Someone saved another version while you were writing. Nothing is lost: choose the text to continue with."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Text title="Your text" parts={mine} />
        <Text title="The saved text" parts={theirs} />
      </div>
      {disputed.length > 0 && (
        <p>
          You both changed the {disputed.join(', the ')}, too: it follows the text you choose. All
          other changes are kept.
        </p>
      )}
      <DialogActions>
        <Button onClick={onTakeTheirs}>Use the saved text</Button>
        <Button variant="primary" onClick={onKeepMine}>
          Save your text
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Text = ({ title, parts }: { title: string; parts: readonly PartText[] }) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-1">
    <h3 className="font-medium">{title}</h3>
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      className="max-h-60 divide-y divide-line overflow-y-auto rounded-base bg-sunken px-3"
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts are only shown
        <p key={index} dir="auto" className="whitespace-pre-wrap break-words py-3">
          {part.content}
          <LabelledTexts texts={labelledTexts(part)} />
        </p>
      ))}
    </div>
  </section>
);
