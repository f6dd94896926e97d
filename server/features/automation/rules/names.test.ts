import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { spawnCommand } from '../../../testing/command.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { rulesOf } from '../../../testing/rules.ts';
import { runJob } from '../../../testing/run-job.ts';
import { readForRules } from './triggers/event-reader.ts';

/** Names that rules fill in, and what is known of whose words they are once the log is archived. */

const app = useApp();

/** A rule that asks nobody fills in a name. */
async function someone(value: string, trigger: (folder: number) => object) {
  const me = await publisherOn(app, practice);
  const call = me.call as unknown as (
    path: string,
    method?: string,
    body?: object,
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
  ) => Promise<{ status: number; body: any }>;
  const { body: set } = await call('/api/channel-sets/', 'POST', {
    ...{ name: 'Short', channels: [me.channel] },
  });
  const { body: template } = await call('/api/templates/', 'POST', {
    ...{ name: 'News', folder: me.folder, items: [{ content: 'News from {{name}}' }] },
    variables: [{ name: 'name', label: 'Name', kind: 'text' }],
  });
  await call(`/api/content/folders/${me.folder}/`, 'PUT', { name: 'Our news' });
  await rulesOf(app, me.token).on({
    trigger: trigger(me.folder),
    actions: [{ kind: 'draft', from: 'template', template: template.id, values: { name: value } }],
    becomes: { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } },
  });
  const { body: key } = await call('/api/keys/', 'POST', { name: 'Agent', drafts_only: true });
  const editor = await colleague(app, me.folder, 'editor', 'Ed');
  const rename = (token: string, workspace?: number) =>
    app.request(
      `/api/content/folders/${me.folder}/` as '/api/content/folders/:id/',
      {
        ...{ method: 'PUT', token, body: { name: 'Elsewhere' } },
        headers: workspace === undefined ? {} : { 'x-workspace': String(workspace) },
      } as never,
    );
  const upload = async () => {
    const path = `${app.base}/api/media/?name=a.jpg&folder=${me.folder}`;
    const { status } = await fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}` },
      body: new Uint8Array(await jpeg()),
    });
    expect(status).toBe(201);
  };
  const found = async () => {
    await runJob(app, 'rules.run');
    const { rows } = await app.database.query<{ state: string; content: string }>(
      `select publications.state, content from publications
         join items on items.post_id = publications.post_id
       where channel_id = $1 order by publications.id`,
      [me.channel],
    );
    return rows.map(({ state, content }) => `${state}: ${content}`);
  };
  return { ...me, call, key: key.secret as string, editor, rename, upload, found };
}

/** Rules are told of what happens within a second; the names are those of then. */
const told = () => readForRules({ database: app.database, live: { announce: () => {} } });
type Someone = Awaited<ReturnType<typeof someone>>;

const APPROVED = () => ({ kind: 'post_moved', status: 'approved' });
const ADDED = (folder: number) => ({ kind: 'file_added', folder, tag: null });
const TAGGED = () => ({ kind: 'post_tagged', tag: 'go' });

const approved = async (me: Someone, token = me.token, workspace?: number) => {
  const made = await app.request('/api/content/items/', {
    ...{ method: 'POST', token, body: { folder: me.folder, content: 'Words' } },
    headers: workspace === undefined ? {} : { 'x-workspace': String(workspace) },
  } as never);
  const { id } = made.body as unknown as { id: number };
  const path = `/api/content/items/${id}/`;
  expect((await me.call(path, 'PUT', { status: 'approved' })).status).toBe(200);
  return path;
};

test('The name of a folder is that of the event; one that a limited key gave is asked about', async () => {
  const me = await someone('{{folder}}', APPROVED);
  await approved(me);
  await told();
  expect((await me.rename(me.key)).status).toBe(200);
  expect(await me.found()).toEqual(['scheduled: News from Our news']);
  await approved(me);
  expect((await me.found())[1]).toBe('proposed: News from Elsewhere');
});

test('The name of the folder of a file is that of the event, too', async () => {
  const me = await someone('{{folder}}', ADDED);
  await me.upload();
  await told();
  expect((await me.rename(me.editor.token, me.editor.workspace)).status).toBe(200);
  expect(await me.found()).toEqual(['scheduled: News from Our news']);
});

test('A name that nobody is known for is asked about', async () => {
  const me = await someone('{{folder}}', APPROVED);
  await app.database.query("delete from provenance where object_type = 'folder'");
  await approved(me);
  expect(await me.found()).toEqual(['proposed: News from Our news']);
});

test('The name of an author who may not publish is asked about, and is that of the event', async () => {
  const me = await someone('{{author}}', TAGGED);
  const path = await approved(me, me.editor.token, me.editor.workspace);
  await me.call(path, 'PUT', { tags: ['go'] });
  await told();
  await app.put('/api/users/me/', { name: 'Evil' }, me.editor.token);
  expect(await me.found()).toEqual(['proposed: News from Ed']);
});

test('What no rule takes is not asked about', async () => {
  const me = await someone('{{title}}', TAGGED);
  const path = await approved(me, me.editor.token, me.editor.workspace);
  await me.call(path, 'PUT', { tags: ['go'] });
  expect(await me.found()).toEqual(['scheduled: News from Words']);
});

/** Runs the command after a year. */
const archiveAll = async (): Promise<void> => {
  await app.database.query(`begin; set local postfolio.forgetting = 'on';
    update audit_log set created_at = created_at - interval '400 days'; commit`);
  const { code } = await spawnCommand(
    'server/commands/archive.ts',
    [join(app.dataDir, `${crypto.randomUUID()}.gz`)],
    { DATABASE_URL: app.databaseUrl },
  );
  expect(code).toBe(0);
  const { rows } = await app.database.query('select from audit_log');
  expect(rows).toHaveLength(0);
};

test.each([
  ['a post', APPROVED, approved],
  ['a file', ADDED, ({ upload }: Someone) => upload()],
] as [string, typeof ADDED, (me: Someone) => Promise<unknown>][])(
  'Once the log is archived, %s is asked about as before',
  async (_, trigger, begin) => {
    const me = await someone('{{folder}}', trigger);
    await me.rename(me.key);
    await begin(me);
    await archiveAll();
    expect(await me.found()).toEqual(['proposed: News from Elsewhere']);
  },
);

test('Once the log is archived, what a limited key has done with an approved post is known', async () => {
  const me = await someone('{{title}}', TAGGED);
  const path = await approved(me);
  expect((await app.put(path as '/api/content/items/:id/', { tags: ['go'] }, me.key)).status).toBe(
    200,
  );
  await archiveAll();
  expect(await me.found()).toEqual(['proposed: News from Words']);
});
