import { CalendarClock, Clock, ListOrdered, Send } from 'lucide-react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { resolveLocal } from '#contract/times.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import type { When } from './WhenField.tsx';

/** '4 channels', or the network of the only one. */
const placeOf = (going: readonly Channel[]) =>
  going.length === 1 && going[0] ? NETWORK_NAMES[going[0].network] : `${going.length} channels`;

const timeText = ({ date, time, zone }: When & { kind: 'at' }) =>
  zonedTime(resolveLocal(`${date}T${time}`, zone).instant, zone);

/** The filled button says what happens. */
export function buttonOf(going: readonly Channel[], when: When, isTime: boolean, decides: boolean) {
  if (going.length === 0) return [Send, 'Choose a channel'] as const;
  const where = placeOf(going);
  if (!decides) {
    const at =
      when.kind === 'at' && isTime ? `, ${timeText(when)}` : when.kind === 'queue' ? ', queue' : '';
    return [CalendarClock, `Propose for ${where}${at}`] as const;
  }
  if (when.kind === 'now') return [Send, `Publish now on ${where}`] as const;
  if (when.kind === 'queue') return [ListOrdered, `Add to the queue of ${where}`] as const;
  const at = when.kind === 'at' && isTime ? ` for ${timeText(when)}` : '';
  return [Clock, `Schedule on ${where}${at}`] as const;
}

export function leftOutText(leftOut: readonly Channel[], errors: number) {
  const [first] = leftOut;
  const who =
    leftOut.length === 1 && first
      ? `${NETWORK_NAMES[first.network]} is`
      : `${leftOut.length} channels are`;
  return `${who} left out: ${plural(errors, 'error')}.`;
}

/** An amount in thousandths of a US dollar: '$0.205', '$3.42'. */
export const dollars = (thousandths: number) =>
  (thousandths / 1000).toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 3,
  });

/** What was done, for the toast. */
export function doneText(going: readonly Channel[], when: When): string {
  const where = placeOf(going);
  if (when.kind === 'now') return `Publishing on ${where}`;
  if (when.kind === 'queue') return `Added to the queue of ${where}`;
  return when.kind === 'at'
    ? `Scheduled on ${where} for ${timeText(when)}`
    : `Scheduled on ${where}`;
}
