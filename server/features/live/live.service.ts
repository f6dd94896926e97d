import type { Topic } from '#contract/endpoint.ts';
import type { LiveEvents } from '#contract/live.ts';
import type { Person } from '../../http/session.ts';
import type { Parts } from '../../parts.ts';
import { countUnread, lastNotification, notificationsAfter } from '../notifications/notifications.service.ts';

/** How often a line is sent that says nothing, so that no proxy takes the connection for dead; and the right to it looked at. */
const BEAT_MS = 20_000;

type Options = {
  /** The id of the last notification that this tab got. */
  after?: number | undefined;
  /** Of what this tab did itself it is not told. */
  tab?: string | undefined;
  /** For how long this tab was told nothing, in milliseconds. */
  behind?: number | undefined;
  mayStill: () => Promise<boolean>;
  /** Whoever listened does no longer. */
  gone: AbortSignal;
};

/**
 * The events of one tab, as the stream has them, until the right to them or the process ends; whoever is told to come again
 * names the last notification that they got, and lacks none and gets none twice.
 */
export async function* followEvents(
  parts: Pick<Parts, 'config' | 'database' | 'live'>,
  person: Person,
  { after, tab, behind, mayStill, gone }: Options,
): AsyncGenerator<string> {
  const { database, live } = parts;
  const topics = new Set<Topic>();
  let notified = true;
  let ended = false;
  let wake = () => {};
  const end = () => {
    ended = true;
    wake();
  };
  gone.addEventListener('abort', end);
  const leave = live.follow(
    {
      ...person,
      onChange: (topic, origin) => {
        if (origin && origin === tab) return;
        topics.add(topic);
        wake();
      },
      onNotified: () => {
        notified = true;
        wake();
      },
      onEnd: end,
    },
    behind,
  );
  try {
    const present = await lastNotification(database, person);
    let last = Math.min(after ?? present, present);
    yield event('ready', { unread: await countUnread(database, person) }, last);
    while (!ended && (await mayStill())) {
      if (notified) {
        notified = false;
        while (!ended && (await mayStill())) {
          const missed = await notificationsAfter(parts, database, person, last);
          for (const one of missed) {
            yield event('notification', one, one.id);
            last = one.id;
          }
          if (!missed.length) break;
        }
        yield event('unread', { unread: await countUnread(database, person) });
      }
      for (const topic of topics) {
        topics.delete(topic);
        yield event('changed', { topic });
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
