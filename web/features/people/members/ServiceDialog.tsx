import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { GivenRole } from '#contract/core/forms.ts';
import { createServiceAccount, updateServiceAccount } from '#contract/people/keys.ts';
import type { Member } from '#contract/people/members.ts';
import { ASSIGNABLE_ROLES } from '#contract/roles.ts';
import { ApiError, call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { ROLE_HINTS } from './member-queries.ts';

type Props = {
  known?: Member;
  /** Gets a new one. */
  onMade?: (made: Member) => void;
  onClose: () => void;
};

/** Makes a service account, or renames one. */
export function ServiceDialog({ known, onMade, onClose }: Props) {
  const [name, setName] = useState(known?.name ?? '');
  const [role, setRole] = useState<GivenRole>('editor');
  const save = useMutation({
    mutationFn: () =>
      known
        ? call(updateServiceAccount, { params: { id: String(known.id) }, body: { name } })
        : call(createServiceAccount, { body: { name, role } }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: keys.members });
      if (!known) onMade?.(saved);
      onClose();
    },
  });
  const { error } = save;
  const said = error instanceof ApiError ? error.fields.name?.[0] : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    // It may be over the form of a key: React passes the event to it, too.
    event.stopPropagation();
    save.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={known ? 'Rename service account' : 'Add service account'}
      description="Programs act as it, with a role of its own: no sign-in, no mail. The audit log names it."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Name"
          error={error ? (said ?? (error.message || 'Failed to save it')) : undefined}
        >
          <Input
            dir="auto"
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {!known && (
          <div className="flex flex-col gap-1.5">
            <span aria-hidden className="font-medium">
              Role
            </span>
            <Select
              aria-label="Role"
              value={role}
              options={ASSIGNABLE_ROLES.map((value) => ({ value, label: capitalise(value) }))}
              onChange={setRole}
            />
            <p className="text-muted text-xs">It {ROLE_HINTS[role]}.</p>
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {known ? 'Rename' : 'Add'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
