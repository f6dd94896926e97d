import { ChevronDown, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { FILTER_STATUSES } from '#contract/workflow.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';
import type { Period } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field, Input, Select } from '#web/ui/Field.tsx';
import type { ItemFilters } from './item-queries.ts';

type Props = { filters: ItemFilters; onChange: (filters: ItemFilters) => void };

/** The text field and the collapsible filters of the folders view. */
export function ItemFilterPanel({ filters, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const searching = useLocation().state?.search === true;
  const { search = '', status = [], period, threads = false } = filters;
  const active = status.length + (period ? 1 : 0) + (threads ? 1 : 0);
  return (
    <section aria-label="Search and filters" className="flex flex-col gap-2">
      <div className="relative">
        <Search size={16} aria-hidden className="absolute top-2.5 left-3 text-muted" />
        <Input
          type="search"
          autoFocus={searching}
          aria-label="Search content"
          placeholder="Search content..."
          value={search}
          maxLength={500}
          onChange={({ target }) => onChange({ ...filters, search: target.value })}
          className="pl-9"
        />
      </div>
      <Button
        variant="ghost"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="grow text-left">Filters{active > 0 && ` (${active})`}</span>
        <ChevronDown
          size={16}
          aria-hidden
          className={classes('transition-transform duration-150', open && 'rotate-180')}
        />
      </Button>
      <div id={id} hidden={!open} className="rounded-base border border-line bg-surface p-3">
        <fieldset className="mb-3">
          <legend className="font-medium">Status</legend>
          {FILTER_STATUSES.map((one) => (
            <Checkbox
              key={one}
              checked={status.includes(one)}
              onChange={(checked) =>
                onChange({
                  ...filters,
                  status: checked ? [...status, one] : status.filter((other) => other !== one),
                })
              }
            >
              {capitalise(one)}
            </Checkbox>
          ))}
        </fieldset>
        <Checkbox
          checked={threads}
          onChange={(checked) => onChange({ ...filters, threads: checked })}
        >
          Threads only
        </Checkbox>
        <Field label="Updated" className="mt-3">
          <Select
            value={period ?? ''}
            onChange={({ target }) =>
              onChange({ ...filters, period: (target.value || undefined) as Period | undefined })
            }
          >
            <option value="">All time</option>
            <option value="today">Today</option>
            <option value="week">Last 7 days</option>
            <option value="month">Last 30 days</option>
          </Select>
        </Field>
        <Button className="mt-3 w-full" disabled={!active && !search} onClick={() => onChange({})}>
          Clear
        </Button>
      </div>
    </section>
  );
}
