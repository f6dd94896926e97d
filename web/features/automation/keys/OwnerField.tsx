import { useState } from 'react';
import type { Member } from '#contract/people/members.ts';
import { can } from '#contract/roles.ts';
import { ServiceDialog } from '#web/features/people/members/ServiceDialog.tsx';
import { capitalise } from '#web/lib/text.ts';
import { Select } from '#web/ui/fields/Select.tsx';

const NEW = 'new';

type Props = {
  /** The id of the member the key acts as. */
  value: number;
  me: number;
  members: readonly Member[];
  /** The owner of a key never changes. */
  isFixed: boolean;
  onChange: (owner: number) => void;
};

/** Whom a key acts as: oneself, or a service account, which managers can make here. */
export function OwnerField({ value, me, members, isFixed, onChange }: Props) {
  const [isAdding, setAdding] = useState(false);
  const self = members.find(({ id }) => id === me);
  const manages = self !== undefined && can(self.role, 'manage');
  const owners = members.filter(({ id, kind }) => id === me || (kind === 'service' && manages));
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="font-medium">
        Acts as
      </span>
      <Select
        aria-label="Acts as"
        disabled={isFixed}
        value={String(value)}
        options={[
          ...owners.map(({ id, name, role }) => ({
            value: String(id),
            label: id === me ? `${name} (you)` : `${name} · ${capitalise(role)}`,
          })),
          ...(manages && !isFixed ? [{ value: NEW, label: 'New service account…' }] : []),
        ]}
        onChange={(chosen) => (chosen === NEW ? setAdding(true) : onChange(Number(chosen)))}
      />
      <p className="text-muted text-xs">A service account stays when people leave.</p>
      {isAdding && (
        <ServiceDialog onMade={({ id }) => onChange(id)} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}
