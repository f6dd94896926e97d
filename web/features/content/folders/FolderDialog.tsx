import { type FormEvent, useState } from 'react';
import type { Folder, FolderUpdate } from '#contract/content/folders.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { folderOptions } from './folder-options.tsx';
import { withinFolder } from './tree.ts';

export type FolderFields = { name: string; description: string; parent: number | null };

/** The values of the form for a folder, or for what was to become one. */
export const fieldsOf = ({ name = '', description, parent }: FolderUpdate): FolderFields => ({
  name,
  description: description ?? '',
  parent: parent ?? null,
});

type Props = {
  /** The initial values. */
  initial: FolderFields;
  /** The folder to edit; undefined creates one. */
  editing?: Folder | undefined;
  folders: Folder[];
  onSave: (fields: FolderFields) => void;
  onClose: () => void;
};

/** Creates or edits a folder (docs/domain/content.md, 'Folders'). */
export function FolderDialog({ initial, editing, folders, onSave, onClose }: Props) {
  const [fields, setFields] = useState(initial);
  const change = (part: Partial<FolderFields>) => setFields({ ...fields, ...part });
  const excluded = editing ? withinFolder(folders, editing.id) : new Set<number>();
  const parents = folders.filter((folder) => folder.id > 0 && !excluded.has(folder.id));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (fields.name.trim() === '') return;
    onSave({ ...fields, name: fields.name.trim(), description: fields.description.trim() });
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={editing ? 'Edit Folder' : 'Create New Folder'}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Folder Name" required>
          <Input
            value={fields.name}
            maxLength={100}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label="Description">
          <Textarea
            rows={3}
            value={fields.description}
            maxLength={1000}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
        {parents.length > 0 && (
          <Field label="Parent folder">
            <Select
              value={fields.parent === null ? '' : String(fields.parent)}
              options={[{ value: '', label: 'None' }, ...folderOptions(parents)]}
              onChange={(parent) => change({ parent: parent ? Number(parent) : null })}
            />
          </Field>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {editing ? 'Save Changes' : 'Create Folder'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
