import { type ClientRequest, request } from 'node:http';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';

/** How much of the server a person can take by asking the assistant. */

const app = useApp({ RATE_LIMIT_FACTOR: '1' });
const MAX_REQUESTS = 24;
const PATH = '/api/assistant/runs/';

/** Begins a run, and sends half of its body. */
function beginRun(token: string): ClientRequest {
  const began = request(`${app.base}${PATH}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '100',
    },
  });
  began.on('error', () => {});
  began.write('{"action": "improve"');
  return began;
}

test('a person has a limited number of runs in flight, from their first byte on', async () => {
  const me = await writer(app);
  const other = await writer(app);
  const ask = async (token: string) => {
    const response = await fetch(`${app.base}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'improve', text: 'A' }),
    });
    return { status: response.status, text: await response.text() };
  };
  const begun = Array.from({ length: MAX_REQUESTS }, () => beginRun(me.token));
  await eventually(async () => {
    const { status } = await ask(me.token);
    // A connection that was cut on a busy machine is replaced.
    if (status !== 429) begun.push(beginRun(me.token));
    expect(status).toBe(429);
  });
  expect((await app.get('/api/content/folders/', me.token)).status).toBe(429);
  // Of nobody else.
  expect((await ask(other.token)).text).toContain('"kind":"off"');
  for (const run of begun) run.destroy();
  await eventually(async () => expect((await ask(me.token)).text).toContain('"kind":"off"'));
});
