import { type FormEvent, useState } from 'react';
import {
  type Incoming,
  isPath,
  MAPPED,
  type Mapped,
  USUAL_NAMES,
} from '#contract/automation/incoming.ts';
import { ApiError } from '#web/api/client.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { type IncomingFields, useSaveIncoming } from './incoming-queries.ts';

type Props = {
  /** Undefined for a new one. */
  incoming: Incoming | undefined;
  onClose: () => void;
  /** With the address of a new one. */
  onSaved: (address: string | undefined) => void;
};

const LABELS: Record<Mapped, string> = { title: 'Title', text: 'Text', tags: 'Tags', link: 'Link' };
const RULES_ALONE = 'rules';

const startOf = (incoming: Incoming | undefined): Draft => ({
  name: incoming?.name ?? '',
  folder: !incoming ? '' : incoming.makes_drafts ? String(incoming.folder ?? '') : RULES_ALONE,
  mapping: incoming?.mapping ?? { title: null, text: null, tags: null, link: null },
});
type Draft = { name: string; folder: string; mapping: IncomingFields['mapping'] };

/** Adds an address, or changes where its drafts go and where their fields come from. */
export function IncomingDialog({ incoming, onClose, onSaved }: Props) {
  const { data: folders = [] } = useFolders();
  const [draft, setDraft] = useState(() => startOf(incoming));
  const [first] = useState(draft);
  const [isShown, setShown] = useState(false);
  const save = useSaveIncoming(incoming);
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setShown(false);
    save.reset();
  };
  const wrongPaths = MAPPED.filter((field) => !isPath(draft.mapping?.[field]?.trim() ?? ''));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    setShown(true);
    if (draft.folder === '' || wrongPaths.length > 0) return;
    const folder = draft.folder === RULES_ALONE ? null : Number(draft.folder);
    save.mutate({ ...draft, folder }, { onSuccess: onSaved });
  }
  return (
    <Dialog
      medium
      open
      unsaved={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
      title={incoming ? `Mapping of ${incoming.name}` : 'Add address'}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {save.error && Object.keys(errors).length === 0 && (
          <Alert>{save.error.message || 'The server didn’t answer.'}</Alert>
        )}
        <Field label="Name" required error={errors.name?.[0]}>
          <Input
            dir="auto"
            maxLength={100}
            value={draft.name}
            placeholder="Press release form"
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field
          label="Drafts go to"
          required
          error={isShown && draft.folder === '' ? 'Choose a folder' : errors.folder?.[0]}
        >
          <Select
            value={draft.folder}
            placeholder="Choose a folder"
            options={[
              ...folderOptions(folders.filter(({ id }) => id > 0)),
              { value: RULES_ALONE, label: 'Nowhere: only rules use what comes in' },
            ]}
            onChange={(folder) => change({ folder })}
          />
        </Field>
        <MappingFields
          mapping={draft.mapping ?? {}}
          wrong={isShown ? wrongPaths : []}
          error={errors.mapping?.[0]}
          onChange={(mapping) => change({ mapping })}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {incoming ? 'Save' : 'Add address'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type MappingProps = {
  mapping: NonNullable<IncomingFields['mapping']>;
  /** The fields whose path is none. */
  wrong: readonly Mapped[];
  error: string | undefined;
  onChange: (mapping: NonNullable<IncomingFields['mapping']>) => void;
};

const MappingFields = ({ mapping, wrong, error, onChange }: MappingProps) => (
  <fieldset>
    <legend className="font-medium">Mapping</legend>
    <p className="mt-1 text-[13px] text-muted">
      Where each field is in what is sent, such as <code>data.title</code> or{' '}
      <code>items[0].name</code>. An empty one is found by its usual names.
    </p>
    {error && (
      <p role="alert" className="mt-1 text-danger">
        {error}
      </p>
    )}
    <div className="mt-2 grid gap-3 sm:grid-cols-2">
      {MAPPED.map((field) => (
        <Field
          key={field}
          label={LABELS[field]}
          error={
            wrong.includes(field)
              ? 'Enter names with dots between them, such as data.title.'
              : undefined
          }
        >
          <Input
            className="font-mono text-[13px]"
            maxLength={200}
            spellCheck={false}
            value={mapping[field] ?? ''}
            placeholder={USUAL_NAMES[field].slice(0, 3).join(', ')}
            onChange={({ target }) => onChange({ ...mapping, [field]: target.value || null })}
          />
        </Field>
      ))}
    </div>
  </fieldset>
);
