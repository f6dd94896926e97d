import { CalendarClock, CircleSlash, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import type { Anchor } from '#web/features/calendar/entries/opened.ts';
import { EntryPill, EntryRows } from '#web/features/calendar/grid/ListView.tsx';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { plural } from '#web/lib/text.ts';
import { dayName, longDayName } from '#web/lib/time/day-names.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { CloseButton } from '#web/ui/CloseButton.tsx';
import { useLayers } from '#web/ui/overlays/layers.ts';

const WIDE = 300;

type FrameProps = {
  anchor: Anchor;
  label: string;
  onClose: () => void;
  children: ReactNode;
  className: string;
};

/** A popover beside an element, which gets the focus back. */
function Frame({ anchor, label, onClose, children, className }: FrameProps) {
  const loaded = useLayers(true);
  return (
    loaded && (
      <loaded.PopoverPanel
        place={anchor.rect}
        onClose={onClose}
        aria-label={label}
        // Beside a wide row there is no room.
        side={anchor.rect.width > WIDE ? 'bottom' : 'right'}
        align="start"
        sideOffset={6}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          const next = anchor.element.isConnected
            ? anchor.element
            : document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]');
          next?.focus();
        }}
        className={`z-40 overflow-y-auto ${className}`}
      >
        {children}
        <CloseButton onClose={onClose} className="absolute top-2 right-2" />
      </loaded.PopoverPanel>
    )
  );
}

type Props = {
  entry: Entry;
  anchor: Anchor;
  onClose: () => void;
  onSchedule: (entry: Entry) => void;
};

/** What an entry is, and what can be done with it. */
export function EntryPopover({ entry, anchor, onClose, onSchedule }: Props) {
  const { channels, mayMove, ask, cancel } = useCalendarActions();
  const { item, state, parts, excerpt } = entry;
  const moves = mayMove(entry);
  const act = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Frame
      anchor={anchor}
      label={`${dayName(entry.day)}, ${clockTime(entry.time)}`}
      onClose={onClose}
      className="max-h-(--room) w-80 max-w-[calc(100vw-16px)] p-4"
    >
      <p className="pr-8 font-semibold tabular-nums">
        {dayName(entry.day)}, {clockTime(entry.time)}
      </p>
      <p dir="auto" className="mt-1 line-clamp-6 break-words">
        {excerpt}
      </p>
      {parts > 1 && <p className="mt-1 text-muted text-xs">Thread of {parts}</p>}
      <ul className="mt-3 flex flex-col gap-1.5">
        {entry.channels.map((id) => {
          const channel = channels.get(id);
          return (
            channel && (
              <li key={id} className="flex items-center gap-2 text-xs">
                <NetworkMark network={channel.network} />
                <span className="min-w-0 truncate">
                  {channel.handle}
                  <span className="text-muted"> on {NETWORK_NAMES[channel.network]}</span>
                </span>
              </li>
            )
          );
        })}
      </ul>
      <p className="mt-3">
        <EntryPill entry={entry} />
      </p>
      {state === 'draft' && (
        <p className="mt-1 text-muted text-xs">Not scheduled yet: nothing is sent at this time.</p>
      )}
      {entry.isHeld && (
        <p className="mt-1 text-muted text-xs">
          Its queue, or all publishing, is paused: it waits.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {item !== null && (
          <Button asChild size="bar">
            <Link to={paths.previewContent(item)}>Open</Link>
          </Button>
        )}
        {moves && (
          <Button size="bar" onClick={act(() => ask(entry))}>
            <CalendarClock size={14} aria-hidden /> Move to…
          </Button>
        )}
        {state === 'draft' && moves && (
          <Button size="bar" variant="primary" onClick={act(() => onSchedule(entry))}>
            <Send size={14} aria-hidden /> Schedule…
          </Button>
        )}
        {moves && (
          <Button size="bar" onClick={act(() => cancel(entry))}>
            <CircleSlash size={14} aria-hidden />{' '}
            {state === 'draft' ? 'Clear the time' : 'Unschedule'}
          </Button>
        )}
      </div>
    </Frame>
  );
}

/** All entries of a day. */
export const DayPopover = ({
  day,
  entries,
  anchor,
  onClose,
}: {
  day: string;
  entries: readonly Entry[];
  anchor: Anchor;
  onClose: () => void;
}) => (
  <Frame
    anchor={anchor}
    label={longDayName(day)}
    onClose={onClose}
    className="max-h-[min(32rem,var(--room))] w-88 max-w-[calc(100vw-16px)]"
  >
    <h2 className="flex h-12 items-center gap-2 border-line border-b px-4 font-semibold">
      {dayName(day)}
      <span className="font-normal text-muted text-xs">{plural(entries.length, 'post')}</span>
    </h2>
    <EntryRows entries={entries} />
  </Frame>
);
