import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../../testing/app.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn, runAfterwards } from '../../../../testing/publishing.ts';

/** Rules that repost, reply below or delete what is published. */

const app = useApp();

const PUBLISHED = { kind: 'publication', became: 'published' };

async function someone() {
  const me = await publisherOn(app, practice);
  const create = (rule: object) =>
    me.call('/api/rules/', 'POST', { name: 'Afterwards', trigger: PUBLISHED, ...rule });
  const on = async (...actions: object[]) => {
    const { status, body } = await create({ actions });
    expect([status, body]).toEqual([201, expect.anything()]);
    const path = `/api/rules/${body.id}/` as const;
    expect((await me.call(`${path}try/`, 'POST', {})).status).toBe(200);
    expect((await me.call(`${path}switch/`, 'PUT', { on: true })).status).toBe(200);
    return body;
  };
  const published = async () => {
    const id = await me.publish(await me.thread(['Our market opens']));
    await me.until(id, 'published');
    await app.database.query("insert into jobs.job (name) values ('rules.run')");
    await eventually(async () => {
      const [run] = (await me.call('/api/rule-runs/')).body.results;
      expect(run?.state).toBe('done');
    });
    return id;
  };
  const run = async () => {
    const { results } = (await me.call('/api/rule-runs/')).body;
    return (await me.call(`/api/rule-runs/${results[0]?.id ?? 0}/`)).body;
  };
  return { ...me, create, on, published, run };
}

test('What a rule does afterwards waits until a person accepts it', async () => {
  const me = await someone();
  const rule = await me.on({ kind: 'repost', hours: 1 });
  expect(rule.publishes_unasked).toBe(false);
  const id = await me.published();
  expect(await me.run()).toMatchObject({
    steps: [{}, { kind: 'repost', result: 'A repost was proposed: a person decides.' }],
  });
  const [proposed] = (await me.get(id)).afterwards;
  expect(proposed).toMatchObject({ kind: 'repost', state: 'proposed', created_by: null });
  await app.database.query('update afterwards set due_at = now() where id = $1', [proposed?.id]);
  await runAfterwards(app);
  expect(await me.reposts()).toEqual([]);
  expect((await me.call('/api/attention/')).body.afterwards).toMatchObject([{ id: proposed?.id }]);
  const path = `/api/afterwards/${proposed?.id ?? 0}/continue/` as const;
  expect((await me.call(path, 'POST', {})).body).toMatchObject({ state: 'waiting' });
  await me.untilAfterward(id, 'done');
  expect(await me.reposts()).toHaveLength(1);
});

test('Without asking it is planned, and undone as long as it was not done', async () => {
  const me = await someone();
  const text = { name: 'Shop', kind: 'text', text: 'All of it: https://example.org' };
  const { body: snippet } = await me.call('/api/snippets/', 'POST', text);
  const rule = await me.on(
    { kind: 'reply', snippet: snippet.id, hours: 1, unasked: true },
    { kind: 'remove', days: 30, consent: true, unasked: true },
  );
  expect(rule.publishes_unasked).toBe(true);
  const id = await me.published();
  expect((await me.get(id)).afterwards).toMatchObject([
    { kind: 'reply', state: 'waiting', text: 'All of it: https://example.org' },
    { kind: 'remove', state: 'waiting', hours: 720 },
  ]);
  const { id: run } = await me.run();
  const path = `/api/rule-runs/${run}/undo/` as const;
  expect((await me.call(path, 'POST', {})).status).toBe(200);
  expect((await me.get(id)).afterwards.map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
});

test('A snippet that was changed after the rule was saved is proposed', async () => {
  const me = await someone();
  const text = { name: 'Shop', kind: 'text', text: 'All of it' };
  const { body: snippet } = await me.call('/api/snippets/', 'POST', text);
  await me.on({ kind: 'reply', snippet: snippet.id, hours: 1, unasked: true });
  const changed = { ...text, text: 'Something else', version: snippet.version };
  await me.call(`/api/snippets/${snippet.id}/`, 'PUT', changed);
  await app.database.query(
    "update snippets set updated_at = now() + interval '1 hour' where id = $1",
    [snippet.id],
  );
  const id = await me.published();
  expect((await me.get(id)).afterwards).toMatchObject([
    { state: 'proposed', text: 'Something else' },
  ]);
});

test.each([
  [{ actions: [{ kind: 'remove', days: 3 }] }, 'deleted for good'],
  [{ trigger: { kind: 'post_made' }, actions: [{ kind: 'repost', hours: 1 }] }, 'post that is out'],
  [
    {
      trigger: { kind: 'publication', became: 'stopped' },
      actions: [{ kind: 'repost', hours: 1 }],
    },
    'post that is out',
  ],
  [{ actions: [{ kind: 'repost', hours: 1, channel: 999_999_999 }] }, '999999999'],
  [{ actions: [{ kind: 'reply', hours: 1, snippet: 999_999_999 }] }, '999999999'],
])('Refuses a rule that cannot do it: %j', async (rule, text) => {
  const me = await someone();
  const { status, body } = await me.create(rule);
  expect([400, 404]).toContain(status);
  expect(JSON.stringify(body)).toContain(text);
});

test('Only who may publish saves a rule that asks nobody', async () => {
  const me = await someone();
  await app.database.query(
    "update memberships set role = 'editor' where workspace_id = (select workspace_id from channels where id = $1)",
    [me.channel],
  );
  const action = { kind: 'repost', hours: 1 };
  expect((await me.create({ actions: [{ ...action, unasked: true }] })).status).toBe(403);
  expect((await me.create({ actions: [action] })).status).toBe(201);
});

test('Where nobody approves their own words, others than its author and its maker accept a reply', async () => {
  const me = await someone();
  const writes = await colleague(app, me.folder, 'admin', 'Who writes the snippet');
  const other = await colleague(app, me.folder, 'admin', 'Who has no part in it');
  const text = { name: 'Shop', kind: 'text', text: 'All of it' };
  const { body: snippet } = await writes.call('/api/snippets/', 'POST', text);
  await me.on({ kind: 'reply', snippet: snippet.id, hours: 1 });
  const id = await me.published();
  await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
  const [proposed] = (await me.get(id)).afterwards;
  const path = `/api/afterwards/${proposed?.id ?? 0}/continue/` as const;
  const statuses: number[] = [];
  for (const call of [me.call, writes.call, other.call])
    statuses.push((await call(path, 'POST', {})).status);
  expect(statuses).toEqual([403, 403, 200]);
});

test('Nobody accepts a reply of which it is not known whose words it has', async () => {
  const me = await someone();
  const text = { name: 'Shop', kind: 'text', text: 'All of it' };
  const { body: snippet } = await me.call('/api/snippets/', 'POST', text);
  await me.on({ kind: 'reply', snippet: snippet.id, hours: 1 });
  const id = await me.published();
  const [proposed] = (await me.get(id)).afterwards;
  await app.database.query("update afterwards set worded_by = '{}' where id = $1", [proposed?.id]);
  await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
  const path = `/api/afterwards/${proposed?.id ?? 0}/` as const;
  const refused = await me.call(`${path}continue/`, 'POST', {});
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({
      detail: 'It isn’t known whose words this reply has: cancel it and add it anew.',
    }),
  ]);
  expect((await me.call(path, 'DELETE')).status).toBe(204);
});
