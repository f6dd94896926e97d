import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { expect } from 'vitest';
import type { LiveEvents } from '#contract/content/live.ts';
import type { Notification } from '#contract/people/notifications.ts';

type Event = { event: string; id: string | undefined; data: unknown };
type Data = Omit<LiveEvents, 'notification'> & { notification: Notification };

/** Subscribes to the events of a person like a tab does; `base` is the address of a server. */
export async function follow(
  base: string,
  token: string,
  {
    workspace,
    ...query
  }: { after?: number; tab?: string; missed_ms?: number; workspace?: number } = {},
) {
  const end = new AbortController();
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const response = await fetch(`${base}/api/live/?${search}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(workspace && { 'x-workspace': String(workspace) }),
    },
    signal: end.signal,
  });
  expect(response.status).toBe(200);
  const events: Event[] = [];
  const done = (async () => {
    const messages = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const {
      event = '',
      id,
      data,
    } of messages as unknown as AsyncIterable<EventSourceMessage>) {
      events.push({ event, id, data: JSON.parse(data) });
    }
  })().catch(() => undefined);
  const named = <Name extends keyof Data>(name: Name) =>
    events.filter(({ event }) => event === name).map(({ data }) => data as Data[Name]);
  await expect.poll(() => named('ready')).toHaveLength(1);
  return { events, named, done, headers: response.headers, stop: () => end.abort() };
}
