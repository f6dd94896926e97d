import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Folder } from '#contract/content/folders.ts';
import { FolderManager } from '#web/features/content/folders/FolderManager.tsx';
import { folderPath, useSelectedFolder } from '#web/features/content/folders/selected-folder.ts';
import { useBulk } from '#web/features/workbench/bulk/bulk-queries.ts';
import { laterComponent } from '#web/lib/later.ts';

const EvergreenDialog = laterComponent(
  () =>
    import('#web/features/automation/evergreen/EvergreenDialog.tsx').then(
      (module) => module.EvergreenDialog,
    ),
  { isRare: true },
);

/** The folders of the workspace: choosing one shows its content, dropping content moves it there. */
export function Folders({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const location = useLocation();
  const navigate = useNavigate();
  const selected = useSelectedFolder();
  const bulk = useBulk();
  const [evergreen, setEvergreen] = useState<Folder>();
  return (
    <>
      <FolderManager
        onEvergreen={setEvergreen}
        selected={selected}
        onSelect={(id) => {
          onNavigate?.();
          void navigate(folderPath(location, id), { state: { chosen: true } });
        }}
        onDrop={(folder, ids) => bulk.mutate({ operation: 'move', folder, ids })}
      />
      {evergreen && <EvergreenDialog folder={evergreen} onClose={() => setEvergreen(undefined)} />}
    </>
  );
}
