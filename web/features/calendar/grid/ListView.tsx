import { CalendarPlus } from 'lucide-react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Note } from '#contract/publishing/calendar.ts';
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
import { dayName } from '#web/lib/time/day-names.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { StateIcon } from './EntryChip.tsx';

const MARKS = 4;

/** The state as a pill: icon and word. */
export function EntryPill({ entry }: { entry: Entry }) {
  const { label, look } = entryStates[entry.state];
  return (
    <span
      className={classes(
        'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full pr-2.5 pl-2 font-medium text-xs',
        look,
      )}
    >
      <StateIcon entry={entry} size={14} />
      {entry.isHeld ? 'Held' : label}
    </span>
  );
}

/** Entries as rows: of a list, or of one day. */
export function EntryRows({ entries }: { entries: readonly Entry[] }) {
  const { channels, open } = useCalendarActions();
  const link = useMediaLink();
  return (
    <ul>
      {entries.map((entry) => {
        const own = networksOf(entry, channels);
        return (
          <li
            key={entry.key}
            className="border-line-soft border-b [contain-intrinsic-size:auto_76px] [content-visibility:auto] last:border-b-0"
          >
            <button
              type="button"
              aria-label={nameOfEntry(entry, channels)}
              onClick={({ currentTarget }) => open(entry, currentTarget)}
              className="flex w-full items-start gap-3 px-4 py-3 text-left hover:bg-hover"
            >
              <span className="min-w-11 shrink-0 font-medium tabular-nums">
                {clockTime(entry.time)}
              </span>
              <span className="min-w-0 grow">
                <span
                  dir="auto"
                  className={classes(
                    'line-clamp-2 break-words font-medium',
                    entry.state === 'cancelled' && 'line-through',
                  )}
                >
                  {entry.excerpt}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-2">
                  <EntryPill entry={entry} />
                  <span className="flex items-center gap-1">
                    {own.slice(0, MARKS).map((network) => (
                      <span key={network} title={NETWORK_NAMES[network]}>
                        <NetworkMark network={network} />
                      </span>
                    ))}
                    {own.length > MARKS && (
                      <span className="text-muted text-xs">+{own.length - MARKS}</span>
                    )}
                  </span>
                </span>
              </span>
              {entry.picture && (
                <Thumbnail
                  kind={entry.picture.kind}
                  link={link(entry.picture.hash)}
                  focus={entry.picture.focus}
                  isSmall
                  className="size-12 shrink-0 rounded-base"
                />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type Props = {
  /** The days of the period. */
  period: readonly string[];
  days: ReadonlyMap<string, readonly Entry[]>;
  notes: readonly Note[];
  isFiltered: boolean;
  onCreate: () => void;
};

/** The days of a week that have entries, one below the other. */
export function ListView({ period, days, notes, isFiltered, onCreate }: Props) {
  const { today, writes, note } = useCalendarActions();
  const used = period.filter((day) => days.has(day) || notes.some((note) => note.day === day));
  if (used.length === 0)
    return (
      <div className="grow py-4">
        <EmptyState
          icon={CalendarPlus}
          title="Nothing planned."
          hint={isFiltered ? 'Nothing this week matches the filters.' : 'This week is free.'}
        >
          {writes && <Button onClick={onCreate}>New post</Button>}
        </EmptyState>
      </div>
    );
  return (
    <div className="min-w-0 grow max-md:-mx-4">
      {used.map((day) => (
        <section
          key={day}
          aria-label={dayName(day)}
          className="border-line bg-surface max-md:border-b md:mb-4 md:rounded-base md:border"
        >
          <h2 className="sticky top-12 z-10 flex h-11 items-center gap-2 rounded-t-base border-line border-b bg-surface px-4 font-semibold">
            {dayName(day)}
            {day === today && (
              <span aria-current="date" className="font-normal text-muted">
                today
              </span>
            )}
            {notes
              .filter((note) => note.day === day)
              .map(({ id, text }) => (
                <button
                  key={id}
                  type="button"
                  disabled={!writes}
                  onClick={() => note(day, id)}
                  className="min-h-6 min-w-0 truncate font-normal text-muted text-xs"
                >
                  {text}
                </button>
              ))}
          </h2>
          <EntryRows entries={days.get(day) ?? []} />
        </section>
      ))}
    </div>
  );
}
