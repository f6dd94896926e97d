import { type FormEvent, type ReactNode, useState } from 'react';
import { demandsApproval } from '#contract/authority/demands.ts';
import type { Workspace } from '#contract/people/members.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { ZoneSelect } from '#web/ui/fields/ZoneSelect.tsx';
import { useUpdateWorkspace } from './member-queries.ts';
import { ZoneQuestion } from './ZoneQuestion.tsx';

const MAX_LATE = 10_080;

type Props = {
  workspace: Workspace;
  /** How many posts wait in queues; undefined where no account is connected. */
  queued: number | undefined;
  /** What demanding an approval stops; shown where that is chosen, and not saved yet. */
  renderStops: (isAsked: boolean) => ReactNode;
};

/** What was changed while it was saved. */
const changedSince = <Fields extends object>(sent: Fields, now: Fields) =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Fields]),
  ) as Partial<Fields>;

/** The name and the settings of a workspace. */
export function WorkspaceForm({ workspace, queued, renderStops }: Props) {
  const update = useUpdateWorkspace();
  const { id: _, role: __, ...settings } = workspace;
  const [given, setGiven] = useState<Partial<typeof settings>>({});
  const values = { ...settings, ...given, name: (given.name ?? settings.name).trim() };
  const changed = JSON.stringify(values) !== JSON.stringify(settings);
  const isValid = values.name !== '' && values.late_minutes >= 1 && values.late_minutes <= MAX_LATE;
  const set = (change: Partial<typeof settings>) => setGiven({ ...given, ...change });

  const [isAsking, setAsking] = useState(false);
  const save = () => {
    setAsking(false);
    update.mutate(values, { onSuccess: () => setGiven((now) => changedSince(given, now)) });
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!changed || !isValid) return;
    // Without an account, nothing can wait for its time.
    if (values.time_zone !== settings.time_zone && queued !== undefined) setAsking(true);
    else save();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {isAsking && queued !== undefined && (
        <ZoneQuestion
          before={settings.time_zone}
          after={values.time_zone}
          queued={queued}
          onClose={() => setAsking(false)}
          onConfirm={save}
        />
      )}
      <Field label="Workspace name" required>
        <Input
          value={given.name ?? settings.name}
          maxLength={100}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field label="Time zone" hint="All times are chosen and shown in this zone.">
        <ZoneSelect
          value={values.time_zone}
          own={settings.time_zone}
          onChange={(zone) => set({ time_zone: zone })}
        />
      </Field>
      <Field
        label="Publish late up to (minutes)"
        hint="Posts that were due while the server was down are still published if they are no later than this. Otherwise, you decide."
        error={
          values.late_minutes >= 1 && values.late_minutes <= MAX_LATE
            ? undefined
            : 'Expected 1 to 10080 minutes, a week'
        }
      >
        <Input
          type="number"
          min={1}
          max={MAX_LATE}
          value={values.late_minutes || ''}
          onChange={({ target }) => set({ late_minutes: Math.trunc(Number(target.value)) })}
        />
      </Field>
      <Checkbox
        checked={values.prevent_self_approval}
        onChange={(prevent_self_approval) => set({ prevent_self_approval })}
      >
        Prevent authors from approving their own content
      </Checkbox>
      <div>
        <Checkbox
          checked={values.only_approved}
          onChange={(only_approved) => set({ only_approved })}
        >
          Publish approved texts only
        </Checkbox>
        {renderStops(demandsApproval(values) && !demandsApproval(settings))}
      </div>
      <Checkbox
        checked={values.requires_alt_texts}
        onChange={(requires_alt_texts) => set({ requires_alt_texts })}
      >
        Publish pictures and videos only with an alt text
      </Checkbox>
      <Button type="submit" busy={!changed || !isValid || update.isPending} className="self-start">
        {update.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  );
}
