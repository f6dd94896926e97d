import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { type Option, Select } from '#web/ui/Select.tsx';

type Props = {
  title: string;
  folderOptions: readonly Option[];
  onMove: (folder: number) => void;
  onClose: () => void;
};

/** Asks for the target folder. */
export function MoveDialog({ title, folderOptions, onMove, onClose }: Props) {
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
        <Field label="Folder" required hint="A part of a thread takes its whole thread along.">
          <Select
            value={folder}
            placeholder="Select a folder"
            options={folderOptions}
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
