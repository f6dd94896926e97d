import { type EventBody, MAX_EVENT_BYTES } from '#contract/automation/events.ts';
import { cut } from '../../../http/outgoing/foreign.ts';

/** What is sent of an event, as JSON. */

/** Longer texts and lists are cut to these where all of it is too much, the first that is enough. */
const CUTS = [
  { text: 2000, list: 100 },
  { text: 500, list: 20 },
  { text: 100, list: 5 },
];

/** At most `MAX_EVENT_BYTES`; what is cut says so by `truncated`. */
export function serialised(body: EventBody): string {
  const whole = JSON.stringify(body);
  if (Buffer.byteLength(whole) <= MAX_EVENT_BYTES) return whole;
  for (const most of CUTS) {
    const data = { ...(cutTo(body.data, most) as object), truncated: true };
    const text = JSON.stringify({ ...body, data });
    if (Buffer.byteLength(text) <= MAX_EVENT_BYTES) return text;
  }
  const { id } = body.data as { id?: number };
  return JSON.stringify({ ...body, data: { id, truncated: true } });
}

function cutTo(value: unknown, most: { text: number; list: number }): unknown {
  if (typeof value === 'string') return cut(value, most.text);
  if (Array.isArray(value)) return value.slice(0, most.list).map((entry) => cutTo(entry, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, cutTo(entry, most)]),
  );
}
