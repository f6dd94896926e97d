import { Bookmark, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MAX_INSTRUCTION } from '#contract/assistant/limits.ts';
import type { OwnAction } from '#contract/assistant/voices.ts';
import { ApiError } from '#web/api/client.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { exactCount } from '#web/lib/count.ts';
import { nameOf } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { RowMenu } from './RowMenu.tsx';
import {
  useDeleteOwnAction,
  useDuplicateOwnAction,
  useOwnActions,
  useSaveOwnAction,
} from './settings-queries.ts';

/** Instructions that the workspace has saved under a name. */
export function ActionsSection() {
  const actions = useOwnActions().data ?? [];
  const { mutate: duplicate } = useDuplicateOwnAction();
  const { mutate: remove } = useDeleteOwnAction();
  const [edited, edit] = useState<OwnAction | 'new'>();
  const [asked, ask] = useState<OwnAction>();
  return (
    <SettingsSection
      title="Own actions"
      hint="Instructions that you save, as buttons for everyone here."
    >
      <div className="flex flex-col items-start gap-2">
        {actions.length > 0 && (
          <ul
            aria-label="Own actions"
            className="w-full divide-y divide-line rounded-base border border-line bg-surface"
          >
            {actions.map((action) => (
              <li key={action.id} className="flex items-center gap-3 py-2.5 pr-2 pl-3">
                <div className="min-w-0 grow basis-0">
                  <p className="flex items-center gap-2 font-medium">
                    <Bookmark size={14} aria-hidden className="shrink-0 text-muted" />
                    <span className="truncate">{action.name}</span>
                  </p>
                  <p className="truncate pl-5.5 text-muted text-xs">{action.instruction}</p>
                </div>
                <p className="w-24 shrink-0 text-muted text-xs max-sm:hidden">
                  {exactCount(action.uses)}× this month
                </p>
                <p className="w-20 shrink-0 truncate text-muted text-xs max-sm:hidden">
                  {nameOf(action.created_by).split(' ')[0]}
                </p>
                <RowMenu
                  name={action.name}
                  onEdit={() => edit(action)}
                  onDuplicate={() => duplicate(action)}
                  onDelete={() => ask(action)}
                />
              </li>
            ))}
          </ul>
        )}
        <Button size="bar" onClick={() => edit('new')}>
          <Plus size={16} aria-hidden /> New action
        </Button>
      </div>
      {edited && (
        <ActionDialog
          action={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => ask(undefined)}
          onConfirm={() => {
            remove(asked.id);
            ask(undefined);
          }}
          title={`Delete “${asked.name}”?`}
          question="It disappears for everyone here."
          confirm="Delete"
        />
      )}
    </SettingsSection>
  );
}

function ActionDialog({ action, onClose }: { action: OwnAction | undefined; onClose: () => void }) {
  const [name, setName] = useState(action?.name ?? '');
  const [instruction, setInstruction] = useState(action?.instruction ?? '');
  const save = useSaveOwnAction();
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const isSaid = errors.name || errors.instruction;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ id: action?.id, fields: { name, instruction } }, { onSuccess: onClose });
  }
  return (
    <Dialog open onClose={onClose} title={action ? 'Edit action' : 'New action'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {save.error && !isSaid && <Alert>{save.error.message || 'It couldn’t be saved.'}</Alert>}
        <Field label="Name" required error={errors.name?.[0]}>
          <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field
          label="Instruction"
          required
          error={errors.instruction?.[0]}
          hint="As you would say it to a colleague who has the text before them."
        >
          <Textarea
            rows={4}
            value={instruction}
            maxLength={MAX_INSTRUCTION}
            onChange={({ target }) => setInstruction(target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
