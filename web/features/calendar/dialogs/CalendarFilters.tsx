import type { ReactNode } from 'react';
import { ENTRY_STATES } from '#contract/publishing/calendar.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { FilterName, Filters } from '#web/features/calendar/entries/calendar-address.ts';
import { entryStates } from '#web/features/calendar/entries/entry-states.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { type Option, Select } from '#web/ui/fields/Select.tsx';

type Props = {
  filters: Filters;
  channels: readonly Channel[];
  onFilter: (name: FilterName, value: string | undefined) => void;
  children?: ReactNode;
  className?: string;
};

/** The filters of the calendar. */
export function CalendarFilters({ filters, channels, onFilter, children, className }: Props) {
  const folders = useFolders().data ?? [];
  const members = useMembers().data ?? [];
  const choice = (name: FilterName, label: string, all: string, options: Option[]) => (
    <Select
      aria-label={label}
      value={filters[name] ?? ''}
      options={[{ value: '', label: all }, ...options]}
      onChange={(next) => onFilter(name, next || undefined)}
      className={classes('h-8 md:w-auto md:max-w-48', filters[name] && 'border-accent-solid')}
    />
  );
  return (
    <div className={classes('flex flex-wrap items-center gap-2', className)}>
      {choice(
        'channel',
        'Channel',
        'All channels',
        channels.map(({ id, handle, network }) => ({
          value: String(id),
          label: handle,
          mark: <NetworkMark network={network} />,
        })),
      )}
      {choice('folder', 'Folder', 'All folders', folderOptions(folders))}
      {choice(
        'state',
        'State',
        'All states',
        ENTRY_STATES.map((value) => ({ value, label: entryStates[value].label })),
      )}
      {members.length > 1 &&
        choice(
          'author',
          'Author',
          'Everyone',
          members.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
      {children}
    </div>
  );
}

const LEGEND = ['scheduled', 'proposed', 'publishing', 'published', 'stopped'] as const;
const LOOK: Record<(typeof LEGEND)[number], string> = {
  scheduled: 'text-[var(--blue-11)]',
  proposed: 'text-warning',
  publishing: 'text-[var(--blue-11)]',
  published: 'text-fine',
  stopped: 'text-danger',
};

/** What the icons mean. */
export const Legend = () => (
  <ul aria-label="States" className="ml-auto hidden flex-wrap gap-x-4 text-muted text-xs xl:flex">
    {LEGEND.map((state) => {
      const { icon: Icon, label } = entryStates[state];
      return (
        <li key={state} className="flex items-center gap-1.5">
          <Icon size={14} aria-hidden className={LOOK[state]} />
          {label}
        </li>
      );
    })}
  </ul>
);
