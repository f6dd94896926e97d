import { useState } from 'react';
import { AuditFilters } from '#contract/audit.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { type Filters, useAuditSummary } from './audit-queries.ts';
import { labelOf } from './labels.ts';

type Props = { filters: Filters; onChange: (change: Filters) => void; onClear: () => void };

/** Filters the audit log by the values that occur in it. */
export function AuditFilterForm({ filters, onChange, onClear }: Props) {
  const summary = useAuditSummary().data;
  const people = summary?.by_user.flatMap(({ user }) => user ?? []) ?? [];
  const [address, setAddress] = useState(filters.ip_address ?? '');
  const filtered = Object.values(filters).some(Boolean);
  return (
    <search className="grid items-end gap-4 rounded-base border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Action">
        <Select
          value={filters.action ?? ''}
          options={[
            { value: '', label: 'All actions' },
            ...(summary?.by_action ?? []).map(({ action }) => ({
              value: action,
              label: labelOf(action),
            })),
          ]}
          onChange={(action) => onChange({ action })}
        />
      </Field>
      <Field label="Person">
        <Select
          value={filters.user ?? ''}
          options={[
            { value: '', label: 'Everybody' },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(user) => onChange({ user })}
        />
      </Field>
      <Field label="Item">
        <Input
          inputMode="numeric"
          placeholder="Its number"
          value={filters.content_item ?? ''}
          onChange={({ target }) =>
            onChange({ content_item: target.value.replaceAll(/\D|^0+/g, '').slice(0, 15) })
          }
        />
      </Field>
      <Field label="From">
        <Input
          type="date"
          value={filters.start_date ?? ''}
          onChange={({ target }) => onChange({ start_date: target.value })}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          value={filters.end_date ?? ''}
          onChange={({ target }) => onChange({ end_date: target.value })}
        />
      </Field>
      <Field label="Address">
        <Input
          placeholder="203.0.113.7"
          value={address}
          onChange={({ target }) => {
            setAddress(target.value);
            // An incomplete address is no filter yet.
            if (AuditFilters.shape.ip_address.safeParse(target.value || undefined).success)
              onChange({ ip_address: target.value });
          }}
        />
      </Field>
      <Button
        disabled={!filtered}
        onClick={() => {
          setAddress('');
          onClear();
        }}
        className="justify-self-start"
      >
        Clear filters
      </Button>
    </search>
  );
}
