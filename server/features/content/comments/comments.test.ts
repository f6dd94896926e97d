import { describe, expect, test } from 'vitest';
import { MAX_REPLIES } from '#contract/content/comments.ts';
import { colleague, person, useApp, writer } from '../../../testing/app.ts';
import type { Call } from '../../../testing/responses.ts';

const app = useApp();

async function team() {
  const ada = await writer(app);
  const call: Call = (path, method, body) => app.request(path, { method, token: ada.token, body });
  const [grace, viewer] = [
    await colleague(app, ada.folder, 'approver'),
    await colleague(app, ada.folder, 'viewer', 'Viewer'),
  ];
  const { id } = await ada.write({ description: 'The launch' });
  return { ada: { ...ada, call }, grace, viewer, id };
}
type Caller = Awaited<ReturnType<typeof team>>['grace'];

const say = async ({ call }: Pick<Caller, 'call'>, item: number, text: string, parent?: number) =>
  (await call(`/api/content/items/${item}/comments/`, 'POST', { text, parent })).body;
const heard = async ({ call }: Pick<Caller, 'call'>, item: number) =>
  (await call(`/api/content/items/${item}/comments/`)).body;
const notificationsOf = async ({ call }: Pick<Caller, 'call'>) =>
  (await call('/api/notifications/')).body.results.map(({ text, link }) => [text, link]);

describe('comments', () => {
  test('are read by everybody, in order, with their replies', async () => {
    const { ada, grace, viewer, id } = await team();
    const first = await say(grace, id, ' Is the date right? ');
    const second = await say(ada, id, 'Something else');
    const reply = await say(ada, id, 'It is', first.id);
    const expected = {
      id: first.id,
      item: id,
      parent: null,
      text: 'Is the date right?',
      mentions: [],
      user: { id: grace.id, name: 'Grace Hopper' },
      created_at: expect.any(String),
      edited_at: null,
      resolved_at: null,
      resolved_by: null,
    };
    expect(first).toEqual(expected);
    expect(await heard(viewer, id)).toEqual([
      { ...expected, replies: [reply] },
      { ...second, replies: [] },
    ]);
    expect(reply).toMatchObject({ parent: first.id, text: 'It is', user: { id: ada.id } });
  });

  test('are one level deep, on existing items', async () => {
    const { ada, id } = await team();
    const first = await say(ada, id, 'One');
    const reply = await say(ada, id, 'Two', first.id);
    expect(await say(ada, id, 'Three', reply.id)).toMatchObject({
      parent: [expect.stringContaining('This is a reply: reply to')],
    });
    const { id: other } = await ada.write();
    expect(await say(ada, other, 'Four', first.id)).toMatchObject({
      code: 'not_found',
      parent: [expect.any(String)],
    });
    for (const text of ['', '   ', 'x'.repeat(2001), 7])
      expect((await ada.call(`/api/content/items/${id}/comments/`, 'POST', { text })).status).toBe(
        400,
      );
    await ada.call(`/api/content/items/${id}/`, 'DELETE');
    expect((await ada.call(`/api/content/items/${id}/comments/`)).status).toBe(404);
    expect(
      (await ada.call(`/api/content/items/${id}/comments/`, 'POST', { text: 'Late' })).status,
    ).toBe(404);
    expect((await ada.call(`/api/content/comments/${first.id}/resolve/`, 'POST')).status).toBe(404);
    // The database enforces that, too.
    await expect(
      app.database.query(
        'insert into comments (workspace_id, post_id, parent_id, text) select workspace_id, post_id, id, $2 from comments where id = $1',
        [reply.id, 'Deeper'],
      ),
    ).rejects.toThrow('foreign key');
  });

  test('of a thread are those of all its parts, whichever joined with its own', async () => {
    const { ada, grace, id } = await team();
    const body = { folder: ada.folder, items: [{ content: 'One' }, { content: 'Two' }] };
    const [root, reply] = (await ada.call('/api/content/items/thread/', 'POST', body)).body;
    const whole = await say(grace, reply.id, 'Of the thread');
    expect(whole.item).toBe(root.id);
    const alone = await say(grace, id, 'Of what stood alone');
    await ada.call(`/api/content/items/${id}/add-to-thread/`, 'POST', { parent: root.id });
    for (const part of [root.id, id])
      expect((await heard(ada, part)).map(({ text }) => text)).toEqual([
        'Of the thread',
        'Of what stood alone',
      ]);
    expect((await say(ada, root.id, 'A reply', alone.id)).item).toBe(id);
    // The item takes its comments along again.
    await ada.call(`/api/content/items/${id}/remove-from-thread/`, 'POST', {});
    expect((await heard(ada, root.id)).map(({ text }) => text)).toEqual(['Of the thread']);
    expect((await heard(ada, id)).map(({ text, replies }) => [text, replies.length])).toEqual([
      ['Of what stood alone', 1],
    ]);
  });
});

test('are counted on the items of their post, also on those that join it later', async () => {
  const { ada, grace, id } = await team();
  const counted = async () =>
    new Map<number, number>(
      (await ada.call('/api/content/items/')).body.results.map((item) => [item.id, item.comments]),
    );
  const first = await say(grace, id, 'One');
  await say(ada, id, 'Two', first.id);
  const { id: reply } = (
    await ada.call(`/api/content/items/${id}/reply/`, 'POST', { content: 'A reply' })
  ).body;
  const { id: joining } = await ada.write({ content: 'Joins later' });
  expect(await counted()).toEqual(
    new Map([
      [id, 2],
      [reply, 2],
      [joining, 0],
    ]),
  );
  await ada.call(`/api/content/items/${joining}/add-to-thread/`, 'POST', { parent: id });
  // A part that begins the thread from now on knows them, too.
  const parts = (await ada.call(`/api/content/items/${id}/thread/`)).body;
  const items = [
    { content: 'A new beginning' },
    ...parts.map((part) => ({ id: part.id, content: part.content })),
  ];
  const [root] = (await ada.call(`/api/content/items/${id}/thread/`, 'PUT', { items })).body;
  expect(root).toMatchObject({ content: 'A new beginning', comments: 2 });
  await ada.call(`/api/content/comments/${first.id}/`, 'DELETE');
  expect([...(await counted()).values()]).toEqual([1, 1, 1, 1]);
});

test('of a thread stay with it, with their replies, when its first part is taken out', async () => {
  const { ada, grace } = await team();
  const body = {
    folder: ada.folder,
    items: [{ content: 'One' }, { content: 'Two' }, { content: 'Three' }],
  };
  const [one, two, three] = (await ada.call('/api/content/items/thread/', 'POST', body)).body;
  const first = await say(grace, three.id, 'Of the thread');
  await say(ada, two.id, 'A reply', first.id);
  const rest = {
    folder: ada.folder,
    status: 'draft',
    items: [two, three].map(({ id, content }) => ({ id, content })),
  };
  expect((await ada.call(`/api/content/items/${one.id}/thread/`, 'PUT', rest)).status).toBe(200);
  expect(await heard(ada, three.id)).toMatchObject([
    { item: two.id, replies: [{ text: 'A reply' }] },
  ]);
  expect(await notificationsOf(ada)).toEqual([
    ["Grace Hopper commented on 'Two'", `/content/preview/${two.id}#comment-${first.id}`],
  ]);
});

test('crossing each other do not deadlock', async () => {
  const { ada, grace, id } = await team();
  const dan = await colleague(app, ada.folder, 'editor', 'Dan');
  const { body: hers } = await grace.call('/api/content/items/', 'POST', {
    folder: ada.folder,
    content: 'Of Grace',
  });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? dan.call(`/api/content/items/${id}/comments/`, 'POST', { text: `<@${grace.id}> look` })
        : dan.call(`/api/content/items/${hers.id}/comments/`, 'POST', {
            text: `<@${ada.id}> look`,
          }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  const { rows } = await app.database.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

describe('a mention', () => {
  test('notifies the member, once, with present names', async () => {
    const { ada, grace, viewer, id } = await team();
    const created = await say(ada, id, `<@${grace.id}> and <@${grace.id}>, please look`);
    expect(created.mentions).toEqual([{ id: grace.id, name: 'Grace Hopper' }]);
    const link = `/content/preview/${id}#comment-${created.id}`;
    expect(await notificationsOf(grace)).toEqual([
      ["Ada Byron mentioned you in a comment on 'The launch'", link],
    ]);
    await ada.call(`/api/content/comments/${created.id}/`, 'PUT', {
      text: `<@${grace.id}> <@${viewer.id}>`,
    });
    expect(await notificationsOf(grace)).toHaveLength(1);
    expect(await notificationsOf(viewer)).toEqual([
      ["Ada Byron mentioned you in a comment on 'The launch'", link],
    ]);
    await app.put('/api/users/me/', { name: 'Admiral Hopper' }, grace.token);
    expect((await heard(ada, id))[0].mentions[0].name).toBe('Admiral Hopper');
  });

  test('of a non-member is refused, and nothing is stored', async () => {
    const { ada, id } = await team();
    const stranger = await person(app);
    expect(await say(ada, id, `<@${stranger.id}> hello`)).toMatchObject({
      text: [`User ${stranger.id} is not a member of this workspace.`],
    });
    expect(await heard(ada, id)).toEqual([]);
    expect((await app.get('/api/notifications/', stranger.token)).body.count).toBe(0);
  });
});

test('a comment that mentions a former member can be edited; an author without mention notifications is notified as the author', async () => {
  const { ada, grace, viewer, id } = await team();
  const created = await say(grace, id, `<@${viewer.id}> plese`);
  await ada.call(`/api/members/${viewer.id}/`, 'DELETE');
  const edit = (text: string) =>
    grace.call(`/api/content/comments/${created.id}/`, 'PUT', { text });
  expect((await edit(`<@${viewer.id}> please`)).body.text).toBe(`<@${viewer.id}> please`);
  const settings = { mentioned: { in_app: false, email: false } };
  await app.put('/api/notifications/settings/', settings, ada.token);
  await say(grace, id, `<@${ada.id}> look`);
  expect((await notificationsOf(ada)).map(([text]) => text)).toEqual([
    "Grace Hopper commented on 'The launch'",
    "Grace Hopper commented on 'The launch'",
  ]);
});

test('authors are notified of comments, participants of replies, and nobody twice or of their own', async () => {
  const { ada, grace, id } = await team();
  const first = await say(grace, id, 'Is the date right?');
  const commented = (name: string, comment: { id: number }) => [
    `${name} commented on 'The launch'`,
    `/content/preview/${id}#comment-${comment.id}`,
  ];
  expect(await notificationsOf(ada)).toEqual([commented('Grace Hopper', first)]);
  const reply = await say(ada, id, 'It is', first.id);
  expect(await notificationsOf(grace)).toEqual([commented('Ada Byron', reply)]);
  const named = await say(ada, id, `<@${grace.id}> really`, first.id);
  expect(await notificationsOf(grace)).toEqual([
    [
      "Ada Byron mentioned you in a comment on 'The launch'",
      `/content/preview/${id}#comment-${named.id}`,
    ],
    commented('Ada Byron', reply),
  ]);
  expect(await notificationsOf(ada)).toHaveLength(1);
});

describe('a conversation', () => {
  test('is resolved and reopened as a whole, with audit entries', async () => {
    const { ada, grace, viewer, id } = await team();
    const first = await say(grace, id, 'Is the date right?');
    const reply = await say(ada, id, 'It is', first.id);
    const path = `/api/content/comments/${first.id}` as const;
    const resolved = (await ada.call(`${path}/resolve/`, 'POST')).body;
    expect(resolved).toMatchObject({
      resolved_by: { id: ada.id },
      resolved_at: expect.any(String),
    });
    // The first of two wins.
    expect((await grace.call(`${path}/resolve/`, 'POST')).body).toEqual(resolved);
    expect((await grace.call(`${path}/reopen/`, 'POST')).body).toMatchObject({
      resolved_by: null,
      resolved_at: null,
    });
    expect((await ada.call(`/api/content/comments/${reply.id}/resolve/`, 'POST')).status).toBe(400);
    expect((await viewer.call(`${path}/resolve/`, 'POST')).status).toBe(403);
    const entries = (await ada.call(`/api/content/audit-logs/?content_item=${id}`)).body;
    expect(
      entries.map(({ action, object_type, user }) => [action, object_type, user?.id]).slice(0, 4),
    ).toEqual([
      ['reopen', 'comment', grace.id],
      ['resolve', 'comment', ada.id],
      ['create', 'comment', ada.id],
      ['create', 'comment', grace.id],
    ]);
  });

  test('has a limited number of replies, and the latest conversations are read', async () => {
    const { ada, id } = await team();
    const first = await say(ada, id, 'One');
    const fill = (parent: number, to: number) =>
      app.database.query(
        `insert into comments (workspace_id, post_id, user_id, parent_id, text)
         select workspace_id, post_id, user_id, id, 'A reply' from comments, generate_series(1, $2::integer) where id = $1`,
        [parent, to],
      );
    await fill(first.id, MAX_REPLIES - 3);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => say(ada, id, 'At once', first.id)),
    );
    expect(replies.filter(({ parent }) => parent === first.id)).toHaveLength(3);
    expect(await say(ada, id, 'One more', first.id)).toMatchObject({
      code: 'invalid',
      detail: `parent: A conversation has at most ${MAX_REPLIES} replies: begin another one.`,
    });
    expect((await heard(ada, id))[0].replies).toHaveLength(MAX_REPLIES);
    const later = [];
    for (let n = 0; n < 4; n++) later.push((await say(ada, id, `Later ${n}`)).id);
    for (const entry of later) await fill(entry, MAX_REPLIES);
    // The latest ones, whole.
    const read = await heard(ada, id);
    expect(read.map(({ id: one }) => one)).toEqual(later.slice(-2));
    expect(read.map((entry) => entry.replies.length)).toEqual([MAX_REPLIES, MAX_REPLIES]);
  });

  test('is edited by its author alone, and deleted by them or by members who manage', async () => {
    const { ada, grace, id } = await team();
    const first = await say(grace, id, 'Is the date right?');
    const path = `/api/content/comments/${first.id}/`;
    expect((await ada.call(path, 'PUT', { text: 'Mine now' })).status).toBe(403);
    const edited = (await grace.call(path, 'PUT', { text: 'Is the day right?' })).body;
    expect(edited).toMatchObject({ text: 'Is the day right?', edited_at: expect.any(String) });
    const own = await say(ada, id, 'My own');
    expect((await grace.call(`/api/content/comments/${own.id}/`, 'DELETE')).status).toBe(403);
    expect((await ada.call(path, 'DELETE')).status).toBe(204);
    expect((await heard(ada, id)).map(({ text }) => text)).toEqual(['My own']);
  });

  test('keeps its replies where its first comment is deleted, and is deleted with the last of them', async () => {
    const { ada, grace, id } = await team();
    const first = await say(ada, id, `<@${grace.id}> is the date right?`);
    const [one, two] = [
      await say(grace, id, 'It is', first.id),
      await say(grace, id, 'I think', first.id),
    ];
    await ada.call(`/api/content/comments/${first.id}/`, 'DELETE');
    expect(await heard(ada, id)).toMatchObject([
      { id: first.id, text: null, mentions: [], replies: [{ id: one.id }, { id: two.id }] },
    ]);
    expect(await notificationsOf(grace)).toEqual([]);
    expect((await ada.call(`/api/content/comments/${first.id}/`, 'DELETE')).status).toBe(404);
    await grace.call(`/api/content/comments/${one.id}/`, 'DELETE');
    expect((await heard(ada, id))[0].replies).toHaveLength(1);
    await grace.call(`/api/content/comments/${two.id}/`, 'DELETE');
    expect(await heard(ada, id)).toEqual([]);
  });
});
