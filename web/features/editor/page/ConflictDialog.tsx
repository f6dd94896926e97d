import { type Item, labelledTexts, type PartText } from '#contract/content/items.ts';
import { useHistory } from '#web/features/workbench/history/history-queries.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Difference } from '#web/ui/text/Difference.tsx';
import { LabelledTexts } from '#web/ui/text/LabelledTexts.tsx';

type Part = PartText & { id?: number | undefined };

type Props = {
  mine: readonly Part[];
  theirs: readonly Item[];
  /** What both have begun with. */
  base: readonly Part[];
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
  base,
  disputed,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: Props) {
  const who = useAuthor(theirs);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="This content was changed in the meantime"
      description={`${who} while you were writing. Nothing is lost: choose the text to continue with.`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Text title="Your text" parts={mine} base={base} />
        <Text title="The saved text" parts={theirs} base={base} />
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

/** Who has saved last, and when. */
function useAuthor(theirs: readonly Item[]): string {
  const latest = theirs.reduce((last, item) => (item.updated_at > last.updated_at ? item : last));
  const [version] = useHistory(latest.id).data?.pages[0] ?? [];
  const name = version?.user?.name ?? 'Someone';
  return `${name} saved another version ${relativeTime(latest.updated_at)},`;
}

/** A text, with what is new in it marked. */
const Text = ({
  title,
  parts,
  base,
}: {
  title: string;
  parts: readonly Part[];
  base: readonly Part[];
}) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-1">
    <h3 className="font-medium">{title}</h3>
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      className="max-h-60 divide-y divide-line overflow-y-auto rounded-base bg-sunken px-3"
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts are only shown
        <div key={index} dir="auto" className="whitespace-pre-wrap break-words py-3">
          <Difference
            plain
            before={base.find(({ id }) => id !== undefined && id === part.id)?.content ?? ''}
            after={part.content}
          />
          <LabelledTexts texts={labelledTexts(part)} />
        </div>
      ))}
    </div>
  </section>
);
