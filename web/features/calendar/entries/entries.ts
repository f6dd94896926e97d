import type { EntryState, Entry as Given } from '#contract/publishing/calendar.ts';
import { wallTime } from '#web/lib/time/clock.ts';

/** One post at one time, on one channel or several. */
export type Entry = {
  /** Stays the same while it is moved. */
  key: string;
  /** What it consists of: publications, or one draft. */
  members: readonly Given[];
  item: number | null;
  state: EntryState;
  channels: readonly number[];
  /** In the zone in which the calendar is looked at. */
  local: string;
  day: string;
  time: string;
  due: number;
  excerpt: string;
  parts: number;
  picture: Given['picture'];
  isHeld: boolean;
};

/** The state that most needs attention comes first: an entry shows that of its members. */
const URGENCY: EntryState[] = [
  'stopped',
  'publishing',
  'proposed',
  'scheduled',
  'draft',
  'published',
  'cancelled',
];

const urgencyOf = ({ state }: Entry) => URGENCY.indexOf(state);

/** So many of the entries of a day, those that most need attention; in the order of their times. */
export function mostUrgent(entries: readonly Entry[], most: number): readonly Entry[] {
  if (entries.length <= most) return entries;
  const shown = new Set(entries.toSorted((a, b) => urgencyOf(a) - urgencyOf(b)).slice(0, most));
  return entries.filter((entry) => shown.has(entry));
}

/** What does not move: it is out, or on its way. */
const isMovable = ({ state, reason }: Pick<Given, 'state' | 'reason'>): boolean =>
  state === 'draft' ||
  state === 'scheduled' ||
  state === 'proposed' ||
  (state === 'stopped' && (reason === 'late' || reason === 'changed'));

export const isEntryMovable = ({ members }: Entry): boolean => members.every(isMovable);

/** Puts publications of one post at one time together; what was cancelled stays by itself. */
export function entriesOf(given: readonly Given[], zone: string): Entry[] {
  const groups = new Map<string, Given[]>();
  for (const entry of given) {
    const isApart = entry.item === null || entry.state === 'cancelled' || entry.state === 'draft';
    const key = isApart ? ownKey(entry) : `${entry.item} ${entry.due_at}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].map((members) => entryOf(members, zone));
}

const ownKey = ({ publication, item }: Given) =>
  publication === null ? `draft-${item}` : `publication-${publication}`;

function entryOf(members: readonly Given[], zone: string): Entry {
  const [first] = members as [Given];
  const due = Date.parse(first.due_at);
  const local = wallTime(due, zone);
  return {
    key: ownKey(first),
    members,
    item: first.item,
    state: URGENCY.find((state) => members.some((member) => member.state === state)) ?? first.state,
    channels: members.flatMap(({ channels }) => channels),
    local,
    day: local.slice(0, 10),
    time: local.slice(11),
    due,
    excerpt: first.excerpt.replaceAll(/\s+/g, ' ').trim(),
    parts: first.parts,
    picture: first.picture,
    isHeld: members.some(({ held }) => held),
  };
}

/** Entries by their day, in the order of their times. */
export function byDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const known = days.get(entry.day);
    if (known) known.push(entry);
    else days.set(entry.day, [entry]);
  }
  for (const list of days.values()) list.sort((a, b) => a.due - b.due || (a.key < b.key ? -1 : 1));
  return days;
}
