import { Select } from '#web/ui/fields/Select.tsx';
import { folderOptions } from './folder-options.tsx';
import type { useFolderChoice } from './use-folder-choice.ts';

type Props = { choice: ReturnType<typeof useFolderChoice>; label: string; className?: string };

/** Chooses the folder that drafts are made in. */
export const FolderChoice = ({ choice: { folder, folders, choose }, label, className }: Props) => (
  <Select
    aria-label={label}
    value={folder === null ? undefined : String(folder)}
    options={folderOptions(folders)}
    placeholder="No folder yet"
    onChange={(id) => choose(Number(id))}
    {...(className && { className })}
  />
);
