import { Ban, Check, CirclePause, type LucideIcon, TriangleAlert } from 'lucide-react';
import { EVENT_TYPES } from '#contract/automation/event-names.ts';
import { MAX_FAILING_DAYS, type Webhook } from '#contract/automation/webhooks.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import type { Tone } from '#web/ui/Badge.tsx';

/** What is said of endpoints. */

export type Health = { label: string; icon: LucideIcon; tone: Tone };

export function healthOf({ state, failing_since }: Webhook): Health {
  if (state === 'off') return { label: 'Turned off', icon: Ban, tone: 'archived' };
  if (state === 'paused') return { label: 'Paused', icon: CirclePause, tone: 'plain' };
  if (failing_since) return { label: 'Failing', icon: TriangleAlert, tone: 'review' };
  return { label: 'Working', icon: Check, tone: 'approved' };
}

/** Of its deliveries, in a few words. */
export function summaryOf(webhook: Webhook, zone: string): string {
  const { state, off_reason, failing_since, waiting, waiting_since, next_at, sent } = webhook;
  if (state === 'off')
    return off_reason === 'failures'
      ? `Only failures for ${MAX_FAILING_DAYS} days`
      : off_reason === 'gone'
        ? 'It answered that it is gone (410)'
        : off_reason === 'maker'
          ? 'Who made it has lost access: check its address and replace its secret'
          : 'Nothing is kept for it';
  if (waiting > 0 && waiting_since && (failing_since || state === 'paused'))
    return [
      `${waiting} waiting since ${zonedTime(waiting_since, zone)}`,
      ...(next_at ? [`next ${zonedTime(next_at, zone)}`] : []),
    ].join(', ');
  const all = sent.accepted + sent.retried + sent.failed;
  if (all === 0) return waiting > 0 ? `${waiting} on their way` : 'Nothing sent yet';
  const exceptions = [
    ...(sent.retried ? [`${sent.retried} retried`] : []),
    ...(sent.failed ? [`${sent.failed} failed`] : []),
  ];
  return `${all} in 7 days, ${exceptions.join(', ') || 'all accepted'}`;
}

export const eventsOf = ({ events }: Pick<Webhook, 'events'>): string =>
  events.length === EVENT_TYPES.length ? 'All events' : plural(events.length, 'event');

/** 'Northwind Coffee, 2 accounts': what it is limited to. */
export function scopeOf(
  { folders, channels }: Pick<Webhook, 'folders' | 'channels'>,
  nameOf: (folder: number) => string | undefined,
): string {
  const [first] = folders ?? [];
  const inFolders =
    folders === null
      ? 'all folders'
      : folders.length === 1 && first !== undefined
        ? (nameOf(first) ?? 'a deleted folder')
        : plural(folders.length, 'folder');
  return channels === null ? inFolders : `${inFolders}, ${plural(channels.length, 'account')}`;
}
