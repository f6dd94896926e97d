import { createContext, useContext } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { dayName } from '#web/lib/time/day-names.ts';
import { clockTime } from '#web/lib/time/time.ts';
import type { Entry } from './entries.ts';
import { entryStates } from './entry-states.ts';

/** What can be done in the calendar; views and dialogs share it. */
export type CalendarActions = {
  channels: ReadonlyMap<number, Channel>;
  /** The zone in which the calendar is looked at. */
  zone: string;
  today: string;
  /** Whether this person may move this entry. */
  mayMove: (entry: Entry) => boolean;
  writes: boolean;
  /** Shows an entry beside this element. */
  open: (entry: Entry, anchor: HTMLElement) => void;
  /** Shows all entries of a day beside this element. */
  openDay: (day: string, anchor: HTMLElement) => void;
  ask: (entry: Entry) => void;
  /** @returns whether it was moved */
  move: (entry: Entry, local: string, slot?: boolean) => Promise<boolean>;
  /** An entry as the cache has it by now; as it was drawn where it is not there. */
  latest: (drawn: Entry) => Entry;
  cancel: (entry: Entry) => void;
  /** Begins a new post for a wall time. */
  create: (local: string) => void;
  /** Gives a draft a wall time. */
  plan: (item: number, local: string) => void;
  /** Asks for a note of a day, or for the changes of one. */
  note: (day: string, id?: number) => void;
};

export const CalendarContext = createContext<CalendarActions | null>(null);

export function useCalendarActions(): CalendarActions {
  const actions = useContext(CalendarContext);
  if (!actions) throw new Error('this is no part of the calendar');
  return actions;
}

/** The networks of an entry, each once. */
export const networksOf = (
  { channels: ids }: Pick<Entry, 'channels'>,
  channels: CalendarActions['channels'],
) => [
  ...new Set(
    ids.flatMap((id) => {
      const channel = channels.get(id);
      return channel ? [channel.network] : [];
    }),
  ),
];

/** Day, time, state and networks, then the text: 'Thu 26 Nov 09:00, Scheduled, …: A latte heart'. */
export function nameOfEntry(entry: Entry, channels: CalendarActions['channels']): string {
  const names = networksOf(entry, channels).map((network) => NETWORK_NAMES[network]);
  const where =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  const state = entry.isHeld ? 'Held' : entryStates[entry.state].label;
  return `${dayName(entry.day)} ${clockTime(entry.time)}, ${[state, where].filter(Boolean).join(', ')}: ${entry.excerpt}`;
}
