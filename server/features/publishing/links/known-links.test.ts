import { expect, test } from 'vitest';
import type { Database } from '../../../database/pool.ts';
import { person, useApp } from '../../../testing/app.ts';
import { createKnownLinks } from './known-links.ts';

const app = useApp({}, { still: true });

/** Known links whose look-ups are answered when the test says so, and whose changes it announces. */
function holdLookUps() {
  const receivers = new Map<string, (payload: string) => void>();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isRead = () => {};
  const read = new Promise<void>((resolve) => {
    isRead = resolve;
  });
  const database = {
    query: async (...call: Parameters<Database['query']>) => {
      const result = await app.database.query(...call);
      isRead();
      await held;
      return result;
    },
  } as Database;
  const links = createKnownLinks({
    database,
    listener: {
      on: (channel, receive) => receivers.set(channel, receive),
      onConnect: () => {},
      start: async () => {},
      stop: async () => {},
    },
    clock: app.clock,
  });
  return {
    links,
    read,
    answer,
    announce: (channel: string, payload: string) => receivers.get(channel)?.(payload),
  };
}

async function makeLink() {
  const { token } = await person(app);
  const { body } = await app.post(
    '/api/analytics/links/',
    { target: 'https://example.org/former' },
    token,
  );
  return body.code;
}

test('a destination is remembered', async () => {
  const code = await makeLink();
  const { links, answer } = holdLookUps();
  answer();
  await links.find(code);
  expect(links.recall(code)).toMatchObject({ location: 'https://example.org/former' });
});

test.each(['link', 'site_hosts'])(
  'a destination is not remembered where %s changed during the look-up',
  async (channel) => {
    const code = await makeLink();
    const { links, read, answer, announce } = holdLookUps();
    const found = links.find(code);
    await read;
    announce(channel, code);
    answer();
    // Whoever waits gets what was read before the change, once.
    expect(await found).toMatchObject({ location: 'https://example.org/former' });
    expect(links.recall(code)).toBeUndefined();
  },
);
