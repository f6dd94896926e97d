import { type FormEvent, useState } from 'react';
import type { Workspace } from '#contract/members.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { useUpdateWorkspace } from './member-queries.ts';

/** The name and the settings of a workspace. */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const [name, setName] = useState(workspace.name);
  const [others, setOthers] = useState(workspace.prevent_self_approval);
  const changed = name.trim() !== workspace.name || others !== workspace.prevent_self_approval;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!changed || !name.trim()) return;
    update.mutate({ name, prevent_self_approval: others });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Workspace name" required>
        <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Checkbox checked={others} onChange={setOthers}>
        Prevent authors from approving their own content
      </Checkbox>
      <Button
        type="submit"
        busy={!changed || !name.trim() || update.isPending}
        className="self-start"
      >
        {update.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  );
}
