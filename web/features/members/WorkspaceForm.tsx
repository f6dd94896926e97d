import { type FormEvent, useState } from 'react';
import type { Workspace } from '#contract/members.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { useUpdateWorkspace } from './member-queries.ts';

/** The name of a workspace, and its rules. */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const [name, setName] = useState(workspace.name);
  const [others, setOthers] = useState(workspace.authors_may_not_approve);
  const changed = name.trim() !== workspace.name || others !== workspace.authors_may_not_approve;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!changed || !name.trim()) return;
    update.mutate({ name, authors_may_not_approve: others });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Workspace name" required>
        <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Checkbox checked={others} onChange={setOthers}>
        Authors may not approve their own text
      </Checkbox>
      <Button type="submit" busy={!changed || !name.trim() || update.isPending} className="self-start">
        {update.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  );
}
