import { CirclePause } from 'lucide-react';
import { memo } from 'react';
import type { Network } from '#contract/networks/names.ts';
import {
  nameOfEntry,
  networksOf,
  useCalendarActions,
} from '#web/features/calendar/entries/actions.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import { entryStates } from '#web/features/calendar/entries/entry-states.ts';
import { useMediaLink } from '#web/features/media/files/media-queries.ts';
import { Thumbnail } from '#web/features/media/files/Thumbnail.tsx';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { clockTime } from '#web/lib/time/time.ts';

const MARKS = 2;

/** The marks of networks: two, or one and the number of the others. */
function Marks({ networks, className }: { networks: readonly Network[]; className?: string }) {
  const shown = networks.length > MARKS ? networks.slice(0, 1) : networks;
  return (
    <span aria-hidden className={classes('flex items-center gap-0.5', className)}>
      {shown.map((network) => (
        <NetworkMark key={network} network={network} className="!size-3.5" />
      ))}
      {networks.length > shown.length && (
        <span className="font-medium text-[11px]">+{networks.length - shown.length}</span>
      )}
    </span>
  );
}

/** An icon for the state; held ones say so. */
export function StateIcon({ entry, size }: { entry: Entry; size: number }) {
  const { icon } = entryStates[entry.state];
  const Icon = entry.isHeld ? CirclePause : icon;
  return (
    <Icon
      size={size}
      aria-hidden
      className={classes('shrink-0', entry.state === 'publishing' && 'motion-safe:animate-spin')}
    />
  );
}

type Props = {
  entry: Entry;
  /** Whether it can be reached by Tab: of a grid one element can. */
  isActive: boolean;
  look: 'month' | 'week';
  /** Whether the number of others is below it. */
  isFirst?: boolean;
};

/** An entry in a month or a week. Keys and dragging are those of the grid. */
export const EntryChip = memo(function EntryChip({ entry, isActive, look, isFirst }: Props) {
  const { channels, open, mayMove } = useCalendarActions();
  const link = useMediaLink();
  const { picture, state, time, excerpt } = entry;
  const isWeek = look === 'week';
  return (
    <button
      type="button"
      data-entry={entry.key}
      data-drag={entry.key}
      data-fixed={!mayMove(entry) || undefined}
      tabIndex={isActive ? 0 : -1}
      aria-label={nameOfEntry(entry, channels)}
      onClick={({ currentTarget }) => open(entry, currentTarget)}
      className={classes(
        'relative flex w-full min-w-0 cursor-pointer overflow-hidden rounded-[6px] pl-1.5 text-left text-xs leading-4 hover:brightness-[0.98] dark:hover:brightness-110',
        isWeek ? 'h-15 pr-1' : 'h-9.5',
        entry.isHeld ? 'bg-review text-on-review' : entryStates[state].look,
      )}
    >
      <span className={classes('flex min-w-0 grow flex-col', isFirst ? 'pt-1' : 'justify-center')}>
        <span className="flex items-center gap-1">
          <StateIcon entry={entry} size={12} />
          <span className="whitespace-nowrap font-semibold tabular-nums">{clockTime(time)}</span>
          <Marks networks={networksOf(entry, channels)} />
        </span>
        <span
          dir="auto"
          className={classes(
            isWeek && !isFirst ? 'line-clamp-2' : 'truncate',
            state === 'cancelled' && 'line-through',
          )}
        >
          {excerpt}
        </span>
      </span>
      {picture && (
        <Thumbnail
          kind={picture.kind}
          link={link(picture.hash)}
          focus={picture.focus}
          isSmall
          className={classes('w-7.5 shrink-0', isWeek ? 'mt-auto mb-1 h-7.5 rounded-sm' : 'h-full')}
        />
      )}
    </button>
  );
});
