import type { TemplateSort, TemplateSummary } from '#contract/content/templates.ts';
import { classes } from '#web/lib/classes.ts';
import { Select } from '#web/ui/fields/Select.tsx';

const SORTS: { value: TemplateSort; label: string }[] = [
  { value: 'used', label: 'Most used' },
  { value: 'recent', label: 'Last used' },
  { value: 'name', label: 'Name' },
];
/** More tags than this are found by search. */
const MAX_CHIPS = 8;

type Props = {
  templates: readonly TemplateSummary[];
  tags: readonly string[];
  onTags: (tags: string[]) => void;
  sort: TemplateSort;
  onSort: (sort: TemplateSort) => void;
};

/** The tags of the templates, and their order. */
export function TemplateFilterBar({ templates, tags, onTags, sort, onSort }: Props) {
  const offered = [...new Set([...tags, ...templates.flatMap((template) => template.tags)])];
  const chip = (label: string, isOn: boolean, onClick: () => void) => (
    <button
      key={label}
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classes(
        'inline-flex h-7 shrink-0 items-center rounded-full border px-3 text-[13px] max-md:h-11',
        isOn ? 'border-accent-solid bg-accent-soft text-accent' : 'border-line hover:bg-hover',
      )}
    >
      {label}
    </button>
  );
  return (
    <div className="flex min-h-11 items-center gap-3 border-line border-b px-4 py-1.5">
      <fieldset className="flex min-w-0 grow gap-1.5 overflow-x-auto">
        <legend className="sr-only">Tags</legend>
        {offered.length > 0 && chip('All', tags.length === 0, () => onTags([]))}
        {offered.slice(0, MAX_CHIPS).map((tag) => {
          const isOn = tags.includes(tag);
          return chip(`#${tag}`, isOn, () =>
            onTags(isOn ? tags.filter((other) => other !== tag) : [...tags, tag]),
          );
        })}
      </fieldset>
      <Select
        aria-label="Sort"
        value={sort}
        options={SORTS}
        onChange={onSort}
        className="h-8 w-32 shrink-0"
      />
    </div>
  );
}
