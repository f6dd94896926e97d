import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_UTM } from '#contract/publishing/utm.ts';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/**
 * Names that are typed by people, and that a text or the UTM of its links is filled in with, are
 * those that the approval saw (docs/domain/content.md, 'Templates'), else those when it was
 * scheduled.
 */

const app = useApp();

const TEXT = 'By {{author}}, {{workspace}}: https://fennel.example/roast';
const FORMER = ['By Grace Hopper, ', 'utm_source=ideas', 'utm_campaign=ideas'];
const EVIL = 'Evil words';

type Owner = Awaited<ReturnType<typeof publisherOn>>;
type Editor = Awaited<ReturnType<typeof colleague>>;
let owner: Owner;
let editor: Editor;

/** An owner with an account, and an editor who has written a post. */
async function setUp(settings: object = {}) {
  owner = await publisherOn(app, practice);
  const { status: saved } = await app.put(
    '/api/workspace/links/',
    {
      counts: false,
      adds_utm: true,
      utm: { ...DEFAULT_UTM, source: '{folder}', campaign: '{campaign}' },
    },
    owner.token,
  );
  expect(saved).toBe(200);
  await owner.call('/api/workspace/', 'PUT', settings);
  editor = await colleague(app, owner.folder, 'editor');
  const { status, body } = await editor.call('/api/content/items/', 'POST', {
    folder: owner.folder,
    content: TEXT,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as number;
}

/** Everybody who can give a name gives another one. */
async function rename() {
  for (const { status } of [
    await editor.call('/api/users/me/', 'PUT', { name: EVIL }),
    await editor.call(`/api/content/folders/${owner.folder}/`, 'PUT', { name: EVIL }),
    await owner.call('/api/workspace/', 'PUT', { name: EVIL }),
  ])
    expect(status).toBe(200);
}

const setStatus = async (item: number, status: string) =>
  expect((await owner.call(`/api/content/items/${item}/`, 'PUT', { status })).status).toBe(200);

const at = () => new Date(app.clock.now() + 3600_000).toISOString();

const due = (id: number) =>
  app.database.query(
    'update publications set due_at = now(), next_attempt_at = now() where id = $1',
    [id],
  );

async function sent(id: number) {
  await due(id);
  await owner.until(id, 'published');
  return (await owner.posts())[0]?.content ?? '';
}

function expectFormer(content: string) {
  for (const text of FORMER) expect(content).toContain(text);
  expect(content.toLowerCase()).not.toContain('evil');
}

/** Approves what is in review. */
async function approve() {
  const { body } = await owner.call('/api/content/workflow/pending/');
  const [read] = body.results;
  const { status } = await owner.call(`/api/content/workflow/approve/${read?.id ?? 0}/`, 'POST', {
    additions: read?.additions.digest,
  });
  expect(status).toBe(200);
}

const propose = async (item: number) => {
  const { status, body } = await editor.call(`/api/content/items/${item}/publications/`, 'POST', {
    channels: [owner.channel],
    at: at(),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body[0].id as number;
};

describe.each([{}, { only_approved: true }, { prevent_self_approval: true }])(
  'Names are those of the approval, under %j',
  (settings) => {
    let item: number;
    beforeEach(async () => {
      item = await setUp(settings);
    });

    test('where the post is scheduled', async () => {
      await setStatus(item, 'review');
      await setStatus(item, 'approved');
      const id = await owner.publish(item, { at: at() });
      await rename();
      expectFormer(await sent(id));
    });

    test('where they change between the approval and scheduling', async () => {
      await setStatus(item, 'review');
      await setStatus(item, 'approved');
      await rename();
      expectFormer(await sent(await owner.publish(item, { at: at() })));
    });

    test('where the author is removed meanwhile', async () => {
      await setStatus(item, 'review');
      await setStatus(item, 'approved');
      const id = await owner.publish(item, { at: at() });
      await owner.call(`/api/members/${editor.id}/`, 'DELETE');
      await app.put('/api/users/me/', { name: EVIL }, editor.token);
      expectFormer(await sent(id));
    });

    test('where it schedules what was proposed under another name', async () => {
      await editor.call('/api/users/me/', 'PUT', { name: EVIL });
      const id = await propose(item);
      await editor.call('/api/users/me/', 'PUT', { name: 'Grace Hopper' });
      await approve();
      await rename();
      expectFormer(await sent(id));
    });

    test('where the post goes to another folder', async () => {
      await setStatus(item, 'review');
      await setStatus(item, 'approved');
      const id = await owner.publish(item, { at: at() });
      const { body: folder } = await owner.call('/api/content/folders/', 'POST', { name: EVIL });
      await editor.call(`/api/content/items/${item}/`, 'PUT', { folder: folder.id });
      expectFormer(await sent(id));
    });
  },
);

test('what was scheduled without an approval keeps the names of that moment', async () => {
  const item = await setUp();
  const id = await owner.publish(item, { at: at() });
  await rename();
  expectFormer(await sent(id));
});

test('the present text goes out again with the present names, once a person publishes it', async () => {
  const item = await setUp();
  const id = await owner.publish(item, { at: at() });
  await editor.call(`/api/content/items/${item}/`, 'PUT', { content: `Again. ${TEXT}` });
  await due(id);
  await owner.until(id, 'stopped');
  await editor.call('/api/users/me/', 'PUT', { name: 'Grace Brewster' });
  const { status } = await owner.call(`/api/publications/${id}/retry/`, 'POST', {});
  expect(status).toBe(200);
  await owner.until(id, 'published');
  expect((await owner.posts())[0]?.content).toContain('Again. By Grace Brewster');
});
