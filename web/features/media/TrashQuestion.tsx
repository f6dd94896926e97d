import type { MediaFile } from '#contract/media/media.ts';
import { plural } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  /** Null while nothing is asked. */
  files: readonly MediaFile[] | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before files go to the trash that are used. */
export function TrashQuestion({ files, ...props }: Props) {
  const used = files?.filter(({ uses }) => uses > 0) ?? [];
  const verb = files?.length === 1 ? 'is' : 'are';
  return (
    <ConfirmDialog
      {...props}
      open={files !== null}
      title="Move to trash?"
      question={`${plural(used.length, 'file')} of these ${verb} in use. A post that isn’t published yet can’t be sent without its files.`}
      confirm="Move to trash"
    />
  );
}
