import { useState } from 'react';
import { AuditFilters } from '#contract/core/audit.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
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
    <search className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Action"
        className={classes(chip(filters.action), 'max-w-48')}
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
      <Select
        aria-label="Person"
        className={classes(chip(filters.user), 'max-w-48')}
        value={filters.user ?? ''}
        options={[
          { value: '', label: 'Everyone' },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(user) => onChange({ user })}
      />
      <Input
        aria-label="Item"
        inputMode="numeric"
        placeholder="Item number"
        value={filters.content_item ?? ''}
        onChange={({ target }) =>
          onChange({ content_item: target.value.replaceAll(/\D|^0+/g, '').slice(0, 15) })
        }
        className={classes(chip(filters.content_item), 'max-w-32')}
      />
      {(
        [
          ['From', 'start_date'],
          ['To', 'end_date'],
        ] as const
      ).map(([label, name]) => (
        <span key={name} className="flex items-center gap-1.5 text-[13px] text-muted">
          <span aria-hidden>{label}</span>
          <Input
            aria-label={label}
            type="date"
            value={filters[name] ?? ''}
            onChange={({ target }) => onChange({ [name]: target.value })}
            className={chip(filters[name])}
          />
        </span>
      ))}
      <Input
        aria-label="Address"
        placeholder="IP address"
        value={address}
        onChange={({ target }) => {
          setAddress(target.value);
          // An incomplete address is no filter yet.
          if (AuditFilters.shape.ip_address.safeParse(target.value || undefined).success)
            onChange({ ip_address: target.value });
        }}
        className={classes(chip(filters.ip_address), 'max-w-36')}
      />
      {filtered && (
        <Button
          variant="ghost"
          onClick={() => {
            setAddress('');
            onClear();
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** A filter is marked while it is set. */
const chip = (value: string | undefined) =>
  classes('h-8 w-auto text-[13px]', value && 'border-accent bg-accent-soft!');
