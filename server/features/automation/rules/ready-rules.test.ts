import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READY_RULES } from '#contract/automation/rules-ready.ts';
import { useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { passTime } from '../../../testing/pass-time.ts';
import { rulesOf } from '../../../testing/rules.ts';
import { runJob } from '../../../testing/run-job.ts';

/** Ready rules that find what they are about themselves, and rules that tell programs. */

const app = useApp({
  DATA_DIR: await mkdtemp(join(tmpdir(), 'ready-')),
  RATE_LIMIT_FACTOR: '50',
});

const DAY_MS = 24 * 3600_000;
const runRules = (ms = 0) => passTime(app, ms, ['rule_runs'], () => runJob(app, 'rules.run'));
const ready = (name: string) => READY_RULES.find((rule) => rule.name === name);

async function someone() {
  const me = await writer(app);
  const { token, folder } = me;
  const runs = async () => (await app.get('/api/rule-runs/', token)).body.results;
  const item = async (id: number) => (await app.get(`/api/content/items/${id}/`, token)).body;
  const items = async () => (await app.get('/api/content/items/', token)).body.results;
  const template = async (content: string, names: readonly string[]) =>
    (
      await app.post(
        '/api/templates/',
        {
          ...{ name: `From ${names.join()}`, folder, items: [{ content }] },
          variables: names.map((name) => ({ name, label: name, kind: 'text' })),
        },
        token,
      )
    ).body;
  return { ...me, ...rulesOf(app, token), runs, item, items, template };
}

test.each([
  { wrongDays: 20, found: 0 },
  { wrongDays: -20, found: 1 },
])(
  'the clock of the database says which drafts are left alone: $wrongDays days',
  async ({ wrongDays, found }) => {
    const me = await someone();
    const { id } = await me.write({ content: 'A thought' });
    if (found)
      await app.database.query(
        `update items set updated_at = now() - interval '15 days' where id = $1`,
        [id],
      );
    const rule = await me.on({ ...ready('Forgotten drafts') });
    await app.database.query(
      `update rules set next_at = now() - interval '1 minute' where id = $1`,
      [rule.id],
    );
    await app.clock.wrong(wrongDays * DAY_MS, () => runJob(app, 'rules.run'));
    expect(await me.runs()).toHaveLength(found);
    const { rows } = await app.database.query(
      `select next_at between now() and now() + interval '25 hours' as next from rules where id = $1`,
      [rule.id],
    );
    expect(rows).toEqual([{ next: true }]);
  },
);

test('Forgotten drafts: a draft that is left alone is told of and tagged, once for each text', async () => {
  const me = await someone();
  const { id } = await me.write({ content: 'Half a thought' });
  await me.write({ content: 'Done', status: 'approved' });
  await me.on({ ...ready('Forgotten drafts') });
  await runRules(2 * DAY_MS);
  expect(await me.runs()).toEqual([]);
  await runRules(16 * DAY_MS);
  expect((await me.runs()).map(({ state, title }) => [state, title])).toEqual([
    ['done', 'Half a thought'],
  ]);
  expect((await me.item(id)).tags).toEqual(['forgotten']);
  const { rows } = await app.database.query(
    "select count(*)::integer from notifications where kind = 'rule_notice' and user_id = $1",
    [me.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
  // The tag is no text: it is not forgotten anew.
  await runRules(33 * DAY_MS);
  expect(await me.runs()).toHaveLength(1);
  await app.put(`/api/content/items/${id}/`, { content: 'A whole thought' }, me.token);
  await runRules(35 * DAY_MS);
  expect((await me.runs()).map(({ title }) => title)).toEqual([
    'A whole thought',
    'Half a thought',
  ]);
});

test('Best of the month: the post with the most views makes a draft with its address', async () => {
  const me = await someone();
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, me.token);
  for (const [content, views] of [
    ['The quiet one', 12],
    ['The loud one', 900],
  ] as const) {
    const { id } = await me.write({ content, status: 'approved' });
    const path = `/api/content/items/${id}/publications/` as const;
    const { body } = await app.post(path, { channels: [channel.id] }, me.token);
    await eventually(async () => {
      const { body: list } = await app.get('/api/publications/', me.token);
      const found = list.results.find((publication) => publication.id === body[0]?.id);
      expect(found?.state).toBe('published');
    });
    await app.database.query(
      `insert into publication_figures (publication_id, read_at, latest) values ($1, now(), $2)
       on conflict (publication_id) do update set latest = excluded.latest`,
      [body[0]?.id, JSON.stringify({ views })],
    );
  }
  const { id: template } = await me.template('Best: {{title}} ({{figure}})', ['title', 'figure']);
  const draft = {
    ...{ kind: 'draft', from: 'template', template },
    values: { title: '{{title}}', figure: '{{figure}}' },
  };
  await me.on({ ...ready('Best of the month'), actions: [draft] });
  await runRules(32 * DAY_MS);
  await runRules(32 * DAY_MS);
  const [run, ...others] = await me.runs();
  expect([run?.state, others]).toEqual(['done', []]);
  const [made] = (await me.items()).filter(({ status }) => status === 'draft');
  expect(made?.content).toBe('Best: The loud one (900)');
});

test('New picture with tag: it becomes a draft of a template with the picture, once', async () => {
  const me = await someone();
  const { id: template } = await me.template('New here: {{name}}', ['name']);
  const rule = {
    ...ready('New picture with tag'),
    actions: [{ kind: 'draft', from: 'template', template, values: { name: '{{name}}' } }],
  };
  await me.on(rule);
  const response = await fetch(`${app.base}/api/media/?name=door.jpg&alt=A%20door`, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}` },
    body: new Uint8Array(await jpeg()),
  });
  const { id: file } = (await response.json()) as { id: number };
  await runRules();
  expect(await me.runs()).toEqual([]);
  for (const tags of [['to-post'], ['other'], ['other', 'to-post']])
    await app.put(`/api/media/${file}/`, { tags }, me.token);
  await runRules();
  expect((await me.runs()).map(({ state, title }) => [state, title])).toEqual([
    ['done', 'door.jpg'],
  ]);
  const [draft] = await me.items();
  expect(draft).toMatchObject({ content: 'New here: door.jpg', media: [{ file, alt: 'A door' }] });
  const { body: dry } = await app.post('/api/rules/try/', rule, me.token);
  expect(dry.results.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['door.jpg', 'draft'],
  ]);
});

test('A rule tells programs by the outbox of webhooks', async () => {
  const me = await someone();
  const told = (events: string[], folders: number[] | null = null) =>
    app.post(
      '/api/webhooks/',
      { name: events.join(), url: 'https://hooks.example.org/', events, folders },
      me.token,
    );
  await told(['post.deleted']);
  await told(['rule.told']);
  const { body: other } = await app.post('/api/content/folders/', { name: 'Other' }, me.token);
  await told(['rule.told'], [other.id]);
  const rule = await me.on({
    trigger: { kind: 'post_tagged', tag: 'tell' },
    actions: [{ kind: 'notify', webhooks: true, text: 'Look at {{title}}' }],
  });
  const { id } = await me.write({ content: 'This one', tags: ['tell'] });
  await runRules();
  const [run] = await me.runs();
  const { body } = await app.get(`/api/rule-runs/${run?.id}/`, me.token);
  expect(body.steps.at(-1)?.result).toBe('1 endpoint told.');
  await eventually(async () => {
    const { rows } = await app.database.query(
      "select body::json from webhook_events where type = 'rule.told' and body is not null",
    );
    expect(rows.map((row) => row.body.data)).toMatchObject([
      { rule: { id: rule.id, name: rule.name }, text: 'Look at This one', post: { id } },
    ]);
  });
  const { status, body: refused } = await me.create({
    trigger: { kind: 'post_made' },
    actions: [{ kind: 'notify', webhooks: true }],
  });
  expect([status, refused]).toMatchObject([400, { actions: ['Enter the text for programs.'] }]);
});
