import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeBackup } from '../../../database/backup/backup.ts';
import { colleague, person, start, type TestApp, useApp } from '../../../testing/app.ts';
import { spawnCommand } from '../../../testing/command.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const folder = await mkdtemp(join(tmpdir(), 'copies-'));
const settings = { ALLOW_PRIVATE_NETWORKS: 'true' };
const app = useApp(settings);
let mastodon: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  mastodon = await startMastodon();
});
afterAll(async () => {
  await mastodon.stop();
  await rm(folder, { recursive: true });
});

const LATER = '2030-01-01T09:00:00Z';
let copies = 0;

/** A copy of the present state beside its original, which is done before the copy starts. */
async function restored(
  parameters: string[],
  meanwhile: () => Promise<void>,
  original = app.databaseUrl,
) {
  const name = `copy-${++copies}`;
  const file = join(folder, `${name}.tar.gz`);
  await writeBackup({ connectionString: original }, file);
  await meanwhile();
  const database = `postfolio_test_${name.replace('-', '_')}_${process.pid}`;
  await app.database.query(`create database ${database}`);
  const url = inject('postgres').url.replace('{database}', database);
  const environment = { ...settings, DATA_DIR: join(folder, name) };
  const done = await spawnCommand('server/commands/restore.ts', [file, ...parameters], {
    ...environment,
    DATABASE_URL: url,
  });
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('Restored')]);
  const copy = await start(url, environment);
  return { copy, url, environment };
}

/** Three publications of one account, that has an older post. */
async function threeScheduled() {
  const me = await publisherOn(app, mastodon);
  const old = (await me.write({ content: 'From long ago' })).id;
  await me.until(await me.publish(old), 'published');
  for (const status of mastodon.statuses)
    status.created_at = new Date(Date.now() - 3_600_000).toISOString();
  const ids: number[] = [];
  for (const content of ['The first of them', 'Another one, brought forward', 'A third story'])
    ids.push(await me.publish((await me.write({ content })).id, { at: LATER }));
  return { me, ids: ids as [number, number, number] };
}

const stateOf = async (copy: TestApp, id: number, token: string) => {
  const { state, reason } = (await copy.get(`/api/publications/${id}/`, token)).body;
  return [state, reason];
};
const bringForward = (on: TestApp, id: number, token: string) =>
  on.put(`/api/publications/${id}/`, { at: new Date().toISOString() }, token);
const published = () => mastodon.statuses.map(({ text }) => text).sort();

test('a restored copy is at rest until it takes over, and publishes nothing that its original may have published', async () => {
  const { me, ids } = await threeScheduled();
  const { token } = me;
  const [first, second, third] = ids;
  const viewer = await colleague(app, me.folder, 'viewer');
  mastodon.statuses.length = 1;
  const before = published();
  const { copy } = await restored([], async () => {
    // The original goes on, and publishes one sooner than the copy knows.
    expect((await bringForward(app, second, token)).status).toBe(200);
    await me.until(second, 'published');
  });
  try {
    const meanwhile = [...before, 'Another one, brought forward'].sort();
    expect(published()).toEqual(meanwhile);
    expect((await copy.get('/readyz')).body.status).toBe('at_rest');
    expect(copy.lines.filter((line) => line.includes('npm run take-over'))).toHaveLength(1);
    const { at_rest } = (await copy.get('/api/installation/', token)).body;
    expect(Date.parse(at_rest?.restored_at ?? '')).toBeGreaterThan(
      Date.parse(at_rest?.backup_at ?? ''),
    );
    // People look and edit.
    expect((await copy.get('/api/content/items/', token)).body.count).toBe(4);
    const item = { folder: me.folder, content: 'Written in the copy' };
    expect((await copy.post('/api/content/items/', item, token)).status).toBe(201);
    // No network is called, whatever for.
    for (const [method, path] of [
      ['POST', `/api/channels/${me.channel}/refresh/`],
      ['GET', `/api/publications/${first}/latest/`],
    ] as const)
      expect(await copy.request(path, { method, token })).toMatchObject({
        status: 503,
        body: { code: 'at_rest' },
      });
    expect(
      await copy.post(
        '/api/channels/authorize/',
        { network: 'mastodon', fields: { server: mastodon.url } },
        token,
      ),
    ).toMatchObject({ status: 503, body: { code: 'at_rest' } });
    // Nothing is stored or deleted, and no mail leaves.
    const file = await fetch(`${copy.base}/api/media/?name=a.txt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: 'some text',
    });
    expect(file.status).toBeGreaterThanOrEqual(400);
    await copy.post('/api/auth/password-reset/', { email: me.email });
    const jobs = async (condition: string) =>
      (await copy.database.query(`select name from jobs.job where ${condition}`)).rowCount ?? 0;
    expect(await jobs("name not like '\\_\\_%' and state not in ('created')")).toBe(0);
    const { rows: schedules } = await copy.database.query('select name from jobs.schedule');
    expect(schedules.map(({ name }) => name).sort()).toEqual([
      'audit.count_days',
      'search.learn_words',
      'upkeep.add_up_counts',
    ]);
    const due = 'update publications set due_at = now(), next_attempt_at = now() where id = $1';
    await copy.database.query(due, [first]);
    // Of a rule that schedules: the original has gone on with it.
    await copy.database.query(
      `with rule as (
         insert into rules (workspace_id, name, trigger, conditions, actions, becomes, state,
           tried_version, maker_role, updated_at)
         select workspace_id, 'A rule', '{"kind": "post_made"}', '[]', '[{"kind": "schedule"}]',
           '{"kind": "draft"}', 'on', 1, 'owner', now() from folders where id = $1
         returning id, workspace_id)
       insert into rule_runs (workspace_id, rule_id, number, state, about, commands)
       select workspace_id, id, 1, 'running', '{}', '[{"do": "schedule", "set": 1}]' from rule`,
      [me.folder],
    );

    const newcomer = await person(copy);
    for (const [someone, headers] of [
      [newcomer, {}],
      [viewer, { 'x-workspace': String(viewer.workspace) }],
    ] as const)
      expect(
        await copy.request('/api/installation/take-over/', {
          method: 'POST',
          token: someone.token,
          headers,
        }),
      ).toMatchObject({ status: 403 });
    expect(published()).toEqual(meanwhile);
    const taken = await copy.post('/api/installation/take-over/', undefined, token);
    expect(taken).toMatchObject({ status: 200, body: { stopped: 1 } });
    // From then on, not a moment later.
    expect((await copy.get('/api/installation/', token)).body).toEqual({ at_rest: null });
    expect((await copy.post('/api/installation/take-over/', undefined, token)).status).toBe(409);
    expect((await copy.get('/readyz')).body.status).toBe('ok');
    const { body: entries } = await copy.get('/api/content/audit-logs/', token);
    expect(entries[0]).toMatchObject({ action: 'take_over' });
    const held =
      'select first_run_waits, rule_runs.state from rules, rule_runs where rule_id = rules.id';
    expect((await copy.database.query(held)).rows).toEqual([
      { first_run_waits: true, state: 'waits' },
    ]);

    // Due meanwhile: a person decides. Published by the original: a person is asked.
    expect(await stateOf(copy, first, token)).toEqual(['stopped', 'late']);
    for (const id of [second, third])
      expect((await bringForward(copy, id, token)).status).toBe(200);
    await expect
      .poll(() => stateOf(copy, second, token), { timeout: 20_000 })
      .toEqual(['stopped', 'unknown']);
    await expect
      .poll(() => stateOf(copy, third, token), { timeout: 20_000 })
      .toEqual(['published', null]);
    expect(published()).toEqual([...meanwhile, 'A third story'].sort());
    // What waited is done now.
    await expect
      .poll(() => jobs("name = 'recovery.mail' and state = 'completed'"), { timeout: 20_000 })
      .toBe(1);
    await expect
      .poll(async () => (await copy.database.query('select from jobs.schedule')).rowCount)
      .toBeGreaterThan(5);
  } finally {
    await copy.stop();
  }
});

test('where the posts of an account do not reach back to the backup, a person is asked', async () => {
  const { me, ids } = await threeScheduled();
  const { copy } = await restored(['--take-over'], async () => {
    for (const status of mastodon.statuses) status.created_at = new Date().toISOString();
  });
  try {
    const count = mastodon.statuses.length;
    await bringForward(copy, ids[0], me.token);
    await expect
      .poll(() => stateOf(copy, ids[0], me.token), { timeout: 20_000 })
      .toEqual(['stopped', 'unknown']);
    expect(mastodon.statuses).toHaveLength(count);
  } finally {
    await copy.stop();
  }
});

test('a text that is sent as it was scheduled is looked for first in a copy', async () => {
  const me = await publisherOn(app, mastodon);
  const { id: item } = await me.write({ content: 'As it was scheduled' });
  const id = await me.publish(item, { at: LATER });
  const editor = await colleague(app, me.folder, 'editor');
  await editor.call(`/api/content/items/${item}/`, 'PUT', { content: 'Slipped in' });
  await bringForward(app, id, me.token);
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed' });
  const path = `/api/publications/${id}/retry/`;
  const { copy } = await restored(['--take-over'], async () => {
    await me.call(path, 'POST', { as_scheduled: true });
    await me.until(id, 'published');
  });
  try {
    const count = mastodon.statuses.length;
    expect((await copy.post(path, { as_scheduled: true }, me.token)).status).toBe(200);
    await expect
      .poll(() => stateOf(copy, id, me.token), { timeout: 20_000 })
      .toEqual(['stopped', 'unknown']);
    expect(mastodon.statuses).toHaveLength(count);
  } finally {
    await copy.stop();
  }
});

test('what is cancelled and scheduled anew in a copy is looked for as well', async () => {
  const { me, ids } = await threeScheduled();
  const [id] = ids;
  const { copy } = await restored(['--take-over'], async () => {
    await bringForward(app, id, me.token);
    await me.until(id, 'published');
  });
  try {
    const count = mastodon.statuses.length;
    const { item } = (await copy.get(`/api/publications/${id}/`, me.token)).body;
    expect((await copy.delete(`/api/publications/${id}/`, me.token)).status).toBe(204);
    const body = { channels: [me.channel] };
    const path = `/api/content/items/${Number(item)}/publications/` as const;
    const created = await copy.post(path, body, me.token);
    expect(created.status).toBe(201);
    await expect
      .poll(() => stateOf(copy, created.body[0].id, me.token), { timeout: 20_000 })
      .toEqual(['stopped', 'unknown']);
    expect(mastodon.statuses).toHaveLength(count);
  } finally {
    await copy.stop();
  }
});

test('a copy of a copy looks back to the first backup', async () => {
  const { me, ids } = await threeScheduled();
  const [id] = ids;
  const first = await restored([], async () => {
    await bringForward(app, id, me.token);
    await me.until(id, 'published');
  });
  // As if that had been some minutes ago.
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const status of mastodon.statuses.slice(-1)) status.created_at = ago(10);
  await first.copy.database.query(
    'update publications set copied_at = $1 where copied_at is not null',
    [ago(20)],
  );
  await first.copy.stop();
  const { copy } = await restored(['--take-over'], async () => {}, first.url);
  try {
    const count = mastodon.statuses.length;
    await bringForward(copy, id, me.token);
    await expect
      .poll(() => stateOf(copy, id, me.token), { timeout: 20_000 })
      .toEqual(['stopped', 'unknown']);
    expect(mastodon.statuses).toHaveLength(count);
  } finally {
    await copy.stop();
  }
});

test('what was out at the backup, and not finished yet, is finished', async () => {
  const me = await publisherOn(app, mastodon);
  const id = await me.publish((await me.write({ content: 'All of it is out' })).id);
  await me.until(id, 'published');
  await app.database.query(
    `update publications set state = 'publishing', published_at = null, next_attempt_at = $2
     where id = $1`,
    [id, LATER],
  );
  const { copy } = await restored(['--take-over'], async () => {});
  try {
    const count = mastodon.statuses.length;
    await copy.database.query('update publications set next_attempt_at = now() where id = $1', [
      id,
    ]);
    await expect
      .poll(() => stateOf(copy, id, me.token), { timeout: 20_000 })
      .toEqual(['published', null]);
    expect(mastodon.statuses).toHaveLength(count);
  } finally {
    await copy.stop();
  }
});

test('a text that does not fit can be mended in a copy', async () => {
  const { me, ids } = await threeScheduled();
  const [id] = ids;
  const { copy } = await restored(['--take-over'], async () => {});
  try {
    const { item } = (await copy.get(`/api/publications/${id}/`, me.token)).body;
    const write = (content: string) =>
      copy.put(`/api/content/items/${item}/`, { content }, me.token);
    await write('Too long. '.repeat(100));
    await bringForward(copy, id, me.token);
    await expect
      .poll(() => stateOf(copy, id, me.token), { timeout: 20_000 })
      .toEqual(['stopped', 'rejected']);
    await write('Short enough');
    expect((await copy.post(`/api/publications/${id}/retry/`, {}, me.token)).status).toBe(200);
    await expect
      .poll(() => stateOf(copy, id, me.token), { timeout: 20_000 })
      .toEqual(['published', null]);
    expect(published()).toContain('Short enough');
    const { content } = (await copy.get(`/api/publications/${id}/`, me.token)).body;
    const outcomes = content[0].attempts.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['unknown', 'absent', 'prepared', 'sent']);
  } finally {
    await copy.stop();
  }
});

test('a command takes over while the application runs', async () => {
  const { copy, url, environment } = await restored([], async () => {});
  try {
    expect((await copy.get('/readyz')).body.status).toBe('at_rest');
    const run = () =>
      spawnCommand('server/commands/take-over.ts', [], { ...environment, DATABASE_URL: url });
    expect(await run()).toMatchObject({
      code: 0,
      output: expect.stringContaining('It has taken over.'),
    });
    await expect.poll(async () => (await copy.get('/readyz')).body.status).toBe('ok');
    expect(await readdir(join(environment.DATA_DIR, 'media'))).toContain('installation');
    expect(await run()).toMatchObject({
      code: 0,
      output: expect.stringContaining('It was not at rest.'),
    });
  } finally {
    await copy.stop();
  }
});
