import { can } from '#contract/roles.ts';
import { useCan } from '#web/api/workspace.ts';
import { useAssignItem } from '#web/features/content/items/item-queries.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

type Props = {
  item: number;
  /** The id of the member who takes care of its post. */
  value: number | null;
};

/** Who takes care of a post. A person who works alone is asked nothing. */
export function AssigneeField({ item, value }: Props) {
  const { data: members = [], isSuccess } = useMembers();
  const assign = useAssignItem();
  const writes = useCan('write');
  const people = members.filter(
    ({ id, kind, role }) => kind === 'person' && (can(role, 'write') || id === value),
  );
  // A member who was removed meanwhile takes care of nothing.
  const known = isSuccess && !people.some(({ id }) => id === value) ? null : value;
  if (people.length < 2 && known === null) return null;
  return (
    <Field label="Assigned to">
      <Select
        value={known === null ? '' : String(known)}
        disabled={!writes}
        options={[
          { value: '', label: 'Nobody' },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(chosen) => assign.mutate({ id: item, assignee: Number(chosen) || null })}
      />
    </Field>
  );
}
