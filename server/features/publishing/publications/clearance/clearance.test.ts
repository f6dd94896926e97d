import { describe, expect, test } from 'vitest';
import { SENT_FIELDS } from '#contract/content/items.ts';
import { colleague, useApp } from '../../../../testing/app.ts';
import { jpeg } from '../../../../testing/media-files.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn } from '../../../../testing/publishing.ts';

/** What is approved is what is published (docs/domain/review.md, 'Approval'). */

const app = useApp();
const LATER = '2030-01-01T09:00:00Z';

async function start() {
  const me = await publisherOn(app, practice);
  const editor = await colleague(app, me.folder, 'editor');
  const approver = await colleague(app, me.folder, 'approver');
  const statusOf = async (item: number) =>
    (await me.call(`/api/content/items/${item}/`)).body.status as string;
  const due = (id: number) =>
    app.database.query(
      'update publications set due_at = now(), next_attempt_at = now() where id = $1',
      [id],
    );
  const propose = async (item: number, fields: object = {}) =>
    (
      await editor.call(`/api/content/items/${item}/publications/`, 'POST', {
        channels: [me.channel],
        at: LATER,
        ...fields,
      })
    ).body[0];
  const pending = async () => (await approver.call('/api/content/workflow/pending/')).body.results;
  const approve = (id: number, body: object = {}) =>
    approver.call(`/api/content/workflow/approve/${id}/`, 'POST', body);
  return { ...me, editor, approver, statusOf, due, propose, pending, approve };
}

test('an approval ends with every field that is sent, and with nothing else', async () => {
  const me = await start();
  const file = await me.upload(await jpeg(), 'a.jpg');
  const { id: item } = await me.write({
    content: 'Approved',
    media: [{ file, alt: 'A' }],
    ...{ endings_off: [7], variations: ['Otherwise'] },
  });
  const changes: Record<string, object[]> = {
    content: [{ content: 'Changed' }],
    language: [{ language: 'ja' }, { language: null }],
    network_texts: [{ network_texts: { practice: 'Another' } }],
    media: [{ media: [{ file, alt: 'B' }] }, { media: [] }],
    endings_off: [{ endings_off: [8] }, { endings_off: [] }],
    variations: [{ variations: ['Otherwise', 'Again'] }, { variations: [] }],
  };
  // A new field of an item is sent, and has to be in the hash and in this test.
  const { rows } = await app.database.query(
    'select array(select jsonb_object_keys(post_parts(post_id) -> 0) order by 1) as keys from items where id = $1',
    [item],
  );
  expect(rows[0].keys).toEqual([...SENT_FIELDS].sort());
  expect(Object.keys(changes).sort()).toEqual([...SENT_FIELDS].sort());
  const hash = async () => {
    const { rows: found } = await app.database.query(
      `select encode(post_text_hash(post_id), 'hex') as hash, approval_of(posts.id) is not null as stands
       from items join posts on posts.id = post_id where items.id = $1`,
      [item],
    );
    return found[0] as { hash: string; stands: boolean };
  };
  for (const change of Object.values(changes).flat()) {
    await me.approver.call(`/api/content/items/${item}/`, 'PUT', { status: 'approved' });
    const before = await hash();
    expect(before.stands).toBe(true);
    const saved = await me.editor.call(`/api/content/items/${item}/`, 'PUT', change);
    expect([change, saved.body.status]).toEqual([change, 'draft']);
    const after = await hash();
    expect([after.stands, after.hash === before.hash]).toEqual([false, false]);
  }
  await me.approver.call(`/api/content/items/${item}/`, 'PUT', { status: 'approved' });
  await me.editor.call(`/api/content/items/${item}/`, 'PUT', { tags: ['sorted'] });
  expect(await me.statusOf(item)).toBe('approved');
});

describe.each([{}, { only_approved: true }, { prevent_self_approval: true }])(
  'with the rules %o',
  (rules) => {
    test.each<[string, string]>([
      ['draft', 'Grace Hopper moved it back to draft after it was approved.'],
      ['review', 'Grace Hopper sent it back to review after it was approved.'],
      ['archived', 'Grace Hopper archived it after it was approved.'],
      ['rejected', 'Grace Hopper rejected it after it was scheduled.'],
    ])('what became %s after it was approved is not sent', async (end, detail) => {
      const me = await start();
      await me.call('/api/workspace/', 'PUT', rules);
      const { id: item } = await me.editor
        .call('/api/content/items/', 'POST', { folder: me.folder, content: 'Withdrawn' })
        .then(({ body }) => body);
      const set = (status: string) =>
        me.approver.call(`/api/content/items/${item}/`, 'PUT', { status });
      await set('approved');
      const created = await me.approver.call(`/api/content/items/${item}/publications/`, 'POST', {
        channels: [me.channel],
        at: LATER,
      });
      expect(created.status).toBe(201);
      if (end === 'rejected') {
        await set('review');
        const [{ id }] = await me.pending();
        await me.approver.call(`/api/content/workflow/reject/${id}/`, 'POST', { comment: 'no!' });
      } else await set(end);
      const { id } = created.body[0];
      await me.due(id);
      expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed', detail, sent: 0 });
      expect(await me.posts()).toEqual([]);
    });
  },
);

test.each([{}, { only_approved: true }])(
  'a text that was changed after its approval was taken back does not bring it back: %o',
  async (rules) => {
    const me = await start();
    await me.call('/api/workspace/', 'PUT', rules);
    const { id: item } = await me.write({ content: 'Rejected' });
    const set = (fields: object) => me.approver.call(`/api/content/items/${item}/`, 'PUT', fields);
    await set({ status: 'approved' });
    const id = await me.publish(item, { at: LATER });
    await set({ status: 'draft' });
    await set({ content: 'Half of a rewri' });
    await me.due(id);
    await me.until(id, 'stopped');
    const asScheduled = { as_scheduled: true };
    expect((await me.call(`/api/publications/${id}/retry/`, 'POST', asScheduled)).status).toBe(403);
    expect(await me.posts()).toEqual([]);
  },
);

test('an approval that is taken back while a network asks for a pause is not ignored', async () => {
  const me = await start();
  const { id: item } = await me.write({ content: 'Paused' });
  const set = (status: string) =>
    me.approver.call(`/api/content/items/${item}/`, 'PUT', { status });
  await me.call(`/api/practice/${me.channel}/`, 'PUT', { fault: 'rate_limit', times: 1 });
  await set('approved');
  const id = await me.publish(item);
  const attempted = async () => (await me.get(id)).content[0]?.attempts.length;
  await expect.poll(attempted, { timeout: 20_000 }).toBe(1);
  await set('draft');
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
  expect(await me.posts()).toEqual([]);
});

describe.each([{}, { only_approved: true }])(
  'an approved post that is proposed for another account, with the rules %o',
  (rules) => {
    async function proposed() {
      const me = await start();
      await me.call('/api/workspace/', 'PUT', rules);
      const { id: item } = await me.write({ content: 'Approved' });
      const set = (fields: object) => me.editor.call(`/api/content/items/${item}/`, 'PUT', fields);
      const approved = { status: 'approved' };
      await me.approver.call(`/api/content/items/${item}/`, 'PUT', approved);
      const id = await me.publish(item, { at: LATER });
      const proposal = await me.propose(item, { channels: [await practice.connect(me.call)] });
      expect(await me.statusOf(item)).toBe('review');
      return { ...me, item, set, id, proposal };
    }
    const sent = async (
      { due, until, posts }: Awaited<ReturnType<typeof proposed>>,
      id: number,
    ) => {
      await due(id);
      await until(id, 'published');
      expect(await posts()).toHaveLength(1);
    };

    test('is sent where it was scheduled', async () => {
      const me = await proposed();
      await sent(me, me.id);
    });

    test('is sent there, too, once the proposal is cancelled', async () => {
      const me = await proposed();
      await me.editor.call(`/api/publications/${me.proposal.id}/`, 'DELETE');
      await sent(me, me.id);
    });

    test.each<[string, (me: Awaited<ReturnType<typeof proposed>>) => Promise<unknown>]>([
      ['was changed by an editor', ({ set }) => set({ content: 'Changed' })],
      ['was moved back to draft', ({ set }) => set({ status: 'draft' })],
      [
        'was moved back to draft, and into review',
        async ({ set }) => {
          await set({ status: 'draft' });
          await set({ status: 'review' });
        },
      ],
      [
        'was rejected',
        async ({ pending, approver }) => {
          const path = `/api/content/workflow/reject/${(await pending())[0].id}/`;
          expect((await approver.call(path, 'POST', { comment: 'No.' })).status).toBe(200);
        },
      ],
    ])('is not sent after it %s', async (_, change) => {
      const me = await proposed();
      await change(me);
      await me.due(me.id);
      expect(await me.until(me.id, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
      expect(await me.posts()).toEqual([]);
    });
  },
);

test('approved again before its time, it is sent', async () => {
  const me = await start();
  await me.call('/api/workspace/', 'PUT', { only_approved: true });
  const { id: item } = await me.write({ content: 'Twice' });
  const set = (status: string) =>
    me.approver.call(`/api/content/items/${item}/`, 'PUT', { status });
  await set('approved');
  const id = await me.publish(item, { at: LATER });
  await set('draft');
  await set('approved');
  await me.due(id);
  await me.until(id, 'published');
});

test.each<[string, (me: Awaited<ReturnType<typeof start>>, item: number) => Promise<unknown>]>([
  ['what was scheduled before', async () => undefined],
  [
    'another text than the one that was scheduled',
    (me, item) => me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Another' }),
  ],
])('an approval of %s is also taken back', async (_, change) => {
  const me = await start();
  const { id: item } = await me.write({ content: 'Scheduled first' });
  const id = await me.publish(item, { at: LATER });
  await change(me, item);
  for (const status of ['approved', 'draft'])
    await me.approver.call(`/api/content/items/${item}/`, 'PUT', { status });
  await me.due(id);
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
  expect(await me.posts()).toEqual([]);
});

test('what was approved after it was scheduled is sent, and changes of its editors are not', async () => {
  const me = await start();
  const { id: item } = await me.write({ content: 'First' });
  const id = await me.publish(item, { at: LATER });
  const set = (by: typeof me.editor, fields: object) =>
    by.call(`/api/content/items/${item}/`, 'PUT', fields);
  await set(me.editor, { content: 'Second' });
  await set(me.approver, { status: 'approved' });
  await me.due(id);
  await me.until(id, 'published');
  expect((await me.posts()).map(({ content }) => content)).toEqual(['Second']);
});

describe('the rest of a thread that was taken back, changed and moved', () => {
  const CHANGED = ['One', 'Two, changed'];

  /** Of three parts one is out, the others were changed and approved before their new time. */
  async function moved() {
    const me = await start();
    const item = await me.thread(['One', 'Two', 'Three']);
    const path = `/api/content/items/${item}/` as const;
    const set = (status: string) => me.approver.call(path, 'PUT', { status });
    const behaviour = { fault: 'rate_limit', position: 1, times: 1 };
    await me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);
    await set('approved');
    const id = await me.publish(item);
    const attempted = async () => (await me.get(id)).content[1]?.attempts.length;
    await expect.poll(attempted, { timeout: 20_000 }).toBe(1);
    await set('draft');
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed', sent: 1 });
    const [first, second] = (await me.call(`${path}thread/`)).body;
    await me.call(`${path}thread/`, 'PUT', {
      items: [
        { id: first.id, content: 'One, changed too late' },
        { id: second.id, content: 'Two, changed' },
      ],
    });
    expect((await me.call(`/api/publications/${id}/`, 'PUT', { at: LATER })).status).toBe(200);
    await set('approved');
    const texts = async () => (await me.posts()).map(({ content }) => content);
    return { ...me, id, second: second.id as number, texts };
  }

  test('is sent as it was approved', async () => {
    const me = await moved();
    await me.due(me.id);
    const { content } = await me.until(me.id, 'published');
    expect(await me.texts()).toEqual(CHANGED);
    expect(content.map((part: { content: string }) => part.content)).toEqual(CHANGED);
  });

  test('is sent as it was approved, too, after somebody else has changed it', async () => {
    const me = await moved();
    await me.editor.call(`/api/content/items/${me.second}/`, 'PUT', { content: 'Slipped in' });
    await me.due(me.id);
    await me.until(me.id, 'stopped');
    const body = { as_scheduled: true };
    expect((await me.call(`/api/publications/${me.id}/retry/`, 'POST', body)).status).toBe(200);
    await me.until(me.id, 'published');
    expect(await me.texts()).toEqual(CHANGED);
  });
});

test('what was taken back can be sent by somebody who may publish, where nothing forbids it', async () => {
  const me = await start();
  const { id: item } = await me.write({ content: 'After all' });
  const set = (status: string) =>
    me.approver.call(`/api/content/items/${item}/`, 'PUT', { status });
  await set('approved');
  const id = await me.publish(item, { at: LATER });
  await set('draft');
  await me.due(id);
  await me.until(id, 'stopped');
  const asScheduled = await me.call(`/api/publications/${id}/retry/`, 'POST', {
    as_scheduled: true,
  });
  expect(asScheduled.status).toBe(403);
  expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(200);
  await me.until(id, 'published');
});

test('where only approved texts are published, what is called published is none by that', async () => {
  const me = await start();
  const { id: item } = await me.write({ content: 'Never approved' });
  await me.call(`/api/practice/${me.channel}/`, 'PUT', { fault: 'refuse', times: 1 });
  const id = await me.publish(item);
  await me.until(id, 'stopped');
  await me.call(`/api/content/items/${item}/`, 'PUT', { status: 'published' });
  await me.call('/api/workspace/', 'PUT', { only_approved: true });
  expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(403);
  await me.call(`/api/publications/${id}/`, 'DELETE');
  const path = `/api/content/items/${item}/publications/`;
  expect((await me.call(path, 'POST', { channels: [me.channel] })).status).toBe(403);
  expect(await me.posts()).toEqual([]);
  // Approved, it is published as often as somebody wants.
  for (const status of ['draft', 'approved', 'published'])
    await me.approver.call(`/api/content/items/${item}/`, 'PUT', { status });
  await me.until(await me.publish(item), 'published');
  await me.until(await me.publish(item), 'published');
});

test('a file in the trash is not sent with the text that was scheduled either', async () => {
  const me = await start();
  const file = await me.upload(await jpeg(), 'a.jpg');
  const { id: item } = await me.write({ content: 'With a file', media: [{ file }] });
  const id = await me.publish(item, { at: LATER });
  await me.editor.call(`/api/content/items/${item}/`, 'PUT', { media: [] });
  await me.due(id);
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed' });
  await me.call('/api/media/operations/', 'POST', { operation: 'trash', files: [file] });
  const retry = () => me.call(`/api/publications/${id}/retry/`, 'POST', { as_scheduled: true });
  const refused = await retry();
  expect([refused.status, refused.body.non_field_errors]).toEqual([
    400,
    ['The file ‘a.jpg’ is no longer in the library.'],
  ]);
  await me.call('/api/media/operations/', 'POST', { operation: 'restore', files: [file] });
  expect((await retry()).status).toBe(200);
  await me.until(id, 'published');
});

describe('a decision names what was proposed', () => {
  test('the review shows accounts, times and options', async () => {
    const me = await start();
    const { id: item } = await me.write({ content: 'Proposed' });
    const { id } = await me.propose(item);
    expect(await me.pending()).toMatchObject([
      {
        item,
        content: { id: item },
        publications: [{ id, channel: { id: me.channel }, options: {}, state: 'proposed' }],
      },
    ]);
  });

  test.each([
    ['moved', 'the time for Practice'],
    ['withdrawn', 'an account was removed'],
    ['added', 'it now goes to Second'],
  ] as const)('where a proposal was %s since, it is refused', async (how, change) => {
    const me = await start();
    const { id: item } = await me.write({ content: 'Swapped' });
    const other = await me.call('/api/channels/', 'POST', {
      network: 'practice',
      fields: { name: 'Second' },
    });
    const { id } = await me.propose(item);
    const [read] = await me.pending();
    if (how === 'moved')
      await me.editor.call(`/api/publications/${id}/`, 'PUT', { at: '2030-01-01T12:00:00Z' });
    if (how === 'withdrawn') await me.editor.call(`/api/publications/${id}/`, 'DELETE');
    if (how === 'added') await me.propose(item, { channels: [other.body.id] });
    const { version } = read.content;
    // By the request that was read, with the proposals that were seen or without.
    for (const body of [{ version }, { version, seen: read.publications }]) {
      const { status, body: refused } = await me.approve(read.id, body);
      expect(status).toBe(409);
      expect(refused.current).toHaveLength({ moved: 1, withdrawn: 0, added: 2 }[how]);
      const detail =
        'seen' in body ? `The proposals have changed since you read them: ${change}.` : '';
      expect(refused.detail).toContain(detail || 'The proposals have changed since you read them');
    }
    // By the item.
    const byItem = (seen?: object[]) =>
      me.approver.call(`/api/content/items/${item}/workflow_transition/`, 'POST', {
        target_state: 'approved',
        version,
        seen,
      });
    expect((await byItem(read.publications)).status).toBe(409);
    expect((await byItem()).status).toBe(how === 'withdrawn' ? 201 : 400);
    if (how === 'withdrawn') return;
    const [again] = await me.pending();
    expect((await me.approve(again.id, { version, seen: again.publications })).status).toBe(200);
    expect((await me.get(id)).state).toBe('scheduled');
  });

  test('it is a decision on the review: a status alone schedules nothing', async () => {
    const me = await start();
    const { id: item } = await me.write({ content: 'Blind' });
    const { id } = await me.propose(item);
    const byStatus = await me.approver.call(`/api/content/items/${item}/`, 'PUT', {
      status: 'approved',
    });
    const byMany = await me.approver.call('/api/content/items/bulk_operations/', 'POST', {
      operation: 'status_change',
      item_ids: [item],
      params: { status: 'approved' },
    });
    expect([byStatus.status, byMany.status]).toEqual([409, 409]);
    expect((await me.get(id)).state).toBe('proposed');
  });

  test('the options of a proposal are part of it', async () => {
    const me = await start();
    const { id: item } = await me.write({ content: 'Options' });
    const { id } = await me.propose(item);
    const [read] = await me.pending();
    await app.database.query(
      `update publications set options = '{"comment": "EVIL"}' where id = $1`,
      [id],
    );
    const { status, body } = await me.approve(read.id, { seen: read.publications });
    expect([status, body.detail]).toEqual([
      409,
      'The proposals have changed since you read them: the options for Practice.',
    ]);
    await app.database.query('delete from publications where id = $1', [id]);
  });
});
