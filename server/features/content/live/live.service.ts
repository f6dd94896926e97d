import { type LiveEvents, MAX_CHANGED_IDS, type Topic } from '#contract/content/live.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import {
  countUnread,
  lastNotification,
  notificationsAfter,
} from '../../people/notifications/notifications.service.ts';

/**
 * The interval of heartbeats, which keep proxies from closing the connection. Authorization is
 * checked again at each.
 */
const BEAT_MS = 20_000;

type Options = {
  /** The id of the last notification that this tab received. */
  after?: number | undefined;
  /** A tab receives no events of its own changes. */
  tab?: string | undefined;
  /** For how long this tab was disconnected, in milliseconds. */
  missed_ms?: number | undefined;
  isStillAuthorized: () => Promise<boolean>;
};

/**
 * The events of one tab, until its authorization or the process ends. A client that reconnects
 * names the last notification that it received: none is lost and none is sent twice.
 */
export async function* followEvents(
  context: Pick<AppContext, 'secrets' | 'database' | 'live'>,
  person: Member,
  { after, tab, missed_ms: missedMs, isStillAuthorized }: Options,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const { database, live } = context;
  /** Pending topics with the affected items; null where any may be affected. */
  const topics = new Map<Topic, Set<number> | null>();
  let notified = true;
  let ended = false;
  let wake = () => {};
  const end = () => {
    ended = true;
    wake();
  };
  gone.addEventListener('abort', end);
  const leave = live.subscribe(
    {
      ...person,
      onChange: ({ topic, ids, tab: origin }) => {
        if (origin && origin === tab) return;
        const before = topics.get(topic);
        const all = ids && before !== null ? new Set([...(before ?? []), ...ids]) : null;
        topics.set(topic, all && all.size <= MAX_CHANGED_IDS ? all : null);
        wake();
      },
      onNotified: () => {
        notified = true;
        wake();
      },
      onEnd: end,
    },
    missedMs,
  );
  try {
    const present = await lastNotification(database, person);
    let last = Math.min(after ?? present, present);
    yield event('ready', { unread: await countUnread(database, person) }, last);
    while (!ended && (await isStillAuthorized())) {
      if (notified) {
        notified = false;
        while (!ended && (await isStillAuthorized())) {
          const missed = await notificationsAfter(context, database, person, last);
          for (const change of missed) {
            yield event('notification', change, change.id);
            last = change.id;
          }
          if (!missed.length) break;
        }
        yield event('unread', { unread: await countUnread(database, person) });
      }
      for (const [topic, ids] of topics) {
        topics.delete(topic);
        yield event('changed', { topic, ...(ids && { ids: [...ids] }) });
      }
      if (notified || topics.size || ended) continue;
      const beat = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), BEAT_MS);
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (beat) yield ': still here\n\n';
    }
  } finally {
    leave();
  }
}

const event = <Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name], id?: number) =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
