import { afterAll, expect, test } from 'vitest';
import { callIn, twoAdmins } from '../../../testing/access.ts';
import { colleague, person, useApp } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

/** What a program can do with members, and what is left of a key whose maker is not who they were. */

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url };
});
afterAll(() => smtp.stop());

const SCOPES = ['read', 'write', 'publish', 'members'];

/** Ada owns a workspace, Grace is an admin, with a service account and a key of it. */
async function withKey(role = 'admin') {
  const people = await twoAdmins(app);
  const { ada, grace, workspace } = people;
  const asAda = callIn(app, workspace, ada.token);
  const asGrace = callIn(app, workspace, grace.token);
  const { id: robot } = (await asGrace('/api/service-accounts/', 'POST', { name: 'Robot', role }))
    .body;
  const made = await asGrace('/api/keys/', 'POST', {
    ...{ name: 'Sync', acts_as: robot, scopes: SCOPES },
  });
  const secret = made.body.secret as never as string;
  const asKey = callIn(app, workspace, secret);
  return { ...people, robot, key: made.body.id, secret, asAda, asGrace, asKey };
}

const detailOf = ({ status, body }: { status: number; body: object }) => [
  status,
  (body as { detail?: string }).detail,
];

test('a program makes no admin and no link, and touches no admin', async () => {
  const { ada, grace, asKey, asAda } = await withKey();
  const editor = await colleague(app, ada.folder, 'editor');
  const { secret: own } = (await asAda('/api/keys/', 'POST', { name: 'Own', scopes: SCOPES })).body;
  const refused = [403, expect.stringContaining('No key')];
  for (const call of [asKey, callIn(app, grace.workspace, own as never)]) {
    const email = 'someone@example.org';
    expect(detailOf(await call('/api/invitations/', 'POST', { role: 'admin', email }))).toEqual(
      refused,
    );
    for (const [path, method, body] of [
      ['/api/invitations/', 'POST', { role: 'admin' }],
      [`/api/members/${editor.id}/`, 'PUT', { role: 'admin' }],
      [`/api/members/${grace.id}/`, 'PUT', { role: 'viewer' }],
      [`/api/members/${grace.id}/`, 'DELETE', undefined],
    ] as const)
      expect(detailOf(await call(path, method, body)), `${method} ${path}`).toEqual(refused);
    expect((await call(`/api/members/${ada.id}/`, 'DELETE')).status).toBeOneOf([400, 403]);
  }
  expect(detailOf(await asKey('/api/invitations/', 'POST', { role: 'editor' }))).toEqual([
    403,
    expect.stringContaining('a link lets anyone in'),
  ]);
});

test('what it does with members is told to those who manage them', async () => {
  const { ada, asKey, workspace } = await withKey();
  const editor = await colleague(app, ada.folder, 'editor');
  const { email } = await person(app);
  const invited = await asKey('/api/invitations/', 'POST', { role: 'editor', email });
  expect([invited.status, invited.body]).toMatchObject([201, { email, link: null }]);
  expect((await asKey(`/api/members/${editor.id}/`, 'PUT', { role: 'approver' })).status).toBe(200);
  expect((await asKey(`/api/members/${editor.id}/`, 'DELETE')).status).toBe(200);
  const { body } = await callIn(app, workspace, ada.token)('/api/notifications/');
  const texts = (body as never as { results: { kind: string; text: string }[] }).results
    .filter(({ kind }) => kind === 'program_members')
    .map(({ text }) => text.replace(/ in .*/, ''));
  expect(texts).toEqual([
    'A program of Robot removed a member',
    'A program of Robot changed a role',
    'A program of Robot invited someone',
  ]);
  const { rows } = await app.database.query(
    "select by_mail from notifications where user_id = $1 and kind = 'program_members'",
    [ada.id],
  );
  expect(rows.every(({ by_mail }) => by_mail)).toBe(true);
});

test('an invitation that somebody made by a program ends with them', async () => {
  const { grace, asKey, asAda } = await withKey();
  const invited = await asKey('/api/invitations/', 'POST', {
    ...{ role: 'editor', email: 'second-mailbox@example.org' },
  });
  expect(invited.status).toBe(201);
  expect((await asAda(`/api/members/${grace.id}/`, 'DELETE')).status).toBe(200);
  expect((await asAda('/api/invitations/')).body).toEqual([]);
});

test('a key of a service account has no more rights than who made it, whatever took theirs', async () => {
  const { grace, secret, asKey, asAda, workspace, key } = await withKey();
  const setRole = (role: string) =>
    app.database.query(
      'update memberships set role = $3 where user_id = $1 and workspace_id = $2',
      [...[grace.id, workspace, role]],
    );
  const can = async () => {
    const { body } = await app.get('/api/whoami/', secret);
    return [body.user.role, body.scopes];
  };
  expect(await can()).toEqual(['admin', SCOPES]);
  await setRole('viewer');
  expect(await can()).toEqual(['viewer', ['read']]);
  expect((await asKey('/api/webhooks/')).status).toBe(403);
  const { body: keys } = await asAda('/api/keys/');
  expect(keys).toMatchObject([
    { id: key, holder_role: 'viewer', scopes_off: ['write', 'publish', 'members'] },
  ]);
  await setRole('admin');
  await app.database.query('delete from memberships where user_id = $1 and workspace_id = $2', [
    ...[grace.id, workspace],
  ]);
  expect(detailOf(await asKey('/api/whoami/'))).toEqual([
    401,
    'Who made this key is no longer a member of its workspace: an admin has to roll it.',
  ]);
  const listed = async () => (await asAda('/api/keys/')).body;
  expect(await listed()).toMatchObject([{ id: key, holder_role: null, scopes_off: SCOPES }]);
  // Who rolls it is who it is bound by.
  const rolled = await asAda(`/api/keys/${key}/roll/`, 'POST', { keep: 'none' });
  expect((await app.get('/api/whoami/', rolled.body.secret as never)).body.user.role).toBe('admin');
});

test('of a key that somebody else has rolled, only the former secret ends with who made it', async () => {
  const { grace, secret, asAda, key } = await withKey();
  const rolled = await asAda(`/api/keys/${key}/roll/`, 'POST', { keep: 'day' });
  const status = async (text: string) => (await app.get('/api/whoami/', text)).status;
  const next = rolled.body.secret as never as string;
  expect([await status(secret), await status(next)]).toEqual([200, 200]);
  expect((await asAda(`/api/members/${grace.id}/`, 'PUT', { role: 'editor' })).status).toBe(200);
  expect([await status(secret), await status(next)]).toEqual([401, 200]);
});

test.each([
  ['an invitation', '/api/invitations/', { role: 'admin' }],
  ['a key', '/api/keys/', { name: 'Late' }],
  [
    'a webhook',
    '/api/webhooks/',
    { name: 'Late', url: 'https://hooks.example/1', events: ['post.created'] },
  ],
  ['an incoming address', '/api/incoming/', { name: 'Late', folder: null, mapping: {} }],
  ['the secret of the site', '/api/workspace/links/secret/', undefined],
  ['the address of the calendar', '/api/calendar/feed/', undefined],
] as const)('who is being removed makes %s before, or not at all', async (_, path, body) => {
  const { grace, workspace, asGrace } = await withKey();
  // Another removal holds what this one waits for; Grace's request was authorized before.
  const client = await app.database.connect();
  try {
    await client.query('begin');
    await client.query(
      'select from memberships where user_id = $1 and workspace_id = $2 for update',
      [...[grace.id, workspace]],
    );
    const making = asGrace(path, 'POST', body);
    const isWaiting = async () =>
      (
        await app.database.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%memberships%for share%'",
        )
      ).rowCount;
    await expect.poll(isWaiting, { interval: 20, timeout: 4000 }).toBe(1);
    await client.query('delete from memberships where user_id = $1 and workspace_id = $2', [
      ...[grace.id, workspace],
    ]);
    await client.query('commit');
    expect((await making).status).toBe(403);
  } finally {
    client.release();
  }
});
