import { describe, expect, test } from 'vitest';
import { STATUSES } from '#contract/content/workflow.ts';
import { colleague, useApp, writer } from '../../../testing/app.ts';

const app = useApp();
type Writer = Awaited<ReturnType<typeof writer>>;

const step = ({ token }: Writer, id: number, target_state: string, more: object = {}) =>
  app.post(`/api/content/items/${id}/workflow_transition/`, { target_state, ...more }, token);
const decide = ({ token }: Writer, id: number, what: 'approve' | 'reject', body: object = {}) =>
  app.post(`/api/content/workflow/${what}/${id}/`, body, token);
const item = async ({ token }: Writer, id: number) =>
  (await app.get(`/api/content/items/${id}/`, token)).body;
const list = async ({ token }: Writer, id: number) =>
  (await app.get(`/api/content/items/${id}/transitions/`, token)).body;
const queue = async ({ token }: Writer) =>
  (await app.get('/api/content/workflow/pending/', token)).body;

describe('the governed path', () => {
  const open: Record<(typeof STATUSES)[number], string[]> = {
    draft: ['review', 'published', 'archived'],
    review: ['approved', 'draft', 'archived'],
    approved: ['published', 'archived'],
    published: ['draft', 'archived'],
    archived: ['draft'],
  };

  test.each(STATUSES)('allows only the listed transitions from %s', async (status) => {
    const me = await writer(app);
    const { id } = await me.write({ status });
    const { body } = await app.get(`/api/content/items/${id}/workflow_transitions/`, me.token);
    expect(body).toEqual(
      open[status].map((target_state) => ({
        target_state,
        comment_required: status === 'review' && target_state === 'draft',
      })),
    );
    for (const target of STATUSES) {
      const { id: another } = await me.write({ status });
      const response = await step(me, another, target, { comment: 'Because' });
      expect([target, response.status]).toEqual([
        target,
        open[status].includes(target) ? 201 : 409,
      ]);
      expect((await item(me, another)).status).toBe(
        open[status].includes(target) ? target : status,
      );
    }
  });

  test('the text of the last decision is there to compare with', async () => {
    const me = await writer(app);
    const [root, reply] = (
      await app.post(
        '/api/content/items/thread/',
        { folder: me.folder, items: [{ content: 'One' }, { content: 'Two' }] },
        me.token,
      )
    ).body;
    const decided = async () =>
      (await app.get(`/api/content/items/${reply.id}/decided-text/`, me.token)).body;
    expect(await decided()).toBeNull();
    const asked = (await step(me, root.id, 'review')).body;
    expect(await decided()).toBeNull();
    await decide(me, asked.id, 'reject', { comment: 'Longer' });
    await app.put(`/api/content/items/${reply.id}/`, { content: 'Two, longer' }, me.token);
    await app.post(`/api/content/items/${root.id}/reply/`, { content: 'Three' }, me.token);
    await step(me, root.id, 'review');
    const then = await decided();
    expect(then).toMatchObject({ state: 'rejected', decided_by: { id: me.id } });
    expect(then.parts).toHaveLength(2);
    expect(then.parts).toEqual(
      expect.arrayContaining([
        { id: root.id, content: 'One', network_texts: {}, media: [], language: null },
        { id: reply.id, content: 'Two', network_texts: {}, media: [], language: null },
      ]),
    );
  });

  test('a request for review stays pending, with its author and comment, until it is decided', async () => {
    const me = await writer(app);
    const { id } = await me.write({ description: 'The launch' });
    const asked = (await step(me, id, 'review', { comment: ' Please look at the date ' })).body;
    expect(asked).toMatchObject({
      item: id,
      from_state: 'draft',
      target_state: 'review',
      state: 'pending',
      comment: 'Please look at the date',
      user: { id: me.id, name: expect.any(String) },
      decided_by: null,
    });
    expect(await queue(me)).toMatchObject({
      count: 1,
      results: [{ id: asked.id, content: { id, title: 'The launch' } }],
    });
    const response = await decide(me, asked.id, 'approve', { comment: 'Good' });
    expect(response).toMatchObject({
      status: 200,
      body: {
        id: asked.id,
        state: 'approved',
        decided_by: { id: me.id },
        decision_comment: 'Good',
      },
    });
    expect((await item(me, id)).status).toBe('approved');
    expect(await queue(me)).toEqual({ count: 0, results: [] });
    expect(await list(me, id)).toHaveLength(1);
  });

  test('a rejection has a comment and returns the post to draft', async () => {
    const me = await writer(app);
    const { id } = await me.write({ status: 'review' });
    const [asked] = await list(me, id);
    for (const comment of [undefined, null, '', '  '])
      expect((await decide(me, asked.id, 'reject', { comment })).body.comment).toEqual([
        'Please say what should be changed',
      ]);
    expect((await step(me, id, 'draft')).status).toBe(400);
    expect((await decide(me, asked.id, 'reject', { comment: 'Too long' })).body.state).toBe(
      'rejected',
    );
    expect((await item(me, id)).status).toBe('draft');
    expect(await list(me, id)).toMatchObject([{ state: 'rejected', decision_comment: 'Too long' }]);
  });

  test('a transition out of review is the decision', async () => {
    const me = await writer(app);
    const { id } = await me.write({ status: 'review' });
    expect((await step(me, id, 'approved', { comment: 'Fine' })).body).toMatchObject({
      target_state: 'review',
      state: 'approved',
      decision_comment: 'Fine',
    });
    const published = (await step(me, id, 'published')).body;
    expect(published).toMatchObject({
      from_state: 'approved',
      target_state: 'published',
      state: 'done',
    });
    expect((await item(me, id)).published_date).toBe((await list(me, id))[0].created_at);
  });

  test('a direct change of status, or the trash, withdraws a pending review', async () => {
    const me = await writer(app);
    const [one, two] = [await me.write({ status: 'review' }), await me.write({ status: 'review' })];
    const [asked] = await list(me, one.id);
    await app.put(`/api/content/items/${one.id}/`, { status: 'archived' }, me.token);
    expect(await decide(me, asked.id, 'approve')).toMatchObject({
      status: 409,
      body: {
        detail: 'This request has already been withdrawn.',
        current: { id: asked.id, state: 'done' },
      },
    });
    const [other] = await list(me, two.id);
    await app.delete(`/api/content/items/${two.id}/`, me.token);
    expect((await decide(me, other.id, 'approve')).status).toBe(404);
    expect(await queue(me)).toEqual({ count: 0, results: [] });
  });
});

describe('an approval is of a text', () => {
  test('a text other than the one that was read is not approved', async () => {
    const me = await writer(app);
    const { id, version } = await me.write({ status: 'review' });
    const [asked] = await list(me, id);
    await app.put(`/api/content/items/${id}/`, { content: 'Something else entirely' }, me.token);
    expect(await decide(me, asked.id, 'approve', { version })).toMatchObject({
      status: 409,
      body: { current: [{ content: 'Something else entirely' }] },
    });
    expect((await item(me, id)).status).toBe('review');
    expect((await decide(me, asked.id, 'approve', { version: version + 1 })).status).toBe(200);
  });

  test.each(['by the request', 'by the item'] as const)(
    'without a version, only the text of the request is approved: %s',
    async (way) => {
      const me = await writer(app);
      const body = {
        folder: me.folder,
        status: 'review',
        items: [{ content: 'One' }, { content: 'Two' }],
      };
      const [root, reply] = (await app.post('/api/content/items/thread/', body, me.token)).body;
      const [asked] = await list(me, root.id);
      const approve = (more = {}) =>
        way === 'by the item'
          ? step(me, reply.id, 'approved', more)
          : decide(me, asked.id, 'approve', more);
      await app.put(`/api/content/items/${reply.id}/`, { content: 'Another' }, me.token);
      const refused = await approve();
      expect(refused).toMatchObject({ status: 409, body: { code: 'stale' } });
      const [{ version }] = refused.body.current as [{ version: number }];
      expect((await approve({ version })).body.state).toBe('approved');
      expect((await item(me, root.id)).status).toBe('approved');
    },
  );

  test('without a version, it is of the text for which review was asked', async () => {
    const me = await writer(app);
    const thread = (
      await app.post(
        '/api/content/items/thread/',
        {
          folder: me.folder,
          items: [{ content: 'One' }, { content: 'Two' }, { content: 'Three' }],
        },
        me.token,
      )
    ).body as { id: number }[];
    const [root = 0, reply = 0, last = 0] = thread.map(({ id }) => id);
    const changes = {
      root: () => app.put(`/api/content/items/${root}/`, { content: 'Changed' }, me.token),
      reply: () => app.put(`/api/content/items/${reply}/`, { content: 'Changed' }, me.token),
      last: () => app.delete(`/api/content/items/${last}/`, me.token),
    };
    for (const [what, change] of Object.entries(changes)) {
      await step(me, root, 'review');
      const [{ id }] = await list(me, root);
      expect((await change()).status).toBeLessThan(300);
      const refused = await decide(me, id, 'approve');
      expect([what, refused.status, refused.body]).toEqual([
        what,
        409,
        expect.objectContaining({
          code: 'stale',
          detail: expect.stringMatching(/^The text has changed since its review was requested/),
          current: expect.arrayContaining([expect.objectContaining({ id: root })]),
        }),
      ]);
      expect((await item(me, root)).status).toBe('review');
      // A rejection is of whatever is there now; so is an approval that names it.
      expect((await decide(me, id, 'reject', { comment: 'Again' })).status).toBe(200);
    }
    await step(me, root, 'review');
    const [{ id }] = await list(me, root);
    await changes.reply();
    await app.put(`/api/content/items/${reply}/`, { content: 'Changed again' }, me.token);
    const { version } = await item(me, root);
    expect((await decide(me, id, 'approve', { version })).status).toBe(200);
  });

  test('the hash of the approved text covers all parts of a thread', async () => {
    const me = await writer(app);
    const hashes: string[] = [];
    for (const texts of [
      ['One', 'Two'],
      ['One', 'Two'],
      ['One', 'Three'],
    ]) {
      const body = {
        folder: me.folder,
        status: 'review',
        items: texts.map((content) => ({ content })),
      };
      const parts = (await app.post('/api/content/items/thread/', body, me.token)).body;
      // Any part stands for the thread.
      expect((await step(me, parts[1].id, 'approved')).status).toBe(201);
      expect(
        (await Promise.all(parts.map(({ id }: { id: number }) => item(me, id)))).map(
          ({ status }) => status,
        ),
      ).toEqual(['approved', 'approved']);
      const { rows } = await app.database.query(
        'select text_hash as approved, transitions.approved_hash as decided from transitions join posts on posts.id = transitions.post_id join approvals on approvals.id = approval_of(posts.id) where root_id = $1',
        [parts[0].id],
      );
      expect(rows[0].approved).toEqual(rows[0].decided);
      hashes.push(rows[0].approved.toString('hex'));
    }
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  test('changing it afterwards makes it a draft again', async () => {
    const me = await writer(app);
    const { id } = await me.write({ status: 'review' });
    await step(me, id, 'approved');
    const { body } = await app.put(
      `/api/content/items/${id}/`,
      { content: 'Changed', status: 'approved' },
      me.token,
    );
    expect(body.status).toBe('draft');
    expect(
      (await list(me, id)).map(({ target_state }: { target_state: string }) => target_state),
    ).toEqual(['draft', 'review']);
  });
});

test('of two concurrent decisions one succeeds, and the other gets the name of who decided', async () => {
  const me = await writer(app);
  for (let round = 0; round < 10; round++) {
    const { id } = await me.write({ status: 'review' });
    const [asked] = await list(me, id);
    const responses = await Promise.all([
      decide(me, asked.id, 'approve'),
      decide(me, asked.id, 'reject', { comment: 'No' }),
      step(me, id, 'approved'),
    ]);
    const won = responses.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    for (const lost of responses.filter(({ status }) => status >= 300))
      expect(lost.status).toBe(409);
    const { state } = won[0]?.body ?? {};
    expect((await item(me, id)).status).toBe(state === 'approved' ? 'approved' : 'draft');
  }
  const { id } = await me.write({ status: 'review' });
  const [asked] = await list(me, id);
  await decide(me, asked.id, 'approve');
  expect((await decide(me, asked.id, 'reject', { comment: 'No' })).body.detail).toBe(
    'This request has already been approved by Ada Byron.',
  );
});

test('activity of a thread belongs to the thread, whichever part is its root', async () => {
  const me = await writer(app);
  const body = {
    folder: me.folder,
    status: 'review',
    items: [{ content: 'One' }, { content: 'Two' }],
  };
  const [root, reply] = (await app.post('/api/content/items/thread/', body, me.token)).body;
  const [asked] = await list(me, root.id);
  await decide(me, asked.id, 'reject', { comment: 'Put the second first' });
  const patch = { method: 'PATCH', token: me.token, body: { thread_order: 0 } };
  await app.request(`/api/content/items/${reply.id}/reorder/`, patch);
  expect(await list(me, root.id)).toMatchObject([
    { item: reply.id, decision_comment: 'Put the second first' },
  ]);
});

describe('a person who may not decide', () => {
  async function editorOf(me: Writer) {
    const { call } = await colleague(app, me.folder, 'editor');
    const published = async () => {
      const body = {
        folder: me.folder,
        status: 'published',
        items: [{ content: 'One' }, { content: 'Two' }],
      };
      return (await app.post('/api/content/items/thread/', body, me.token)).body as [
        { id: number },
        { id: number },
      ];
    };
    return { call, published };
  }
  const statusOf = async (me: Writer, id: number) => (await item(me, id)).status;

  test('does not publish anything by adding it to a published thread', async () => {
    const me = await writer(app);
    const { call, published } = await editorOf(me);
    const [root] = await published();
    const draft = (await me.write()).id;
    const join = call(`/api/content/items/${draft}/add-to-thread/`, 'POST', { parent: root.id });
    expect([(await join).status, await statusOf(me, draft)]).toEqual([403, 'draft']);
    const reply = call(`/api/content/items/${root.id}/reply/`, 'POST', { content: 'Unseen' });
    expect((await reply).status).toBe(403);
    const { body: parts } = await app.get(`/api/content/items/${root.id}/thread/`, me.token);
    expect(parts).toHaveLength(2);
    // Somebody who could publish it, may.
    expect(
      (await app.post(`/api/content/items/${root.id}/reply/`, { content: 'Seen' }, me.token))
        .status,
    ).toBe(201);
    expect(await statusOf(me, root.id)).toBe('published');
  });

  test.each<[string, (root: number, part: number) => [string, string, unknown]]>([
    ['a part', (_, part) => ['PUT', `/api/content/items/${part}/`, { content: 'Another' }]],
    [
      'the description',
      (root) => ['PUT', `/api/content/items/${root}/`, { description: 'Another' }],
    ],
    [
      'the whole',
      (root) => ['PUT', `/api/content/items/${root}/thread/`, { items: [{ content: 'Another' }] }],
    ],
    [
      'the order',
      (_, part) => ['PATCH', `/api/content/items/${part}/reorder/`, { thread_order: 0 }],
    ],
    [
      'what belongs to it',
      (_, part) => ['POST', `/api/content/items/${part}/remove-from-thread/`, {}],
    ],
    ['its length', (_, part) => ['DELETE', `/api/content/items/${part}/`, undefined]],
  ])('takes what is published back to draft by changing %s', async (_, change) => {
    const me = await writer(app);
    const { call, published } = await editorOf(me);
    const [root, part] = await published();
    const [method, path, body] = change(root.id, part.id);
    expect((await call(path, method, body)).status).toBeLessThan(300);
    const { body: list } = await app.get('/api/content/items/', me.token);
    const statuses = list.results.map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(['draft']));
  });

  test('leaves it published by changing metadata', async () => {
    const me = await writer(app);
    const { call } = await editorOf(me);
    const { id } = await me.write({ status: 'published' });
    expect((await call(`/api/content/items/${id}/`, 'PUT', { tags: ['new'] })).body.status).toBe(
      'published',
    );
    expect(
      (await call(`/api/content/items/${id}/`, 'PUT', { content: 'Another' })).body.status,
    ).toBe('draft');
  });
});
