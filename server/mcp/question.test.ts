import { expect, test } from 'vitest';
import { CAN_ASK, connect, keyOf, rawRequest, send } from '../testing/agents.ts';
import { useApp, writer } from '../testing/app.ts';

const app = useApp();

/** A member with a channel, a post, and the key of an agent that may publish. */
async function publisher() {
  const me = await writer(app);
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, me.token);
  const scopes = ['read', 'write', 'publish'];
  const key = await keyOf(app, me.token, { scopes });
  const { id } = await me.write({ content: 'Doors open at nine.' });
  const given = { post_id: id, channel_ids: [channel.id], at: '2030-01-01T09:00' };
  const states = async () => {
    const { body } = await app.get(
      `/api/publications/?item=${id}` as '/api/publications/',
      me.token,
    );
    return body.results.map(({ state }) => state);
  };
  return { ...me, id, key, scopes, given, states };
}

const yes = { confirm: { action: 'accept', content: { confirm: true } } };

type Asking = { requestState?: string; inputResponses?: object };

async function schedule(key: string, given: object, more: Asking = {}) {
  const params = { name: 'schedule_publication', arguments: given, ...more };
  const capabilities = CAN_ASK;
  const { body } = await send(app, rawRequest(key, 'tools/call', { params, capabilities }));
  return body.result as {
    requestState: string;
    inputRequests: Record<string, { params: { message: string } }>;
    isError?: boolean;
    content?: { text: string }[];
  };
}

test.each([
  ['agrees', { action: 'accept' as const, content: { confirm: true } }, ['scheduled']],
  ['says no', { action: 'accept' as const, content: { confirm: false } }, []],
  ['declines', { action: 'decline' as const }, []],
])('a person who is asked and %s decides', async (_, answer, expected) => {
  const { key, given, states } = await publisher();
  const questions: string[] = [];
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  const client = await connect(app, options, (message) => {
    questions.push(message);
    return answer;
  });
  const result = await client.callTool({ name: 'schedule_publication', arguments: given });
  await client.close();
  expect(questions).toEqual([
    expect.stringMatching(
      /^Publish this post on .* \(practice\) at 2030-01-01 09:00 \(UTC\)\?\n\n> Doors open at nine\.\n\nThe whole post: http.*\/content\/edit\/\d+$/,
    ),
  ]);
  expect([result.isError ?? false, await states()]).toEqual([expected.length === 0, expected]);
});

test('an answer counts once, for ten minutes, for who was asked and what was asked', async () => {
  const { key, given, states, token, scopes, write } = await publisher();
  const { requestState } = await schedule(key, given);
  expect(await states()).toEqual([]);
  const refused = async (why: RegExp, by: string, what: object, state = requestState) => {
    const result = await schedule(by, what, { requestState: state, inputResponses: yes });
    expect([result.isError, result.content?.[0]?.text]).toEqual([true, expect.stringMatching(why)]);
  };
  const other = await keyOf(app, token, { scopes });
  await refused(/somebody else/, other, given);
  await refused(/other arguments/, key, { ...given, at: '2030-01-02T09:00' });
  await refused(/other arguments/, key, { ...given, post_id: (await write()).id });
  await refused(/somebody else/, key, given, 'made.up');
  await refused(/somebody else/, key, given, `x${requestState}`);
  await app.clock.later(10 * 60_000, () => refused(/ten minutes/, key, given));
  expect(await states()).toEqual([]);
  await schedule(key, given, { requestState, inputResponses: yes });
  expect(await states()).toEqual(['scheduled']);
  await refused(/answered before/, key, given);
  expect(await states()).toEqual(['scheduled']);
});

test('a state without an answer of the person does nothing, and ends the question', async () => {
  const { key, given, states } = await publisher();
  const { requestState } = await schedule(key, given);
  const without = await schedule(key, given, { requestState });
  expect(without.content?.[0]?.text).toBe('The person did not agree: nothing was done.');
  const after = await schedule(key, given, { requestState, inputResponses: yes });
  expect([after.isError, await states()]).toEqual([true, []]);
});

test('of many at once with one answer, one schedules', async () => {
  const { key, given, states } = await publisher();
  const { requestState } = await schedule(key, given);
  const more = { requestState, inputResponses: yes };
  const results = await Promise.all(Array.from({ length: 5 }, () => schedule(key, given, more)));
  expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(await states()).toEqual(['scheduled']);
});

test('what was agreed to is the text that was shown', async () => {
  const { key, given, states, id, token } = await publisher();
  const { requestState } = await schedule(key, given);
  const path = `/api/content/items/${id}/` as '/api/content/items/:id/';
  await app.put(path, { content: 'Something else' }, token);
  const result = await schedule(key, given, { requestState, inputResponses: yes });
  expect([result.isError, result.content?.[0]?.text]).toEqual([
    true,
    expect.stringContaining('it is at version 2 now'),
  ]);
  expect(await states()).toEqual([]);
});

test('what was agreed to has the names and endings that were shown', async () => {
  const { key, given, states, id, token } = await publisher();
  const path = `/api/content/items/${id}/` as '/api/content/items/:id/';
  await app.put(path, { content: 'By {{author}}' }, token);
  const asked = await schedule(key, given);
  expect(JSON.stringify(asked)).toContain('> author: Ada Byron');
  await app.put('/api/users/me/', { name: 'Buy now' }, token);
  const more = { requestState: asked.requestState, inputResponses: yes };
  const result = await schedule(key, given, more);
  expect([result.isError, result.content?.[0]?.text]).toEqual([
    true,
    expect.stringContaining('The names or endings that are added to the text have changed'),
  ]);
  expect(await states()).toEqual([]);
});

test('a clock that was set back gives an answer neither more time nor a second use', async () => {
  const { key, given, states } = await publisher();
  const HOUR = 60 * 60_000;
  const { requestState } = await app.clock.later(2 * HOUR, () => schedule(key, given));
  for (const later of [0, HOUR / 2, HOUR + 60_000]) {
    const more = { requestState, inputResponses: yes };
    const result = await app.clock.later(later, () => schedule(key, given, more));
    expect([later, result.isError, result.content?.[0]?.text]).toEqual([
      ...[later, true],
      expect.stringContaining('ten minutes'),
    ]);
  }
  expect(await states()).toEqual([]);
});

test('what cannot be published is refused before anybody is asked', async () => {
  const { key, given, token, folder } = await publisher();
  const refused = async (what: object, why: RegExp) => {
    const result = await schedule(key, { ...given, ...what });
    expect([result.isError, result.content?.[0]?.text]).toEqual([true, expect.stringMatching(why)]);
  };
  const parts = { folder, content: 'x'.repeat(60_000) };
  const { body: long } = await app.post('/api/content/items/', parts, token);
  await refused({ post_id: long.id }, /over the limit/);
  await app.put('/api/workspace/', { only_approved: true }, token);
  await refused({}, /only after it was approved/);
  await app.put('/api/workspace/', { prevent_self_approval: true }, token);
  await refused({}, /only after someone else has approved it/);
});
