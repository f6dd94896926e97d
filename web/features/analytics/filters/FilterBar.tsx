import { X } from 'lucide-react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Option, Select } from '#web/ui/fields/Select.tsx';
import type { Address, Changes, FilterName } from './analytics-address.ts';

type Props = {
  address: Address;
  /** Which filters a view takes. */
  names: readonly FilterName[];
  tags: readonly string[];
  className?: string;
};

/** What the figures of a view are of. */
export function FilterBar({ address, names, tags, className }: Props) {
  const { filters, isFiltered, set, clearFilters } = address;
  const folders = useFolders().data ?? [];
  const members = useMembers().data ?? [];
  const channels = useChannels().data ?? [];
  const choice = (
    label: string,
    all: string,
    {
      value,
      options,
      change,
    }: { value: string; options: Option[]; change: (v: string) => Changes },
  ) => (
    <Select
      aria-label={label}
      value={value}
      options={[{ value: '', label: all }, ...options]}
      onChange={(next) => set(change(next))}
      className={classes('h-8 md:w-auto md:max-w-44', value && 'border-accent-solid')}
    />
  );
  const has = (name: FilterName) => names.includes(name);
  const tagNames = filters.tag && !tags.includes(filters.tag) ? [filters.tag, ...tags] : tags;
  return (
    <div className={classes('flex flex-wrap items-center gap-2', className)}>
      {has('channel') &&
        choice('Channel', 'All channels', {
          value: filters.channel ?? (filters.network ? `of:${filters.network}` : ''),
          options: channelOptions(channels, has('network')),
          change: (next) =>
            next.startsWith('of:')
              ? { channel: undefined, network: next.slice(3) }
              : { channel: next || undefined, network: undefined },
        })}
      {has('folder') &&
        choice('Folder', 'All folders', {
          value: filters.folder ?? '',
          options: folderOptions(folders),
          change: (next) => ({ folder: next || undefined }),
        })}
      {has('tag') &&
        choice('Tag', 'All tags', {
          value: filters.tag ?? '',
          options: tagNames.map((tag) => ({ value: tag, label: tag })),
          change: (next) => ({ tag: next || undefined }),
        })}
      {has('author') &&
        choice('Author', 'Everybody', {
          value: filters.author ?? '',
          options: members.map(({ id, name }) => ({ value: String(id), label: name })),
          change: (next) => ({ author: next || undefined }),
        })}
      {isFiltered && (
        <Button variant="ghost" size="bar" aria-label="Clear filters" onClick={clearFilters}>
          <X size={14} aria-hidden />
        </Button>
      )}
    </div>
  );
}

/** Channels by network; below their networks, where each can be chosen as a whole. */
const channelOptions = (channels: readonly Channel[], hasNetworks: boolean): Option[] =>
  [...Map.groupBy(channels, ({ network }) => network)].flatMap(([network, own]): Option[] => [
    ...(hasNetworks
      ? [
          {
            value: `of:${network}`,
            label: NETWORK_NAMES[network],
            mark: <NetworkMark key={network} network={network} />,
            note: 'all of them',
          },
        ]
      : []),
    ...own.map(({ id, handle }) => ({
      value: String(id),
      label: handle,
      ...(hasNetworks ? { depth: 1 } : { mark: <NetworkMark key={id} network={network} /> }),
    })),
  ]);
