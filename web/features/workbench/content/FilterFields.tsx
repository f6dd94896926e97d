import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { FILTER_STATUSES } from '#contract/content/workflow.ts';
import type { ItemFilters } from '#web/features/content/items/item-queries.ts';
import { SORTS } from '#web/features/content/search/search-url.ts';
import { useTagSuggestions } from '#web/features/content/search/suggestions.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { capitalise } from '#web/lib/text.ts';
import type { Period } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { isFiltered } from './list-address.ts';

export type Filtering = {
  filters: ItemFilters;
  /** `amends`: whether it replaces the former list in the browser's history. */
  onChange: (filters: ItemFilters, amends?: boolean) => void;
  onClear: () => void;
};

export const PERIOD_LABELS: Record<Period, string> = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

/** The filters with one of them changed; undefined removes it. */
export function withFilter<Key extends keyof ItemFilters>(
  filters: ItemFilters,
  key: Key,
  value: ItemFilters[Key] | undefined,
): ItemFilters {
  const { [key]: _, ...rest } = filters;
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** The filters and the order of the list. */
export function FilterFields({ filters, onChange, onClear }: Filtering) {
  const { status = [], period, threads = false, tags = [], sort } = filters;
  const members = useMembers().data ?? [];
  const set = <Key extends keyof ItemFilters>(key: Key, value: ItemFilters[Key] | undefined) =>
    onChange(withFilter(filters, key, value));
  const some = <Value,>(list: Value[]) => (list.length ? list : undefined);
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="font-medium">Status</legend>
        <div className="grid grid-cols-2">
          {FILTER_STATUSES.map((entry) => (
            <Checkbox
              key={entry}
              checked={status.includes(entry)}
              onChange={(checked) =>
                set(
                  'status',
                  some(checked ? [...status, entry] : status.filter((other) => other !== entry)),
                )
              }
            >
              {capitalise(entry)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Checkbox checked={threads} onChange={(checked) => set('threads', checked || undefined)}>
        Threads only
      </Checkbox>
      <Field label="Updated">
        <Select<Period | ''>
          value={period ?? ''}
          options={[
            { value: '', label: 'All time' },
            ...Object.entries(PERIOD_LABELS).map(([value, label]) => ({
              value: value as Period,
              label,
            })),
          ]}
          onChange={(next) => set('period', next || undefined)}
        />
      </Field>
      <Field label="Tagged">
        <TagInput
          tags={tags}
          longest={MAX_TAG_LENGTH}
          onChange={(next) => set('tags', some(next))}
          useSuggestions={useTagSuggestions}
        />
      </Field>
      {(['author', 'assignee'] as const).map(
        (key) =>
          (members.length > 1 || filters[key] !== undefined) && (
            <Field key={key} label={key === 'author' ? 'Written by' : 'Assigned to'}>
              <Select
                value={String(filters[key] ?? '')}
                options={[
                  { value: '', label: 'Anyone' },
                  ...(key === 'assignee' ? [{ value: 'none', label: 'Nobody' }] : []),
                  ...members.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={(next) =>
                  next === 'none' ? set('assignee', next) : set(key, Number(next) || undefined)
                }
              />
            </Field>
          ),
      )}
      <Field label="Sort by">
        <Select
          value={sort ?? '-updated_at'}
          options={SORTS.map(([value, label]) => ({ value, label }))}
          onChange={(next) => set('sort', next)}
        />
      </Field>
      <Button disabled={!isFiltered(filters)} onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
