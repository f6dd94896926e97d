import { type FormEvent, useState } from 'react';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  title: string;
  /** The folder that it is in, which is no target. */
  current?: number;
  onMove: (folder: number) => void;
  onClose: () => void;
};

/** Asks for the target folder. */
export function MoveDialog({ title, current, onMove, onClose }: Props) {
  const folders = (useFolders().data ?? []).filter(({ id }) => id > 0 && id !== current);
  const [folder, setFolder] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!folder) return;
    onMove(Number(folder));
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Folder" required hint="Moving a part of a thread moves the whole thread.">
          <Select
            value={folder}
            placeholder="Select a folder"
            options={folderOptions(folders)}
            onChange={setFolder}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!folder}>
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
