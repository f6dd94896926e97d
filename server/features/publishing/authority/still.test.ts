import { expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { done, LATER, type Scene, schedule, useScenes } from '../../../testing/authority.ts';
import { bringTo } from '../../../testing/authority-cases.ts';
import { addSlots, part } from '../../../testing/authority-steps.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { Call } from '../../../testing/responses.ts';

/**
 * Who is given another role while a request of theirs waits publishes, approves and moves nothing by
 * it. Endpoints come from the contract: each is tried here, or says why it needs not be.
 */

const { app, people, begin } = useScenes();

type Asking = readonly [path: string, body?: object];
type Arrange = (scene: Scene) => Asking | Promise<Asking>;

const scheduled = async (scene: Scene, at: string | null = LATER) => {
  const made = await schedule(scene, scene.by('owner'), at);
  if (!('id' in made)) throw new Error(made.why);
  return made.id;
};
const published = async (scene: Scene) => {
  const id = await scheduled(scene, null);
  await eventually(async () => {
    const { body } = await scene.by('owner')(`/api/publications/${id}/`);
    expect(body.state).toBe('published');
  });
  return id;
};
const stopped = async (scene: Scene, reason: string) => {
  const id = await bringTo(scene, 'R', scene.by('owner'));
  await app.database.query('update publications set reason = $2 where id = $1', [id, reason]);
  return id;
};
const unknown = async (scene: Scene) => {
  const id = await bringTo(scene, 'absent', scene.by('owner'));
  await app.database.query(
    `update publications set state = 'stopped', reason = 'unknown', next_attempt_at = null where id = $1`,
    [id],
  );
  return id;
};
const planned = async (scene: Scene) => {
  const id = await scheduled(scene);
  const body = { afterwards: [{ kind: 'repost', hours: 2 }] };
  const [made] = await done(scene.by('owner')(`/api/publications/${id}/afterwards/`, 'POST', body));
  return made.id as number;
};
const queued = async (scene: Scene) => {
  await addSlots(scene);
  await scheduled(scene, 'queue');
  return `/api/channels/${scene.channel}/queue`;
};
const proposed = async (scene: Scene) => {
  await schedule(scene, scene.by('editor'), LATER);
  const { results } = await done(scene.by('owner')('/api/content/workflow/pending/'));
  const [{ id, publications }] = results;
  const seen = publications.map(({ id, due_at, options }) => ({ id, due_at, options }));
  return { id, seen };
};
const another = async ({ by, folder }: Scene, content = 'Another') =>
  (await done(by('owner')('/api/content/items/', 'POST', { folder, content }))).id as number;

const WALL = { local: '2030-01-01T09:00' };

/** By the name of the endpoint in the contract: its method and path. */
const TRIED: Record<string, Arrange> = {
  'POST /api/content/items/:id/publications/': ({ items, channel }) => [
    `/api/content/items/${items[0]}/publications/`,
    { channels: [channel], at: LATER },
  ],
  'POST /api/publications/:id/delete-remote/': async (scene) => [
    `/api/publications/${await published(scene)}/delete-remote/`,
  ],
  'POST /api/publications/:id/afterwards/': async (scene) => [
    `/api/publications/${await published(scene)}/afterwards/`,
    { afterwards: [{ kind: 'repost', hours: 1 }] },
  ],
  'DELETE /api/afterwards/:id/': async (scene) => [`/api/afterwards/${await planned(scene)}/`],
  'POST /api/afterwards/:id/continue/': async (scene) => {
    const id = await planned(scene);
    await app.database.query("update afterwards set state = 'proposed' where id = $1", [id]);
    return [`/api/afterwards/${id}/continue/`, {}];
  },
  'PUT /api/publications/:id/': async (scene) => [
    `/api/publications/${await scheduled(scene)}/`,
    { at: null },
  ],
  'POST /api/publications/move/': async (scene) => [
    '/api/publications/move/',
    { moves: [{ publication: await scheduled(scene), at: null }] },
  ],
  'DELETE /api/publications/:id/': async (scene) => [
    `/api/publications/${await scheduled(scene)}/`,
  ],
  'POST /api/publications/:id/retry/': async (scene) => [
    `/api/publications/${await stopped(scene, 'rejected')}/retry/`,
    {},
  ],
  'POST /api/publications/:id/resolve/': async (scene) => [
    `/api/publications/${await unknown(scene)}/resolve/`,
    { sent: false },
  ],
  'PUT /api/channels/:id/slots/': ({ channel }) => [
    `/api/channels/${channel}/slots/`,
    { slots: [] },
  ],
  'POST /api/channels/:id/queue/pause/': async (scene) => [
    `${await queued(scene)}/pause/`,
    { paused: true },
  ],
  'POST /api/channels/:id/queue/order/': async (scene) => {
    const path = await queued(scene);
    scene.items = [await another(scene)];
    await scheduled(scene, 'queue');
    const { queued: posts } = await done(scene.by('owner')(`${path}/` as '/api/channels/1/queue/'));
    const order = posts.map(({ id, due_at }) => ({ publication: id, due_at }));
    return [`${path}/order/`, { order: order.toReversed() }];
  },
  'POST /api/channels/:id/queue/shuffle/': async (scene) => [`${await queued(scene)}/shuffle/`],
  'PUT /api/pause/': () => ['/api/pause/', { reason: 'A flood' }],
  'POST /api/pause/resume/': async ({ by }) => {
    await done(by('owner')('/api/pause/', 'PUT', { reason: 'A flood' }));
    return ['/api/pause/resume/', { decisions: [] }];
  },

  'POST /api/posts/': ({ folder, channel }) => [
    '/api/posts/',
    { folder, text: 'A post', channels: [channel], at: LATER },
  ],
  'PUT /api/posts/:id/': async (scene) => {
    await scheduled(scene);
    return [`/api/posts/${scene.items[0]}/`, { parts: ['One', 'Other'] }];
  },
  'DELETE /api/posts/:id/': ({ items }) => [`/api/posts/${items[0]}/`],

  'POST /api/content/items/:id/workflow_transition/': ({ items }) => [
    `/api/content/items/${items[0]}/workflow_transition/`,
    { target_state: 'review' },
  ],
  'POST /api/content/workflow/approve/:id/': async (scene) => {
    const { id, seen } = await proposed(scene);
    return [`/api/content/workflow/approve/${id}/`, { seen }];
  },
  'POST /api/content/workflow/reject/:id/': async (scene) => {
    const { id } = await proposed(scene);
    return [`/api/content/workflow/reject/${id}/`, { comment: 'Not yet' }];
  },

  'POST /api/content/items/': ({ folder }) => [
    '/api/content/items/',
    { folder, content: 'New', status: 'approved' },
  ],
  'PUT /api/content/items/:id/': ({ items }) => [
    `/api/content/items/${items[0]}/`,
    { content: 'Changed', status: 'approved' },
  ],
  'DELETE /api/content/items/:id/': ({ items }) => [`/api/content/items/${items[0]}/`],
  'POST /api/content/items/bulk_operations/': ({ items }) => [
    '/api/content/items/bulk_operations/',
    { operation: 'status_change', item_ids: items, params: { status: 'approved' } },
  ],
  'POST /api/content/items/:id/restore/': async (scene) => {
    const { version } = await done(
      scene.by('owner')(part(scene, 1), 'PUT', { content: 'Changed' }),
    );
    return [`/api/content/items/${scene.items[1]}/restore/`, { version: version - 1 }];
  },
  'POST /api/content/trash/restore/': async ({ by, items }) => {
    await by('owner')(`/api/content/items/${items[0]}/` as '/api/content/items/1/', 'DELETE');
    return ['/api/content/trash/restore/', { item_ids: [items[0]] }];
  },

  'POST /api/content/items/thread/': ({ folder }) => [
    '/api/content/items/thread/',
    { folder, status: 'approved', items: [{ content: 'New' }, { content: 'Thread' }] },
  ],
  'PUT /api/content/items/:id/thread/': async ({ by, items }) => {
    const thread = await done(
      by('owner')(`/api/content/items/${items[0]}/thread/` as '/api/content/items/1/thread/'),
    );
    const parts = thread.map(({ id, version }) => ({ id, version, content: 'Changed' }));
    return [`/api/content/items/${items[0]}/thread/`, { items: parts }];
  },
  'POST /api/content/items/:id/add-to-thread/': async (scene) => [
    `/api/content/items/${await another(scene)}/add-to-thread/`,
    { parent: scene.items[0] },
  ],
  'POST /api/content/items/:id/reply/': ({ items }) => [
    `/api/content/items/${items[0]}/reply/`,
    { content: 'Three' },
  ],
  'PATCH /api/content/items/:id/reorder/': ({ items }) => [
    `/api/content/items/${items[1]}/reorder/`,
    { thread_order: 0 },
  ],
  'POST /api/content/items/:id/remove-from-thread/': ({ items }) => [
    `/api/content/items/${items[1]}/remove-from-thread/`,
    {},
  ],

  'PUT /api/content/items/:id/time/': ({ items, channel }) => [
    `/api/content/items/${items[0]}/time/`,
    { at: WALL, channels: [channel] },
  ],
  'DELETE /api/content/items/:id/time/': ({ items }) => [`/api/content/items/${items[0]}/time/`],
  'POST /api/content/items/:id/repeat/': ({ items, channel }) => [
    `/api/content/items/${items[0]}/repeat/`,
    { at: WALL, channels: [channel], interval: 'week', every: 1, count: 2 },
  ],
};

/** Endpoints of the same features by which nothing leaves, or which another test tries. */
const NOT_TRIED: Record<string, string> = {
  'POST /api/publications/': 'each post is published as by the path of its item',
  'DELETE /api/content/trash/': 'nothing leaves',
  'POST /api/content/items/:id/duplicate-thread/': 'the copy is a draft',
  'POST /api/calendar/notes/': 'a note is never published',
  'PUT /api/calendar/notes/:id/': 'a note is never published',
  'DELETE /api/calendar/notes/:id/': 'a note is never published',
  'POST /api/calendar/import/': 'what is imported is a draft',
  'POST /api/channels/': 'takes the network; asks as it stores the connection',
  'POST /api/channels/authorize/': 'begins a sign-in at the network',
  'POST /api/channels/complete/': 'takes the network; asks as it stores the connection',
  'POST /api/channels/choose/': 'takes the network; asks as it stores the connection',
  'POST /api/channels/:id/reconnect/': 'takes the network; asks as it stores the connection',
  'PUT /api/channels/:id/': 'nothing leaves',
  'POST /api/channels/:id/refresh/': 'reads the limits of the account',
  'DELETE /api/channels/:id/': 'ends what would leave',
  'PUT /api/practice/:id/': 'a network that is none',
  'PUT /api/snippets/:id/channels/': 'takes no decision: everybody who writes may',
  'POST /api/channel-sets/': 'nothing leaves',
  'PUT /api/channel-sets/:id/': 'nothing leaves',
  'DELETE /api/channel-sets/:id/': 'nothing leaves',
};

/** Features of which no endpoint takes a decision about a post in its request. */
const WITHOUT_DECISIONS: Record<string, string> = {
  accounts: 'one’s own account',
  members: 'asks itself (ways-back.test.ts)',
  keys: 'asks itself',
  notifications: 'one’s own',
  assignments: 'not published',
  comments: 'not published',
  installation: 'the installation',
  live: 'not published',
  audit: 'reads',
  contact: 'not published',
  folders: 'not published by themselves',
  snippets: 'takes no decision: everybody who writes may',
  templates: 'not published',
  media: 'files have no status',
  search: 'reads',
  analytics: 'reads networks',
  reports: 'asks itself',
  figures: 'reads networks',
  links: 'leave with a post',
  assistant: 'changes no post',
  evergreen: 'asks itself (ways-back.test.ts); its job reads the role',
  feeds: 'makes drafts',
  incoming: 'makes drafts',
  proposals: 'changes the text as the item does',
  rules: 'asks itself (ways-back.test.ts); a run reads the roles as it acts',
  webhooks: 'asks itself',
  statistics: 'reads',
};

const changing = Object.entries(features)
  .filter(([feature]) => !(feature in WITHOUT_DECISIONS))
  .flatMap(([, endpoints]) => endpoints)
  .filter(({ method, reads }) => method !== 'GET' && !reads)
  .filter(({ access }) => access === 'write' || access === 'decide' || access === 'manage')
  .map(({ method, path }) => `${method} ${path}`);

test('every endpoint by which something may leave is tried, or says why not', () => {
  const known = [...Object.keys(TRIED), ...Object.keys(NOT_TRIED)];
  expect(changing.toSorted()).toEqual(known.toSorted());
  expect(Object.keys(features)).toEqual(expect.arrayContaining(Object.keys(WITHOUT_DECISIONS)));
});

const isWaiting = async () =>
  (
    await app.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like '%memberships%'`,
    )
  ).rowCount;

test.each(Object.entries(TRIED))(
  '%s is refused to who is given another role meanwhile',
  async (name, arrange) => {
    const scene = await begin('none');
    const [path, body] = await arrange(scene);
    const by: Call = scene.by('approver');
    const ask = () => by(path as '/api/pause/', name.split(' ')[0] as 'PUT', body);
    const setRole =
      "update memberships set role = 'editor' where user_id = $1 and workspace_id = $2";
    const key = [people.approver.id, scene.workspace];
    const client = await app.database.connect();
    try {
      await client.query('begin');
      await client.query(
        'select from memberships where user_id = $1 and workspace_id = $2 for update',
        key,
      );
      const asking = ask();
      await expect.poll(isWaiting, { interval: 20, timeout: 4000 }).toBe(1);
      await client.query(setRole, key);
      await client.query('commit');
      expect((await asking).status).toBe(403);
    } finally {
      await client.query('rollback');
      client.release();
    }
    // It was refused for nothing else.
    await app.database.query(setRole.replace('editor', 'approver'), key);
    await eventually(async () => {
      expect((await by('/api/workspace/')).body.role).toBe('approver');
    });
    const { status, body: answer } = await ask();
    expect([status, answer]).toEqual([expect.toBeOneOf([200, 201, 204]), answer]);
  },
);

test('a process that has not heard of it saves no draft as of who may publish', async () => {
  const scene = await begin('none');
  const path = `/api/content/items/${await another(scene)}/` as '/api/content/items/1/';
  const save = (content: string) => scene.by('approver')(path, 'PUT', { content });
  expect((await save('Before')).status).toBe(200);
  const client = await app.database.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      "update memberships set role = 'editor' where user_id = $1 and workspace_id = $2",
      [people.approver.id, scene.workspace],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  expect((await save('After')).status).toBe(403);
  // What follows from a role is written by triggers, too.
  await app.database.query(
    "update memberships set role = 'approver' where user_id = $1 and workspace_id = $2",
    [people.approver.id, scene.workspace],
  );
});
