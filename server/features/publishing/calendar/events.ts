import { withNames } from '#contract/content/variables.ts';
import { networks } from '#contract/networks/networks.ts';
import { paths } from '#contract/paths.ts';
import type { Entry } from '#contract/publishing/calendar.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { Breathe } from '../../../lib/time-slices.ts';
import type { EventEntry } from './calendar.sql.ts';
import type { Links } from './entries.ts';

/** Entries as events of other programs (RFC 5545). */

const EVENTS_AT_ONCE = 50;
/** Posts have no duration; calendars draw this one. */
const EVENT_MS = 15 * 60_000;
const TITLE = 80;
/** A sequence of seconds since then: the later of two states of an event has the higher number. */
const FIRST_MS = Date.UTC(2020, 0);

const LABELS: Partial<Record<Entry['state'], string>> = {
  draft: 'Draft',
  proposed: 'Waiting for approval',
  stopped: 'Stopped',
  cancelled: 'Cancelled',
};

/** Entries as the text of an iCalendar (RFC 5545), made in slices. */
export async function calendarOf(
  name: string,
  entries: readonly EventEntry[],
  links: Links,
  breathe: Breathe,
): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const write = (part: readonly EventEntry[]) =>
    ical({
      name,
      prodId: { company: 'Postfolio', product: 'Calendar' },
      method: ICalCalendarMethod.PUBLISH,
      // How often programs should ask.
      ttl: 15 * 60,
      events: part.map((entry) => ({
        ...eventOf(entry, links),
        status: ICalEventStatus[statusOf(entry)],
      })),
    }).toString();
  const end = 'END:VCALENDAR';
  const empty = write([]);
  const head = empty.lastIndexOf(end);
  let text = empty.slice(0, head);
  for (let at = 0; at < entries.length; at += EVENTS_AT_ONCE) {
    await breathe();
    const part = write(entries.slice(at, at + EVENTS_AT_ONCE));
    text += part.slice(head, part.lastIndexOf(end));
  }
  return text + empty.slice(head);
}

const statusOf = ({ state }: Entry) =>
  state === 'cancelled'
    ? 'CANCELLED'
    : state === 'draft' || state === 'proposed'
      ? 'TENTATIVE'
      : 'CONFIRMED';

function eventOf(entry: EventEntry, { origin, channels, installation }: Links) {
  const start = new Date(entry.due_at);
  const end = new Date(start.getTime() + EVENT_MS);
  const where = entry.channels.flatMap((id) => {
    const channel = channels.find((channel) => channel.id === id);
    return channel ? [`${channel.handle} on ${networks[channel.network].name}`] : [];
  });
  const text = withNames(entry.excerpt).replaceAll(/\s+/g, ' ').trim();
  const label = LABELS[entry.state] ? `${LABELS[entry.state]}: ` : '';
  const title = text.length > TITLE ? `${cut(text, TITLE - 1).trimEnd()}…` : text;
  const changed = new Date(entry.changed_at);
  return {
    // Of the installation, whatever its address is.
    id: `${entry.uid}@${installation}.postfolio`,
    sequence: Math.floor((changed.getTime() - FIRST_MS) / 1000),
    stamp: changed,
    lastModified: changed,
    start,
    end,
    summary: `${label}${title}`,
    description: [where.join(', '), text].filter(Boolean).join('\n\n'),
    ...(entry.item !== null && { url: origin + paths.previewContent(entry.item) }),
  };
}
