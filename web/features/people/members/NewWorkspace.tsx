import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createWorkspace } from '#contract/people/members.ts';
import { ApiError, call } from '#web/api/client.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ZoneChoice } from '#web/ui/fields/ZoneChoice.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

/** Creates another workspace and switches to it. */
export function NewWorkspace({
  onMade,
  onClose,
}: {
  onMade: (id: number) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [zone, setZone] = useState(OWN_ZONE);
  const make = useMutation({
    mutationFn: () => call(createWorkspace, { body: { name, time_zone: zone } }),
    onSuccess: ({ id }) => onMade(id),
  });
  const { error } = make;
  const said = error instanceof ApiError ? error.fields.name?.[0] : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="New Workspace"
      description="A workspace has its own content, members and roles. You’ll be the owner."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Workspace name"
          required
          error={error ? (said ?? (error.message || 'Failed to create the workspace')) : undefined}
        >
          <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </Field>
        <ZoneChoice value={zone} onChange={setZone} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!name.trim() || make.isPending}>
            {make.isPending ? 'Creating...' : 'Create Workspace'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
