import { describe, expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { poster } from '../../../testing/whole-posts.ts';

const app = useApp();
const LATER = '2030-01-01T09:00:00Z';

describe('a post in one go', () => {
  test('is written, scheduled, and said as a whole', async () => {
    const me = await poster(app);
    const { status, body } = await me.create({
      text: 'Hello',
      title: 'Greeting',
      tags: ['news'],
      channels: [me.channel],
      at: { local: '2030-07-01T09:00', zone: 'Europe/Berlin' },
      networks: { practice: { text: 'Hello there' } },
    });
    expect([status, body]).toMatchObject([
      201,
      {
        post: {
          folder: me.folder,
          title: 'Greeting',
          status: 'draft',
          text: 'Hello',
          parts: [{ text: 'Hello', media: [], networks: { practice: { text: 'Hello there' } } }],
          tags: ['news'],
        },
        publications: [
          {
            state: 'scheduled',
            due_at: '2030-07-01T07:00:00Z',
            zone: 'Europe/Berlin',
            excerpt: 'Hello there',
          },
        ],
        findings: [{ channel: me.channel, limit: 500, findings: [] }],
        proposed: false,
        because: null,
      },
    ]);
    const id = body.post?.id as number;
    const { publications, ...post } = (await me.call(`/api/posts/${id}/`)).body;
    expect([post, publications]).toEqual([body.post, body.publications]);
    expect(publications[0].item).toBe(id);
    expect((await me.call(`/api/content/items/${id}/`)).body.content).toBe('Hello');
  });

  test('is published now, in parts', async () => {
    const me = await poster(app);
    const parts = ['One', { text: 'Two', networks: { practice: { text: 'Deux' } } }];
    const { body } = await me.create({ parts, channels: [me.channel], at: 'now' });
    expect(body.post?.parts.map(({ text }) => text)).toEqual(['One', 'Two']);
    await me.until(body.publications[0].id, 'published');
    expect((await me.posts()).map(({ content }) => content)).toEqual(['One', 'Deux']);
    const single = await me.create({ parts: ['Alone'] });
    const item = await me.call(`/api/content/items/${single.body.post?.id as number}/`);
    expect(item.body).toMatchObject({ is_standalone: true, content: 'Alone' });
  });

  test('without a time is a draft, which is checked for the named channels', async () => {
    const me = await poster(app);
    const { body } = await me.create({ text: 'Hello', channels: [me.channel] });
    expect(body).toMatchObject({ publications: [], proposed: false, post: { status: 'draft' } });
    expect(body.findings).toMatchObject([{ channel: me.channel, longest: 5 }]);
    expect((await me.create({ text: 'Hello' })).body.findings).toEqual([]);
  });

  test('takes the channels of a set', async () => {
    const me = await poster(app);
    const { body: second } = await me.call('/api/channels/', 'POST', { network: 'practice' });
    const channels = [me.channel, second.id];
    const set = await me.call('/api/channel-sets/', 'POST', { name: 'All', channels });
    const { body } = await me.create({ text: 'To all', channel_set: set.body.id, at: LATER });
    expect(body.publications.map(({ channel }) => channel.id)).toEqual(channels);
    const both = await me.create({ text: 'X', channel_set: set.body.id, channels, at: LATER });
    expect(both.body.channel_set).toEqual(['Either channels, or a channel set.']);
    expect((await me.create({ text: 'X', channel_set: 999_999, at: LATER })).status).toBe(404);
    await me.call(`/api/channels/${me.channel}/`, 'DELETE');
    await me.call(`/api/channels/${second.id}/`, 'DELETE');
    const empty = await me.create({ text: 'X', channel_set: set.body.id, at: LATER });
    expect(empty.body.channel_set).toEqual(['All channels of this set are disconnected.']);
  });

  test('takes the next free slot of each channel', async () => {
    const me = await poster(app);
    const none = await me.create({ text: 'Queued', channels: [me.channel], at: 'queue' });
    expect([none.status, none.body.channels]).toEqual([
      400,
      ['Practice: Practice has no free slot: add slots to its queue.'],
    ]);
    const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
    await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
    const made = await Promise.all(
      ['One', 'Two', 'Three'].map((text) =>
        me.create({ text, channels: [me.channel], at: 'queue' }),
      ),
    );
    const times = made.map(({ body }) => body.publications[0].due_at);
    expect(new Set(times).size).toBe(3);
    expect(made[0]?.body.findings[0].due_at).not.toBeNull();
  });

  test('that does not fit is not made, and the findings say why', async () => {
    const me = await poster(app);
    const long = 'x'.repeat(501);
    const before = await me.count();
    for (const at of [LATER, null, 'now']) {
      const { status, body } = await me.create({ text: long, channels: [me.channel], at });
      expect([status, body.code]).toEqual([400, 'invalid']);
      expect(body.channels?.[0]).toBe(
        'Practice: The text is 1 character over the limit for Practice.',
      );
      expect(body.findings).toMatchObject([{ channel: me.channel, longest: 501, limit: 500 }]);
    }
    const own = { practice: { text: 'Short' } };
    expect((await me.create({ text: long, channels: [me.channel], networks: own })).status).toBe(
      201,
    );
    // Parts are named, and what is not for publishing is no concern of a network.
    expect((await me.create({ text: long })).status).toBe(201);
    const second = { parts: ['Fine', long], channels: [me.channel], at: LATER };
    expect((await me.create(second)).body.findings[0].findings).toMatchObject([
      { level: 'error', part: 1 },
    ]);
    expect(await me.count()).toBe(before + 2);
  });

  test.each([
    [{}, 'text', 'Write a text, or parts.'],
    [{ text: ' ' }, 'text', 'Write a text'],
    [{ text: 'X', parts: ['Y'] }, 'text', 'Either a text, or parts.'],
    [{ parts: [] }, 'parts', 'A post has at least one part'],
    [{ parts: Array(101).fill('X') }, 'parts', 'Expected at most 100 parts.'],
    [{ parts: ['X'], media: [1] }, 'media', 'With parts, each part names its own files.'],
    [{ text: 'X', networks: { myspace: {} } }, 'networks', /^Expected fields by network: x, /],
    [
      { parts: ['X'], networks: { x: { text: 'Y' } } },
      'networks',
      'With parts, each part has its own texts for networks.',
    ],
    [
      { text: 'X', networks: { x: { options: { reply: 'all' } } } },
      'networks',
      'The options of x are for none of the channels.',
    ],
    [{ text: 'X', networks: { x: { text: '' } } }, 'networks', /^The text for X is blank/],
    [{ text: 'X', at: LATER }, 'channels', /^Say on which channels/],
    [{ text: 'X', at: 'tomorrow' }, 'at', /^Expected 'now', 'queue', an instant/],
    [{ text: 'X', at: { local: '2030-02-31T09:00' } }, 'at', /^This time does not exist/],
    [{ text: 'X', media: ['ftp://example.org/a.jpg'] }, 'media', /^Expected the id of a file/],
    [{ text: 'X', media: Array(21).fill(1) }, 'media', 'A part has at most 20 files'],
    [{ text: 'X', media: [{ file: 1 }, 1] }, 'media', 'Each file can be listed only once.'],
  ])('refuses what does not fit together: %#', async (given, field, message) => {
    const me = await poster(app);
    const { status, body } = await me.create(given);
    expect([status, (body as Record<string, unknown>)[field]]).toEqual([
      400,
      [typeof message === 'string' ? message : expect.stringMatching(message)],
    ]);
  });

  test('of the past is not made, and one in a gap of the clocks says when it goes out', async () => {
    const me = await poster(app);
    const channels = [me.channel];
    for (const at of ['2020-01-01T00:00:00Z', { local: '2020-01-01T09:00' }]) {
      const { status, body } = await me.create({ text: 'X', channels, at });
      expect([status, body.at]).toEqual([400, ['This time has passed.']]);
    }
    expect(await me.count()).toBe(0);
    const at = { local: '2030-03-31T02:30', zone: 'Europe/Berlin' };
    const { body } = await me.create({ text: 'X', channels, at });
    expect(body.publications[0].due_at).toBe('2030-03-31T01:30:00Z');
    expect(body.findings[0].findings).toEqual([
      {
        level: 'warning',
        text: '02:30 doesn’t exist that night in Europe/Berlin: it goes out at 03:30',
      },
    ]);
    const twice = { local: '2030-10-27T02:30', zone: 'Europe/Berlin' };
    const repeated = await me.create({ text: 'Y', channels, at: twice });
    expect(repeated.body.findings[0].findings[0].text).toMatch(/occurs twice/);
    expect(repeated.body.publications[0].due_at).toBe('2030-10-27T00:30:00Z');
  });

  test.each(['review', 'archived'])('is not published while it is to be: %s', async (status) => {
    const me = await poster(app);
    const given = { text: 'Not yet', channels: [me.channel], at: 'now', status };
    expect(await me.create(given)).toMatchObject({
      status: 400,
      body: { status: [expect.stringMatching(/is not published/)] },
    });
    expect(await me.count()).toBe(0);
  });

  test('while publishing is paused is held, and says so', async () => {
    const me = await poster(app);
    await me.call('/api/pause/', 'PUT', { reason: 'We wait.', ends_at: null });
    const { body } = await me.create({ text: 'X', channels: [me.channel], at: 'now' });
    expect(body.publications).toMatchObject([{ state: 'scheduled', held: true }]);
    expect(body.findings[0].findings[0].text).toMatch(/^All publishing is paused/);
  });

  test('of another workspace’s folder, channel or file is a 404, and nothing is made', async () => {
    const [me, other] = [await poster(app), await poster(app)];
    const file = await other.upload(await jpeg(), 'theirs.jpg');
    for (const [given, field] of [
      [{ folder: other.folder }, 'folder'],
      [{ channels: [me.channel, other.channel], at: LATER }, 'channels'],
      [{ media: [file] }, 'media'],
    ] as const) {
      const { status, body } = await me.create({ text: 'X', ...given });
      expect([status, Object.keys(body)]).toEqual([404, expect.arrayContaining([field])]);
    }
    expect(await me.count()).toBe(0);
  });
});

describe('who may not publish', () => {
  test('proposes, and is told why', async () => {
    const me = await poster(app);
    const editor = await colleague(app, me.folder, 'editor');
    const given = { folder: me.folder, text: 'Please', channels: [me.channel], at: LATER };
    const { status, body } = await editor.call('/api/posts/', 'POST', given);
    expect([status, body]).toMatchObject([
      201,
      {
        post: { status: 'review' },
        publications: [{ state: 'proposed' }],
        proposed: true,
        because:
          'Your role (editor) does not allow this. It requires one of: owner, admin, approver.',
      },
    ]);
    const viewer = await colleague(app, me.folder, 'viewer');
    expect((await viewer.call('/api/posts/', 'POST', given)).status).toBe(403);
    const approved = { ...given, status: 'approved' };
    expect((await editor.call('/api/posts/', 'POST', approved)).status).toBe(403);
    expect(await me.count()).toBe(1);
  });

  test('is a key that writes drafts only, or lacks the scope', async () => {
    const me = await poster(app);
    const given = { folder: me.folder, text: 'X', channels: [me.channel], at: LATER };
    for (const [fields, proposed, because] of [
      [{ scopes: ['read', 'write'] }, true, "This takes a key with the scope 'publish'."],
      [
        { scopes: ['read', 'write'], drafts_only: true },
        true,
        'This key writes drafts only: a person decides about this.',
      ],
      [{ scopes: ['read', 'write', 'publish'] }, false, null],
    ] as const) {
      const { body } = await app.post('/api/posts/', given, await me.key(fields));
      expect(body).toMatchObject({ proposed, because, post: {} });
      expect(body.publications[0].state).toBe(proposed ? 'proposed' : 'scheduled');
    }
    const reader = await me.key({ scopes: ['read'] });
    const refused = await app.post('/api/posts/', given, reader);
    expect(refused.body).toMatchObject({ code: 'scope_required', scope: 'write' });
  });

  test('is a key for other channels and folders', async () => {
    const me = await poster(app);
    const { body: other } = await me.call('/api/channels/', 'POST', { network: 'practice' });
    const { body: folder } = await me.call('/api/content/folders/', 'POST', { name: 'Other' });
    const scopes = ['read', 'write', 'publish'];
    const set = async (name: string, ...channels: number[]) =>
      (await me.call('/api/channel-sets/', 'POST', { name, channels })).body.id;
    const [all, mine] = [await set('All', me.channel, other.id), await set('Mine', me.channel)];
    const key = await me.key({ scopes, channels: [me.channel] });
    const as = async (given: object) =>
      (await app.post('/api/posts/', { folder: me.folder, text: 'X', at: LATER, ...given }, key))
        .status;
    expect(await as({ channels: [other.id] })).toBe(404);
    expect(await as({ channels: [me.channel, other.id] })).toBe(404);
    expect(await as({ channel_set: all })).toBe(404);
    expect(await me.count()).toBe(0);
    expect(await as({ channel_set: mine })).toBe(201);
    // Of a post, it sees what is on its channels.
    const { body: both } = await me.create({
      ...{ text: 'Both', channels: [me.channel, other.id], at: LATER },
    });
    const { body: seen } = await app.get(`/api/posts/${both.post?.id as number}/`, key);
    expect(seen.publications.map(({ channel }) => channel.id)).toEqual([me.channel]);

    const inFolder = await me.key({ scopes, folders: [folder.id] });
    const given = { folder: me.folder, text: 'X' };
    expect((await app.post('/api/posts/', given, inFolder)).status).toBe(404);
    expect((await app.get('/api/posts/', inFolder)).body.results).toEqual([]);
    const path = `/api/posts/${both.post?.id as number}/` as const;
    expect((await app.get(path, inFolder)).status).toBe(404);
    expect((await app.put(path, { text: 'Y' }, inFolder)).status).toBe(404);
    expect((await app.delete(path, inFolder)).status).toBe(404);
    const { body: own } = await app.post('/api/posts/', { ...given, folder: folder.id }, inFolder);
    const moved = await app.put(
      `/api/posts/${own.post?.id as number}/`,
      { folder: me.folder },
      inFolder,
    );
    expect(moved.status).toBe(404);
  });

  test('publishes where the workspace wants approvals only what is approved', async () => {
    const me = await poster(app);
    await me.call('/api/workspace/', 'PUT', { only_approved: true });
    const given = { text: 'X', channels: [me.channel], at: LATER };
    expect((await me.create(given)).status).toBe(403);
    expect(await me.count()).toBe(0);
    const { body } = await me.create({ ...given, status: 'approved' });
    expect(body.publications).toMatchObject([{ state: 'scheduled' }]);
  });
});

describe('a dry run', () => {
  test('says what would happen, and makes nothing', async () => {
    const me = await poster(app);
    const given = { text: 'X', channels: [me.channel], at: LATER };
    const { body } = await me.create(given, '?dry_run=true');
    expect(body).toMatchObject({ post: null, publications: [], proposed: false });
    expect(body.findings).toMatchObject([{ channel: me.channel }]);
    expect(Date.parse(body.findings[0].due_at ?? '')).toBe(Date.parse(LATER));
    const editor = await colleague(app, me.folder, 'editor');
    const proposal = await editor.call('/api/posts/?dry_run=true', 'POST', {
      ...{ folder: me.folder, ...given },
    });
    expect(proposal.body).toMatchObject({ post: null, proposed: true });
    expect((await me.create({ ...given, text: 'x'.repeat(501) }, '?dry_run=true')).status).toBe(
      400,
    );
    expect((await me.create({ text: 'X', folder: 999_999 }, '?dry_run=true')).status).toBe(404);
    expect((await me.create(given, '?dry_run=maybe')).status).toBe(400);
    expect(await me.count()).toBe(0);
    const { rows } = await app.database.query(
      'select count(*)::integer as count from publications where channel_id = $1',
      [me.channel],
    );
    expect(rows[0].count).toBe(0);
  });
});

describe('with an Idempotency-Key', () => {
  test('two at once make one post', async () => {
    const me = await poster(app);
    const given = { text: 'Once', channels: [me.channel], at: LATER };
    for (const token of [me.token, await me.key({ scopes: ['read', 'write', 'publish'] })]) {
      const before = await me.count();
      const sent = await Promise.all(
        Array.from({ length: 6 }, () => me.create(given, '', { 'idempotency-key': 'a' }, token)),
      );
      const ids = sent.flatMap(({ status, body }) => (status === 201 ? [body.post?.id] : []));
      expect(sent.every(({ status }) => status === 201 || status === 409)).toBe(true);
      expect(new Set(ids).size).toBe(1);
      expect(await me.count()).toBe(before + 1);
      const other = await me.create({ text: 'Other' }, '', { 'idempotency-key': 'a' }, token);
      expect(other.status).toBe(422);
    }
  });

  test('what a process made before it died is not made again', async () => {
    const me = await poster(app);
    const given = { text: 'Once', channels: [me.channel], at: LATER };
    const headers = { 'idempotency-key': 'b' };
    const first = await me.create(given, '', headers);
    // As if it had died between its commit and its answer.
    await app.database.query('delete from request_answers');
    const again = await me.create(given, '', headers);
    expect([again.status, again.body.post?.id]).toEqual([201, first.body.post?.id]);
    expect(again.body.publications).toEqual(first.body.publications);
    expect(await me.count()).toBe(1);
  });

  test('a dry run does not count as the request', async () => {
    const me = await poster(app);
    await me.create({ text: 'Once' }, '?dry_run=true', { 'idempotency-key': 'c' });
    await app.database.query('delete from request_answers');
    const { body } = await me.create({ text: 'Once' }, '', { 'idempotency-key': 'c' });
    expect(body.post).not.toBeNull();
  });
});

test('what fails in the middle leaves nothing', async () => {
  const me = await poster(app);
  // The database refuses the publication after the post was written.
  await app.database.query(`
    create function refuse_all() returns trigger language plpgsql as $$
    begin raise exception 'refused by a test'; end $$;
    create trigger refuse_all before insert on publications for each row
      when (new.zone = 'Asia/Tokyo') execute function refuse_all()`);
  const at = { local: '2030-01-01T09:00', zone: 'Asia/Tokyo' };
  expect((await me.create({ text: 'X', channels: [me.channel], at })).status).toBe(500);
  expect(await me.count()).toBe(0);
});
