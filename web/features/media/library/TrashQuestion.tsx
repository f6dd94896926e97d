import type { MediaFile } from '#contract/media/media.ts';
import { plural } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

type Props = {
  /** Null while nothing is asked. */
  files: readonly MediaFile[] | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before files go to the trash that are used. */
export function TrashQuestion({ files, ...props }: Props) {
  const used = files?.filter(({ uses }) => uses > 0) ?? [];
  const verb = used.length === 1 ? 'is' : 'are';
  const what =
    files?.length === 1
      ? 'This file'
      : `${used.length} of these ${plural(files?.length ?? 0, 'file')}`;
  return (
    <ConfirmDialog
      {...props}
      open={files !== null}
      title="Move to trash?"
      question={`${what} ${verb} in use. A post that isn’t published yet can’t be sent without its files.`}
      confirm="Move to trash"
    />
  );
}
