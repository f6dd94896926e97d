import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { LONGEST_TAG } from '#contract/items.ts';
import { EDITOR_STATUSES, isDecision, type Status } from '#contract/workflow.ts';
import { useCan } from '#web/api/workspace.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Select } from '#web/ui/Field.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import type { EditorFields } from './editor-fields.ts';

type Props = {
  fields: EditorFields;
  disabled: boolean;
  onChange: (part: Partial<EditorFields>) => void;
  folderOptions: ReactNode;
  onNewFolder: () => void;
  /** Further settings, below the item's own. */
  children?: ReactNode;
};

/** Folder, status and tags (section 2, 'Editor'). */
export function EditorSettings({ fields, disabled, onChange, folderOptions, onNewFolder, children }: Props) {
  const decides = useCan('decide');
  const offered: readonly Status[] = EDITOR_STATUSES.filter((one) => decides || !isDecision(fields.status, one));
  return (
    <fieldset
      aria-label="Settings"
      disabled={disabled}
      className="flex min-w-0 flex-col gap-4 rounded-base border border-line bg-surface p-4"
    >
      <h2 className="font-semibold">Settings</h2>
      <div className="flex flex-col gap-1.5">
        <Field label="Folder" required>
          <Select
            required
            value={fields.folder ?? ''}
            onChange={({ target }) => onChange({ folder: target.value ? Number(target.value) : null })}
          >
            {fields.folder === null && <option value="">Select a folder</option>}
            {folderOptions}
          </Select>
        </Field>
        <Button variant="link" onClick={onNewFolder} className="self-start">
          <Plus size={16} aria-hidden />
          New folder
        </Button>
      </div>
      <Field label="Status">
        <Select value={fields.status} onChange={({ target }) => onChange({ status: target.value as Status })}>
          {/* What the editor does not offer it shows all the same, and never changes by itself. */}
          {!offered.includes(fields.status) && (
            <option value={fields.status} disabled>
              {capitalise(fields.status)}
            </option>
          )}
          {offered.map((status) => (
            <option key={status} value={status}>
              {capitalise(status)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Tags" hint="Enter or a comma ends a tag.">
        <TagInput tags={fields.tags} longest={LONGEST_TAG} onChange={(tags) => onChange({ tags })} />
      </Field>
      {children}
    </fieldset>
  );
}
