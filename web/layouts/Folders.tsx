import { useLocation, useNavigate } from 'react-router';
import { useBulk } from '#web/features/bulk/bulk-queries.ts';
import { FolderManager } from '#web/features/folders/FolderManager.tsx';
import { folderPath, useSelectedFolder } from '#web/features/folders/selected-folder.ts';

/** The folders of the workspace: choosing one shows its content, dropping content moves it there. */
export function Folders({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const location = useLocation();
  const navigate = useNavigate();
  const selected = useSelectedFolder();
  const bulk = useBulk();
  return (
    <FolderManager
      selected={selected}
      onSelect={(id) => {
        onNavigate?.();
        void navigate(folderPath(location, id), { state: { chosen: true } });
      }}
      onDrop={(folder, ids) => bulk.mutate({ operation: 'move', folder, ids })}
    />
  );
}
