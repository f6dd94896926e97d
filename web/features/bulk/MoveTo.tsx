import { folderOptions } from '#web/features/folders/folder-options.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { MoveDialog } from './MoveDialog.tsx';

type Props = {
  title: string;
  /** The folder that it is in, which is no target. */
  current?: number;
  onMove: (folder: number) => void;
  onClose: () => void;
};

/** Asks for a folder of the workspace. */
export function MoveTo({ current, ...props }: Props) {
  const folders = (useFolders().data ?? []).filter(({ id }) => id > 0 && id !== current);
  return <MoveDialog {...props} folderOptions={folderOptions(folders)} />;
}
