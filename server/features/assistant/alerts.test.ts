import { expect, test } from 'vitest';
import { ALERT_CAUSES, type AlertCause } from '#contract/people/assistant-causes.ts';
import { colleague, person, useApp, workspaceOf, writer } from '../../testing/app.ts';

/** What a member tells the owner, who alone can mend it. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const PATH = '/api/assistant/alerts/';
const BROKEN = 'Grace Hopper needs you for the writing assistant of ';

/** An owner with an editor. */
async function two() {
  const owner = await writer(app);
  const editor = await colleague(app, owner.folder, 'editor');
  return { owner, editor };
}
const tell = ({ call }: Awaited<ReturnType<typeof colleague>>, cause: AlertCause) =>
  call(PATH, 'POST', { cause });
const notified = async (token: string) =>
  (await app.get('/api/notifications/', token)).body.results as {
    kind: string;
    text: string;
    link: string;
  }[];

test('the owner is notified of what only an owner can mend, and led to the settings', async () => {
  const { owner, editor } = await two();
  const { status, body } = await tell(editor, 'no_credit');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    owner: { name: 'Ada Byron' },
    told_by: { name: 'Grace Hopper' },
    is_new: true,
  });
  const [told, ...others] = await notified(owner.token);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ kind: 'assistant_fails', link: '/settings/assistant' });
  expect(told?.text).toContain(BROKEN);
  expect(told?.text).toMatch(/: the account at its server is out of credit$/);
  expect(await notified(editor.token)).toEqual([]);
});

test('a cause is told once a day, also by several people at once; another one is told, too', async () => {
  const { owner, editor } = await two();
  const approver = await colleague(app, owner.folder, 'approver', 'Alan Turing');
  const answers = await Promise.all(
    [editor, approver, editor, approver].map((someone) => tell(someone, 'key_refused')),
  );
  expect(answers.filter(({ body }) => body.is_new)).toHaveLength(1);
  const instants = new Set(answers.map(({ body }) => body.told_at));
  expect(instants.size).toBe(1);
  expect(await notified(owner.token)).toHaveLength(1);
  await tell(approver, 'model_unknown');
  expect(await notified(owner.token)).toHaveLength(2);
  // On the next day.
  await app.database.query('update assistant_alerts set day = day - 1');
  expect((await tell(editor, 'key_refused')).body.is_new).toBe(true);
  expect((await tell(approver, 'key_refused')).body).toMatchObject({
    is_new: false,
    told_by: { name: 'Grace Hopper' },
  });
  expect(await notified(owner.token)).toHaveLength(3);
});

test('what fails after the owner has changed the server is told again', async () => {
  const { owner, editor } = await two();
  await tell(editor, 'model_unknown');
  const fields = { url: 'http://127.0.0.1:9/v1', model: 'another', context: 8192 };
  expect((await app.put('/api/settings/assistant/', fields, owner.token)).status).toBe(200);
  expect((await tell(editor, 'model_unknown')).body.is_new).toBe(true);
  await app.put('/api/settings/assistant/limits/', { day: 1000, month: 9000 }, owner.token);
  expect((await tell(editor, 'model_unknown')).body.is_new).toBe(true);
});

test('neither viewers nor strangers tell, and a cause is one that an owner can mend', async () => {
  const { owner, editor } = await two();
  const viewer = await colleague(app, owner.folder, 'viewer');
  expect((await tell(viewer, 'no_credit')).status).toBe(403);
  const stranger = await person(app, 'Eve');
  const workspace = await workspaceOf(app, owner.folder);
  const refused = await app.request(PATH, {
    method: 'POST',
    token: stranger.token,
    body: { cause: 'no_credit' },
    headers: { 'x-workspace': String(workspace) },
  });
  expect(refused.status).toBeGreaterThanOrEqual(403);
  for (const cause of ['ended', 'constructor', '', null, 1]) {
    const { status, body } = await editor.call(PATH, 'POST', { cause });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(Object.keys(ALERT_CAUSES).join(', '));
  }
  expect(await notified(owner.token)).toEqual([]);
});

test('an owner who has looked already knows, and an owner who wants no notifications gets none', async () => {
  const { owner, editor } = await two();
  const asOwner = await app.post(PATH, { cause: 'no_credit' }, owner.token);
  expect(asOwner.body).toMatchObject({ is_new: true, owner: asOwner.body.told_by });
  expect((await tell(editor, 'no_credit')).body.is_new).toBe(false);
  const never = { assistant_fails: { in_app: false, email: false } };
  await app.put('/api/notifications/settings/', never, owner.token);
  expect((await tell(editor, 'key_refused')).status).toBe(200);
  expect(await notified(owner.token)).toEqual([]);
});
