import { expect, test } from 'vitest';
import { type Policy, resultOf } from '#contract/authority/cases.ts';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { runJob } from '../../../testing/run-job.ts';

/** What becomes of copies that are scheduled without asking, after a change of their source. */

const app = useApp();

const DAILY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
const DEMANDS = ['none', 'only_approved'] as const satisfies Policy[];
const CHANGED = 'The post that this repeats has changed since.';

/** An approved post of an evergreen folder, and the copy of it that is scheduled. */
async function copied(policy: Policy) {
  const me = await publisherOn(app, practice);
  const { call, channel, folder } = me;
  await call('/api/workspace/', 'PUT', { only_approved: policy === 'only_approved' });
  await call(`/api/channels/${channel}/slots/`, 'PUT', { slots: DAILY });
  const chosen = { name: 'Short', channels: [channel] };
  const { body: set } = await call('/api/channel-sets/', 'POST', chosen);
  const approver = await colleague(app, folder, 'approver');
  const editor = await colleague(app, folder, 'editor');
  const { id: source } = await me.write({ content: 'Wrong price' });
  const put = async (item: number, fields: object, by = approver) => {
    const { status, body } = await by.call(`/api/content/items/${item}/`, 'PUT', fields);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await put(source, { status: 'approved' });
  await call(`/api/content/folders/${folder}/evergreen/`, 'PUT', {
    ...{ channel_set: set.id, gap_days: 60, max_uses: 6, without_asking: true },
    ...{ season_from: null, season_to: null, ends_on: null },
  });
  await app.database.query('update evergreen_folders set next_at = now() where folder_id = $1', [
    folder,
  ]);
  await runJob(app, 'evergreen.fill');
  const { rows } = await app.database.query<{ id: number; copy: number }>(
    `select publications.id, items.id as copy from publications
     join items on items.post_id = publications.post_id
     where channel_id = $1 and publications.state = 'scheduled'`,
    [channel],
  );
  expect(rows).toHaveLength(1);
  const { id, copy } = rows[0] as { id: number; copy: number };
  const until = async (state: string) => {
    await app.database.query(
      `update publications set due_at = now(), next_attempt_at = now()
       where id = $1 and state = 'scheduled'`,
      [id],
    );
    return me.until(id, state);
  };
  const retry = (body: object = {}) => call(`/api/publications/${id}/retry/`, 'POST', body);
  const trash = () => call(`/api/content/items/${source}/`, 'DELETE');
  return { ...me, approver, editor, source, copy, id, put, until, retry, trash };
}
type Copied = Awaited<ReturnType<typeof copied>>;

const became = (status: string) => (me: Copied) => me.put(me.source, { status });
const edited = (me: Copied) => me.put(me.source, { content: 'Right price' }, me.editor);
const erased = async (me: Copied) => {
  await me.trash();
  expect((await me.call('/api/content/trash/', 'DELETE')).status).toBeLessThan(300);
};
const TOOK = / took back the post that this repeats\.$/;

test.concurrent.each<[string, ((me: Copied) => Promise<unknown>)[], RegExp]>([
  ['moved back to draft', [became('draft')], TOOK],
  ['sent back to review', [became('review')], TOOK],
  ['archived', [became('archived')], TOOK],
  ['edited and archived', [edited, became('archived')], TOOK],
  ['taken back, mended and approved', [became('draft'), edited, became('approved')], TOOK],
  ['deleted', [(me) => me.trash()], /^The post that this repeats is in the trash\.$/],
  ['erased', [erased], /^The post that this repeats was deleted\.$/],
])('a copy stops whose source was %s, and a person decides', async (_, changes, detail) => {
  for (const policy of DEMANDS) {
    const me = await copied(policy);
    for (const change of changes) await change(me);
    const stopped = await me.until('stopped');
    expect(stopped).toMatchObject({ reason: 'changed', cause: 'taken_back', sent: 0 });
    expect(stopped.detail).toMatch(detail);
    // Without a policy a person may publish it all the same.
    const isOffered = changes.length > 2;
    // Another text of the source is approved by now.
    expect(stopped.sendable).toEqual([
      ...(policy === 'none' ? ['present'] : []),
      ...(isOffered ? ['source'] : []),
    ]);
    expect((await me.retry({ as_scheduled: true })).status).toBe(403);
    if (policy === 'only_approved') {
      expect((await me.retry()).status).toBe(403);
      await me.put(me.copy, { status: 'draft' });
      await me.put(me.copy, { status: 'approved' });
      expect((await me.get(me.id)).sendable).toEqual(['scheduled', 'present']);
    }
    expect((await me.retry()).status).toBe(200);
    await me.until('published');
    expect((await me.posts()).map(({ content }) => content)).toEqual(['Wrong price']);
  }
});

test.concurrent.each<[string, ((me: Copied) => Promise<unknown>)[], 'g|a|a' | 'a' | 'g']>([
  ['edited', [edited], 'g|a|a'],
  ['edited, and approved with another text', [edited, became('approved')], 'a'],
  [
    'edited back, and approved as it was',
    [
      edited,
      became('approved'),
      (me) => me.put(me.source, { content: 'Wrong price' }),
      became('approved'),
    ],
    'g',
  ],
  ['taken back, and approved as it was', [became('draft'), became('approved')], 'g'],
  [
    'restored from the trash',
    [
      (me) => me.trash(),
      (me) => me.call('/api/content/trash/restore/', 'POST', { item_ids: [me.source] }),
    ],
    'g',
  ],
])('a copy whose source was %s', async (_, changes, expected) => {
  for (const policy of DEMANDS) {
    const me = await copied(policy);
    for (const change of changes) await change(me);
    const result = resultOf(expected, policy);
    const seen = await me.until(result === 'g' ? 'published' : 'stopped');
    if (result === 'a')
      expect(seen).toMatchObject({ reason: 'changed', cause: null, detail: CHANGED });
  }
});

test.concurrent('a post says how many copies of it are scheduled', async () => {
  const me = await copied('none');
  const path = `/api/content/items/${me.source}/evergreen/` as const;
  expect((await me.call(path)).body).toEqual({ use: null, copies: 1 });
  // The same of many posts, and of a folder.
  const count = async (body: object) =>
    (await me.call('/api/evergreen/copies/', 'POST', body as never)).body;
  const { id: other } = await me.write({ content: 'Another' });
  expect(await count({ items: [me.source, other] })).toEqual({ copies: 1 });
  expect(await count({ items: [other] })).toEqual({ copies: 0 });
  expect(await count({ folder: me.folder })).toEqual({ copies: 1 });
  await me.until('published');
  expect((await me.call(path)).body).toEqual({ use: null, copies: 0 });
});

test.concurrent('a source that is proposed for another account stands until that is rejected', async () => {
  const me = await copied('none');
  const other = await practice.connect(me.call);
  const propose = () =>
    me.editor.call(`/api/content/items/${me.source}/publications/`, 'POST', {
      channels: [other],
      at: '2030-01-01T09:00:00Z',
    });
  expect((await propose()).body[0].state).toBe('proposed');
  await me.until('published');

  const rejected = await copied('none');
  const { body } = await rejected.editor.call(
    `/api/content/items/${rejected.source}/publications/`,
    'POST',
    { channels: [await practice.connect(rejected.call)], at: '2030-01-01T09:00:00Z' },
  );
  expect(body[0].state).toBe('proposed');
  await rejected.put(rejected.source, { status: 'draft' });
  expect((await rejected.until('stopped')).detail).toMatch(TOOK);
});

test.concurrent('a copy that a person edits or approves needs its source no longer', async () => {
  const edit = await copied('none');
  await edit.put(edit.copy, { content: 'Right price' });
  await edit.trash();
  await edit.until('published');
  expect((await edit.posts()).map(({ content }) => content)).toEqual(['Right price']);

  const approved = await copied('only_approved');
  await approved.put(approved.copy, { status: 'draft' });
  await approved.put(approved.copy, { status: 'approved' });
  await approved.trash();
  await approved.until('published');
});
