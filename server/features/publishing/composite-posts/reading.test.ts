import { describe, expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { poster } from '../../../testing/whole-posts.ts';

const app = useApp();
const LATER = '2030-01-01T09:00:00Z';

async function keeper() {
  const me = await poster(app);
  const make = async (fields: object) => (await me.create(fields)).body.post?.id as number;
  const path = (id: number) => `/api/posts/${id}/` as const;
  const get = async (id: number) => (await me.call(path(id))).body;
  const put = (id: number, body: object) => me.call(path(id), 'PUT', body);
  const list = (query = '/api/posts/') => me.call(query as '/api/posts/');
  return { ...me, list, make, path, read: get, put };
}
const textsOf = ({ parts }: { parts: readonly { text: string }[] }) =>
  parts.map(({ text }) => text);

describe('the list of posts', () => {
  test('has the newest first, with parts and publications, in pages', async () => {
    const me = await keeper();
    const ids: number[] = [];
    for (let n = 1; n <= 5; n++)
      ids.unshift(
        await me.make({ parts: [`Post ${n}`, 'More'], channels: [me.channel], at: LATER }),
      );
    const seen: number[] = [];
    let next: string | null = '/api/posts/?page_size=2';
    const pages: number[] = [];
    while (next) {
      const { body }: Awaited<ReturnType<typeof me.list>> = await me.list(next);
      pages.push(body.results.length);
      for (const post of body.results) {
        expect([textsOf(post), post.publications]).toMatchObject([
          [/^Post/, 'More'].map((text) =>
            text instanceof RegExp ? expect.stringMatching(text) : text,
          ),
          [{ state: 'scheduled', item: post.id }],
        ]);
        expect(post).toEqual(await me.read(post.id));
        seen.push(post.id);
      }
      expect(body.count).toBe(5);
      next = body.next;
    }
    expect([seen, pages]).toEqual([ids, [2, 2, 1]]);
    const { body: last } = await me.call('/api/posts/?page_size=4');
    const { body: rest } = await me.call(last.next as '/api/posts/');
    const { body: back } = await me.call(rest.previous as '/api/posts/');
    expect(back.results.map(({ id }) => id)).toEqual(ids.slice(0, 4));
  });

  test('is filtered', async () => {
    const me = await keeper();
    const { body: folder } = await me.call('/api/content/folders/', 'POST', { name: 'Other' });
    const first = await me.make({ text: 'A' });
    const second = await me.make({ text: 'B', folder: folder.id, status: 'approved' });
    const found = async (query: string) =>
      (await me.call(`/api/posts/?${query}` as '/api/posts/')).body.results.map(({ id }) => id);
    expect(await found('status=approved')).toEqual([second]);
    expect(await found('status=draft&status=approved')).toEqual([second, first]);
    expect(await found(`folder=${me.folder}`)).toEqual([first]);
    const { updated_at: at } = (await me.put(first, { text: 'A again' })).body;
    expect(await found(`updated_after=${at}`)).toEqual([first]);
    for (const query of ['status=lost', 'cursor=x', 'page_size=101', 'updated_after=now'])
      expect((await me.call(`/api/posts/?${query}` as '/api/posts/')).status).toBe(400);
  });

  test('has fewer in a page of long threads', async () => {
    const me = await keeper();
    const long = 'x'.repeat(99_000);
    for (let n = 0; n < 4; n++) await me.thread(Array(10).fill(`${n}${long}`));
    const { body: first } = await me.call('/api/posts/');
    expect([first.count, first.results.length]).toEqual([4, 2]);
    const { body: second } = await me.call(first.next as '/api/posts/');
    expect([second.results.length, second.next]).toEqual([2, null]);
    const { body: back } = await me.call(second.previous as '/api/posts/');
    expect(back.results.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id));
  });

  test('knows nothing of other workspaces', async () => {
    const [me, other] = [await keeper(), await keeper()];
    const theirs = await other.make({ text: 'Theirs' });
    expect((await me.call('/api/posts/')).body.results).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(
        (await me.call(me.path(theirs), method, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404);
    expect((await other.read(theirs)).text).toBe('Theirs');
  });

  test('has at most a hundred publications of a post', async () => {
    const me = await keeper();
    const id = await me.make({ text: 'Often' });
    await app.database.query(
      `insert into publications (workspace_id, post_id, channel_id, state, due_at, options, version, text, text_hash, ended_at)
       select posts.workspace_id, posts.id, $2, 'cancelled', now() - make_interval(days => n), '{}', 1, post_parts(posts.id),
         post_text_hash(posts.id), now()
       from posts, generate_series(1, 150) n where root_id = $1`,
      [id, me.channel],
    );
    const { publications } = await me.read(id);
    expect(publications).toHaveLength(100);
    expect(Date.parse(publications[0].due_at)).toBeGreaterThan(Date.now() - 2 * 24 * 3_600_000);
  });
});

describe('a change of a post', () => {
  test('sets what it is given, and leaves the rest', async () => {
    const me = await keeper();
    const file = await me.upload(await jpeg(), 'a.jpg', 'A harbour');
    const id = await me.make({
      ...{ text: 'One', title: 'Named', tags: ['a'], media: [file] },
      networks: { x: { text: 'On X' } },
    });
    const { body, status } = await me.put(id, { text: 'Two', tags: ['b'] });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ id, text: 'Two', title: 'Named', tags: ['b'], status: 'draft', version: 2 },
        parts: [{ id, text: 'Two', networks: { x: { text: 'On X' } }, media: [{ file }] }],
      },
    ]);
    expect((await me.put(id, { title: null, media: [], networks: {} })).body).toMatchObject({
      ...{ title: null, text: 'Two' },
      parts: [{ media: [], networks: {} }],
    });
    // What was read can be sent back: nothing has changed then.
    const read = await me.read(id);
    const { text: _, ...same } = read;
    expect((await me.put(id, same)).body).toEqual(read);
    expect((await me.put(id, {})).body).toEqual(read);
    expect((await me.put(id, { status: 'approved' })).body.status).toBe('approved');
  });

  test('saves all parts: those in their place keep their ids, those left out go', async () => {
    const me = await keeper();
    const id = await me.make({ parts: ['One', 'Two', 'Three'], tags: ['a'] });
    const before = await me.read(id);
    const [first, second, third] = before.parts;
    const { body } = await me.put(id, { parts: ['One!', 'Two', 'Three', 'Four'] });
    expect(textsOf(body)).toEqual(['One!', 'Two', 'Three', 'Four']);
    expect(body.parts.slice(0, 3).map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    const { body: swapped } = await me.put(id, {
      parts: [
        { id: third.id, text: 'Three' },
        { id: first.id, text: 'One' },
      ],
    });
    expect([swapped.id, textsOf(swapped)]).toEqual([third.id, ['Three', 'One']]);
    // The former id finds it, too.
    expect(await me.read(first.id)).toEqual(swapped);
    expect((await me.call(me.path(second.id))).status).toBe(404);
    const { body: retitled } = await me.put(first.id, { title: 'Named', tags: ['b'] });
    expect(retitled).toMatchObject({ title: 'Named', tags: ['b'], parts: [{}, {}] });
  });

  test('makes a thread of a single post, and refuses a text for one of several parts', async () => {
    const me = await keeper();
    const id = await me.make({ text: 'One' });
    const { body } = await me.put(id, { parts: ['One', { text: 'Two' }] });
    expect([body.id, textsOf(body)]).toEqual([id, ['One', 'Two']]);
    const refused = await me.put(id, { text: 'Which?' });
    expect([refused.status, refused.body.text]).toEqual([
      400,
      ["This post has 2 parts: send all as 'parts'."],
    ]);
    const other = await me.make({ text: 'Other' });
    const stranger = await me.put(id, { parts: [{ id: other, text: 'X' }] });
    expect([stranger.status, stranger.body.parts]).toEqual([
      400,
      [`Part ${other} is not of this post.`],
    ]);
    const twice = await me.put(id, {
      parts: [
        { id, text: 'X' },
        { id, text: 'Y' },
      ],
    });
    expect(twice.status).toBe(400);
    expect((await me.put(id, { text: 'X', parts: ['Y'] })).status).toBe(400);
  });

  test('of a stale version is refused with the present post, also for one part', async () => {
    const me = await keeper();
    const id = await me.make({ parts: ['One', 'Two'] });
    const read = await me.read(id);
    await me.put(id, { parts: ['One', 'Two!'] });
    const parts = read.parts.map(({ id, text, version }) => ({ id, text: `${text}?`, version }));
    const stale = await me.put(id, { parts });
    expect([stale.status, stale.body.code, stale.body.current]).toMatchObject([
      409,
      'stale',
      { id, parts: [{ text: 'One' }, { text: 'Two!' }] },
    ]);
    await me.put(id, { title: 'Named' });
    expect((await me.put(id, { title: 'Other', version: read.version })).status).toBe(409);
    const { version } = await me.read(id);
    expect((await me.put(id, { title: 'Other', version })).status).toBe(200);
  });

  test('stops what a person has to decide about, and is for those who may', async () => {
    const me = await keeper();
    const id = await me.make({ text: 'One', channels: [me.channel], at: LATER });
    const drafts = await me.key({ scopes: ['read', 'write'], drafts_only: true });
    const { body } = await app.put(me.path(id), { text: 'Two' }, drafts);
    expect(body.text).toBe('Two');
    const approve = await app.put(me.path(id), { status: 'approved' }, drafts);
    expect([approve.status, approve.body.code]).toEqual([403, 'key_refused']);
    const viewer = await colleague(app, me.folder, 'viewer');
    expect((await viewer.call(me.path(id), 'PUT', { text: 'Three' })).status).toBe(403);
    expect((await viewer.call(me.path(id))).status).toBe(200);
  });

  test('that two make at once loses neither, with versions', async () => {
    const me = await keeper();
    const id = await me.make({ text: 'One' });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((text) => me.put(id, { text, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

test('a deleted post goes to the trash as a whole, and is sent nowhere', async () => {
  const me = await keeper();
  const { body } = await me.create({ parts: ['One', 'Two'], channels: [me.channel], at: LATER });
  const [, second] = body.post?.parts ?? [];
  expect((await me.call(me.path(second?.id as number), 'DELETE')).status).toBe(204);
  expect((await me.call(me.path(body.post?.id as number))).status).toBe(404);
  expect((await me.call(me.path(body.post?.id as number), 'DELETE')).status).toBe(404);
  expect((await me.get(body.publications[0].id)).state).toBe('cancelled');
  expect((await me.call('/api/content/trash/')).body.results).toHaveLength(1);
});
