import { afterAll, describe, expect, test } from 'vitest';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import { MAX_INVITATIONS } from '#contract/people/members.ts';
import {
  colleague,
  PASSWORD,
  person,
  start,
  useApp,
  workspaceOf,
  writer,
} from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url, PUBLIC_URL: 'https://posts.example.org' };
});
afterAll(() => smtp.stop());

type Someone = Awaited<ReturnType<typeof person>>;
type WorkspaceSummary = { id: number; name: string; role: string };

/** The same calls in a given workspace. */
const inside = (workspace: number, { token }: Someone) => {
  const headers = { [WORKSPACE_HEADER]: String(workspace) };
  const call =
    <const M extends string>(method: M) =>
    <const Path extends string>(path: Path, body?: unknown) =>
      app.request(path, { method, token, body, headers });
  return { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') };
};

async function team() {
  const owner = await writer(app);
  const workspace = await workspaceOf(app, owner.folder);
  const asOwner = inside(workspace, owner);
  const invite = async (role: string, email?: string) =>
    (await asOwner.post('/api/invitations/', { role, email })).body;
  /** A new member with this role, by a link. */
  const join = async (role: string, name = 'Grace Hopper') => {
    const someone = await person(app, name);
    const { status } = await accept((await invite(role)).link, someone);
    expect(status).toBe(200);
    return { ...someone, ...inside(workspace, someone) };
  };
  return { owner, workspace, asOwner, invite, join };
}

const tokenOf = (link: string | null) =>
  (link ?? '').replace('https://posts.example.org/invite/', '');
const accept = (link: string | null, { token }: Someone) =>
  app.post('/api/invitations/accept/', { token: tokenOf(link) }, token);
const read = (link: string | null) => app.post('/api/invitations/read/', { token: tokenOf(link) });
const workspacesOf = async ({ token }: Someone): Promise<WorkspaceSummary[]> =>
  (await app.get('/api/workspaces/', token)).body;
const mailTo = (email: string) =>
  smtp.mails.filter(
    ({ to, subject }) =>
      to?.[0]?.address?.toLowerCase() === email && subject?.includes('invites you'),
  );
/** The link of the last invitation that was mailed to this address. */
async function mailedLink(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailTo(email).length).toBe(count);
  return /https:\S+\/invite\/\S+/.exec(mailTo(email).at(-1)?.text ?? '')?.[0] ?? '';
}

describe('an invitation', () => {
  test('comes by mail, names workspace and role, and makes the owner of the address a member, once', async () => {
    const { workspace, invite, asOwner } = await team();
    const grace = await person(app, 'Grace Hopper');
    // Only the mail has the link: using it verifies the address.
    expect(await invite('editor', grace.email.toUpperCase())).toMatchObject({
      role: 'editor',
      link: null,
    });
    expect((await asOwner.get('/api/invitations/')).body).toMatchObject([{ link: null }]);
    const link = await mailedLink(grace.email);
    expect((await read(link)).body).toMatchObject({
      workspace: "Ada Byron's workspace",
      invited_by: 'Ada Byron',
      role: 'editor',
      registered: true,
    });
    expect((await accept(link, grace)).body).toEqual({
      id: workspace,
      name: "Ada Byron's workspace",
      role: 'editor',
    });
    expect((await workspacesOf(grace)).map(({ name, role }) => [name, role])).toEqual([
      ["Grace Hopper's workspace", 'owner'],
      ["Ada Byron's workspace", 'editor'],
    ]);
    expect(await accept(link, await person(app))).toMatchObject({
      status: 410,
      body: { code: 'gone', detail: expect.stringContaining('has already been used') },
    });
    expect((await asOwner.get('/api/invitations/')).body).toEqual([]);
  });

  test('is valid only for the address that it was sent to', async () => {
    const { invite } = await team();
    await invite('viewer', 'somebody@example.org');
    const link = await mailedLink('somebody@example.org');
    const other = await person(app);
    const { status, body } = await accept(link, other);
    expect([status, body.detail]).toEqual([
      403,
      `This invitation is for somebody@example.org, and you are signed in as ${other.email}. Sign in with the address that was invited, or ask for another invitation.`,
    ]);
    expect((await read(link)).body.registered).toBe(false);
    // A person who registers with the address may.
    const { body: session } = await app.post('/api/auth/register/', {
      email: 'somebody@example.org',
      name: 'Somebody',
      password: PASSWORD,
      password_confirm: PASSWORD,
    });
    expect(session.user.email_proved).toBe(false);
    expect(
      (await app.post('/api/invitations/accept/', { token: tokenOf(link) }, session.access)).status,
    ).toBe(200);
    expect((await app.get('/api/users/me/', session.access)).body.email_proved).toBe(true);
  });

  test('by a link is valid for one person', async () => {
    const { invite, asOwner } = await team();
    const { link, email } = await invite('viewer');
    expect(email).toBeNull();
    const guests = [await person(app), await person(app), await person(app)];
    const responses = await Promise.all(guests.map((guest) => accept(link, guest)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect((await asOwner.get('/api/members/')).body).toHaveLength(2);
  });

  test('is one of a limited number that are open', async () => {
    const { workspace, owner, invite } = await team();
    await app.database.query(
      `insert into invitations (workspace_id, role, invited_by, expires_at)
       select $1, 'viewer', $2, now() + interval '1 day' from generate_series(4, $3::integer)`,
      [workspace, owner.id, MAX_INVITATIONS],
    );
    const sent = await Promise.all(Array.from({ length: 20 }, () => invite('viewer')));
    expect(sent.filter(({ id }) => id)).toHaveLength(3);
    expect(await invite('viewer')).toMatchObject({
      code: 'invalid',
      detail: `A workspace has at most ${MAX_INVITATIONS} open invitations: revoke some of them.`,
    });
    // An invitation that replaces another one is none more.
    await app.database.query(
      'update invitations set email = $1 where id = (select max(id) from invitations where workspace_id = $2)',
      ['guest@example.org', workspace],
    );
    expect(await invite('viewer', 'guest@example.org')).toMatchObject({ role: 'viewer' });
  });

  test('that was revoked, replaced, that expired, or is invalid, is reported as such', async () => {
    const { invite, asOwner } = await team();
    const guest = await person(app);
    await invite('viewer', guest.email);
    const first = { link: await mailedLink(guest.email) };
    const { id } = await invite('editor', guest.email);
    const second = { id, link: await mailedLink(guest.email, 2) };
    const detailOf = async (link: string | null) => {
      const [shown, accepted] = [await read(link), await accept(link, guest)];
      expect(shown.body.detail).toBe(accepted.body.detail);
      return [accepted.status, accepted.body.detail];
    };
    expect(await detailOf(first.link)).toEqual([410, expect.stringContaining('has been revoked')]);
    expect((await asOwner.delete(`/api/invitations/${second.id}/`)).status).toBe(204);
    expect((await asOwner.delete(`/api/invitations/${second.id}/`)).status).toBe(404);
    expect(await detailOf(second.link)).toEqual([410, expect.stringContaining('has been revoked')]);
    const third = await invite('viewer');
    await app.database.query(
      "update invitations set expires_at = now() - interval '1 second' where id = $1",
      [third.id],
    );
    expect(await detailOf(third.link)).toEqual([410, expect.stringContaining('has expired')]);
    expect((await asOwner.get('/api/invitations/')).body).toEqual([]);
    for (const token of [
      '',
      'x',
      `${third.id}-${'x'.repeat(43)}`,
      tokenOf(third.link).replace(/^\d+/, String(third.id + 1)),
    ])
      expect((await app.post('/api/invitations/read/', { token })).status).toBe(404);
  });

  test('of a member is refused, and their role stays', async () => {
    const { invite, join, asOwner, owner } = await team();
    const grace = await join('approver');
    const { status, body } = await asOwner.post('/api/invitations/', {
      role: 'viewer',
      email: grace.email,
    });
    expect([status, body.email]).toEqual([400, ['Grace Hopper is already a member.']]);
    const { link } = await invite('viewer');
    expect(await accept(link, grace)).toMatchObject({ status: 400 });
    expect((await accept(link, owner)).status).toBe(400);
    expect((await grace.get('/api/workspace/')).body.role).toBe('approver');
    expect((await asOwner.post('/api/invitations/', { role: 'owner' })).status).toBe(400);
  });
});

describe('a member', () => {
  test('sees the content of each workspace with their role there', async () => {
    const { owner, join } = await team();
    await owner.write({ content: 'Ours' });
    const grace = await join('viewer');
    expect((await grace.get('/api/content/items/')).body.results[0].content).toBe('Ours');
    expect((await app.get('/api/content/items/', grace.token)).body.count).toBe(0);
    const refused = await grace.post('/api/content/items/', {
      folder: owner.folder,
      content: 'Mine',
    });
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        detail:
          'Your role (viewer) does not allow this. It requires one of: owner, admin, editor, approver.',
      },
    });
  });

  test('tells those who manage members, and nobody else, when members were active last', async () => {
    const { join, asOwner } = await team();
    const grace = await join('editor');
    const activeIn = async (get: typeof asOwner.get) =>
      (await get('/api/members/')).body.map(
        ({ last_active_at: at }: { last_active_at: string | null }) => at,
      );
    expect(await activeIn(asOwner.get)).toEqual([expect.any(String), expect.any(String)]);
    expect(await activeIn(grace.get)).toEqual([null, null]);
  });

  test('gets another role with its capabilities immediately', async () => {
    const { join, asOwner, owner } = await team();
    const grace = await join('editor');
    const { id } = await owner.write();
    const publish = () => grace.put(`/api/content/items/${id}/`, { status: 'published' });
    expect((await publish()).status).toBe(403);
    expect(
      (await asOwner.put(`/api/members/${grace.id}/`, { role: 'approver' })).body,
    ).toMatchObject({
      id: grace.id,
      role: 'approver',
    });
    await expect.poll(async () => (await publish()).status).toBe(200);
    expect((await asOwner.put(`/api/members/${owner.id}/`, { role: 'viewer' })).status).toBe(400);
    expect(
      (await asOwner.put(`/api/members/${(await person(app)).id}/`, { role: 'viewer' })).status,
    ).toBe(404);
  });

  test('a removed member has no access to the workspace any more, and their content stays', async () => {
    const { join, asOwner, owner } = await team();
    const grace = await join('editor');
    const { body: item } = await grace.post('/api/content/items/', {
      folder: owner.folder,
      content: 'By Grace',
    });
    expect((await asOwner.delete(`/api/members/${grace.id}/`)).status).toBe(200);
    await expect
      .poll(async () => (await grace.get('/api/content/items/')).body)
      .toEqual({ detail: 'You are not a member of this workspace.', code: 'not_a_member' });
    expect((await asOwner.get(`/api/content/items/${item.id}/`)).body.content).toBe('By Grace');
    const { body: log } = await asOwner.get('/api/content/audit-logs/?action=remove');
    expect(log[0]).toMatchObject({
      member: { id: grace.id },
      changes: { role: { before: 'editor', after: null } },
    });
    expect((await asOwner.delete(`/api/members/${owner.id}/`)).status).toBe(400);
  });

  test('a person who leaves the last workspace gets one of their own', async () => {
    const { join, asOwner, owner } = await team();
    const grace = await join('admin');
    await asOwner.post('/api/workspace/transfer-ownership/', { user: grace.id });
    await asOwner.put('/api/workspace/', { time_zone: 'Europe/Lisbon' });
    await expect
      .poll(async () => (await app.post('/api/workspace/leave/', undefined, owner.token)).status)
      .toBe(200);
    await expect
      .poll(async () => (await workspacesOf(owner)).map(({ name, role }) => [name, role]))
      .toEqual([["Ada Byron's workspace", 'owner']]);
    expect((await app.get('/api/content/items/', owner.token)).body.count).toBe(0);
    // In the zone of the one that they left.
    expect((await app.get('/api/workspace/', owner.token)).body.time_zone).toBe('Europe/Lisbon');
  });
});

describe('the owner', () => {
  test('transfers the ownership to a member, and becomes an admin; of two concurrent transfers one succeeds', async () => {
    const { join, asOwner, owner } = await team();
    const [grace, alan] = [await join('viewer'), await join('editor', 'Alan Turing')];
    const responses = await Promise.all(
      [grace, alan].map(({ id }) =>
        asOwner.post('/api/workspace/transfer-ownership/', { user: id }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((code) => [400, 403].includes(code)),
    ]);
    const { body } = await asOwner.get('/api/members/');
    const roles = body.map(({ role }) => role).sort();
    expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
    expect(body.find(({ id }) => id === owner.id)?.role).toBe('admin');
    expect(
      (await asOwner.post('/api/workspace/transfer-ownership/', { user: (await person(app)).id }))
        .status,
    ).toBe(403);
  });

  test('cannot leave, nor close their account while there are other members', async () => {
    const { join, owner } = await team();
    await join('viewer');
    expect((await app.post('/api/workspace/leave/', undefined, owner.token)).status).toBe(400);
    const { status, body } = await app.post(
      '/api/users/me/delete/',
      { password: PASSWORD },
      owner.token,
    );
    expect([status, body.non_field_errors]).toEqual([
      400,
      [
        "You own 'Ada Byron's workspace', which has other members: transfer the ownership to one of them, or remove them, first.",
      ],
    ]);
  });

  test('names the workspace', async () => {
    const { asOwner, workspace } = await team();
    const { body } = await asOwner.put('/api/workspace/', {
      name: ' Engine room ',
      prevent_self_approval: true,
    });
    expect(body).toEqual({
      id: workspace,
      name: 'Engine room',
      prevent_self_approval: true,
      only_approved: false,
      requires_alt_texts: false,
      time_zone: 'UTC',
      late_minutes: 30,
      role: 'owner',
    });
    const refused = await asOwner.put('/api/workspace/', { time_zone: 'Mars', late_minutes: 0 });
    expect([refused.status, refused.body.time_zone, refused.body.late_minutes]).toEqual([
      400,
      ['Expected a time zone, such as Europe/Berlin.'],
      ['Expected at least 1 minute.'],
    ]);
    expect((await asOwner.get('/api/workspace/')).body).toEqual(body);
    expect((await asOwner.put('/api/workspace/', { name: ' ' })).body.name).toEqual([
      'Workspace name is required',
    ]);
  });
});

test('where authors may not approve, the author of any version needs another approver', async () => {
  const { asOwner, join, owner } = await team();
  await asOwner.put('/api/workspace/', { prevent_self_approval: true });
  const [grace, alan] = [await join('editor'), await join('approver', 'Alan Turing')];
  const { body: text } = await grace.post('/api/content/items/', {
    folder: owner.folder,
    content: 'By Grace',
  });
  await alan.put(`/api/content/items/${text.id}/`, { content: 'By Grace and Alan' });
  const { body: asked } = await grace.post(`/api/content/items/${text.id}/workflow_transition/`, {
    target_state: 'review',
  });
  const statusOf = async (response: Promise<{ status: number }>) => (await response).status;
  expect(await statusOf(grace.post(`/api/content/workflow/approve/${asked.id}/`, {}))).toBe(403);
  expect(await statusOf(alan.post(`/api/content/workflow/approve/${asked.id}/`, {}))).toBe(403);
  expect(await statusOf(alan.put(`/api/content/items/${text.id}/`, { status: 'approved' }))).toBe(
    403,
  );
  const bulk = { operation: 'status_change', item_ids: [text.id], params: { status: 'approved' } };
  expect(await statusOf(alan.post('/api/content/items/bulk_operations/', bulk))).toBe(403);
  const fresh = { folder: owner.folder, content: 'Mine', status: 'approved' };
  expect(await statusOf(alan.post('/api/content/items/', fresh))).toBe(403);
  const thread = { folder: owner.folder, status: 'approved', items: [{ content: 'Mine' }] };
  expect(await statusOf(alan.post('/api/content/items/thread/', thread))).toBe(403);
  // Alan may reject it, and somebody who wrote nothing of it may approve it.
  expect(await asOwner.post(`/api/content/workflow/approve/${asked.id}/`, {})).toMatchObject({
    status: 200,
  });
  await asOwner.put('/api/workspace/', { prevent_self_approval: false });
  expect(await statusOf(alan.post('/api/content/items/', fresh))).toBe(201);
});

test('a person who is removed from all workspaces at once gets one of their own', async () => {
  for (let round = 0; round < 6; round++) {
    const [one, two] = [await writer(app), await writer(app)];
    const grace = await colleague(app, one.folder, 'editor');
    await app.database.query('delete from memberships where user_id = $1 and workspace_id <> $2', [
      grace.id,
      grace.workspace,
    ]);
    await app.database.query(
      "insert into memberships (user_id, workspace_id, role) values ($1, $2, 'editor')",
      [grace.id, await workspaceOf(app, two.folder)],
    );
    const gone = await Promise.all(
      [one, two].map(({ token }) => app.delete(`/api/members/${grace.id}/`, token)),
    );
    expect(gone.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await app.database.query('select role from memberships where user_id = $1', [
      grace.id,
    ]);
    expect(rows).toEqual([{ role: 'owner' }]);
  }
});

test('a revoked invitation cannot be accepted concurrently', async () => {
  const host = await writer(app);
  for (let round = 0; round < 6; round++) {
    const guest = await person(app);
    const { body } = await app.post('/api/invitations/', { role: 'admin' }, host.token);
    const token = new URL(body.link ?? '').pathname.split('/').at(-1);
    const [withdrawn, accepted] = await Promise.all([
      app.delete(`/api/invitations/${body.id}/`, host.token),
      app.post('/api/invitations/accept/', { token }, guest.token),
    ]);
    // Whichever was first: not both.
    expect([
      [204, 410],
      [404, 200],
    ]).toContainEqual([withdrawn.status, accepted.status]);
  }
});

test('another workspace is independent of the first one', async () => {
  const ada = await person(app);
  expect((await app.post('/api/workspaces/', { name: ' ' }, ada.token)).body.name).toEqual([
    'Workspace name is required',
  ]);
  const created = await app.post('/api/workspaces/', { name: ' A client ' }, ada.token);
  expect(created).toMatchObject({ status: 201, body: { name: 'A client', role: 'owner' } });
  expect((await app.get('/api/workspaces/', ada.token)).body).toMatchObject([
    { name: "Ada Byron's workspace" },
    created.body,
  ]);
  const headers = { 'x-workspace': String(created.body.id) };
  const there = await app.request('/api/members/', { token: ada.token, headers });
  expect(there.body).toMatchObject([{ id: ada.id, role: 'owner' }]);
});

test('a workspace is created in a zone', async () => {
  const ada = await person(app);
  const make = (time_zone?: string) =>
    app.post('/api/workspaces/', { name: 'A client', time_zone }, ada.token);
  const zoneOf = async (created: Awaited<ReturnType<typeof make>>) =>
    (await inside(created.body.id, ada).get('/api/workspace/')).body.time_zone;
  expect(await zoneOf(await make('europe/lisbon'))).toBe('Europe/Lisbon');
  expect(await zoneOf(await make())).toBe('UTC');
  expect(await make('Mars/Olympus')).toMatchObject({
    status: 400,
    body: { time_zone: ['Expected a time zone, such as Europe/Berlin.'] },
  });
});

describe('an invitation to an address', () => {
  test('is not disclosed to an account that only claims the address', async () => {
    const { owner, asOwner } = await team();
    const wanted = 'new-hire@corp.example';
    const mallory = await person(app, 'Mallory', { proved: false });
    await app.database.query('update users set email = $2 where id = $1', [mallory.id, wanted]);
    const eve = await person(app, 'Eve');
    await app.put(
      '/api/users/me/',
      { name: 'Eve', email: wanted, current_password: PASSWORD },
      eve.token,
    );
    const { body: created } = await asOwner.post('/api/invitations/', {
      email: wanted,
      role: 'admin',
    });
    expect(created.link).toBeNull();
    for (const someone of [mallory, eve]) {
      expect((await app.get('/api/notifications/', someone.token)).body.results).toEqual([]);
      expect(await workspacesOf(someone)).toHaveLength(1);
    }
    // The mail goes to the mailbox, whoever claims the address.
    await mailedLink(wanted, 1);
    expect((await asOwner.get('/api/members/')).body.map(({ id }) => id)).toEqual([owner.id]);
  });

  test('is created by people with a verified address', async () => {
    const mallory = await person(app, 'Mallory', { proved: false });
    const invite = (body: object) => app.post('/api/invitations/', body, mallory.token);
    expect(await invite({ email: 'victim@example.org', role: 'viewer' })).toMatchObject({
      status: 403,
      body: { detail: 'Please confirm your own email address before you invite others by email.' },
    });
    expect((await invite({ role: 'viewer' })).status).toBe(201);
  });

  test('comes three times a day from a workspace at most, and contains no links of the sender', async () => {
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1', SMTP_URL: smtp.url });
    try {
      const name =
        'Locked. Confirm within 24 hours at https://evil.example/login or lose all your data';
      const statuses: number[] = [];
      const host = await person(app, 'Postfolio Security');
      const victim = `victim-${host.id}@example.org`;
      await app.put('/api/workspace/', { name }, host.token);
      for (const mails of [1, 2, 3, 3]) {
        const response = await strict.post(
          '/api/invitations/',
          { email: victim, role: 'viewer' },
          host.token,
        );
        statuses.push(response.status);
        // The next invitation replaces this one, and the link of one that is replaced is not mailed.
        await expect.poll(() => mailTo(victim).length).toBe(mails);
      }
      expect(statuses).toEqual([201, 201, 201, 429]);
      expect(mailTo(victim)[0]?.subject).not.toMatch(/https?:|evil\.example/);
      expect(mailTo(victim)[0]?.text).not.toMatch(/https?:\/\/evil|evil\.example/);
    } finally {
      await strict.stop();
    }
  });
});

test.each([
  ['removed', (admin: number) => ['DELETE', `/api/members/${admin}/`, undefined] as const],
  [
    'no admin any more',
    (admin: number) => ['PUT', `/api/members/${admin}/`, { role: 'viewer' }] as const,
  ],
])('who is %s does not come back by an invitation of their own', async (_, demotion) => {
  const { workspace, join, owner } = await team();
  const admin = await join('admin');
  const { link } = (await admin.post('/api/invitations/', { role: 'admin' })).body;
  const [method, path, body] = demotion(admin.id);
  const headers = { [WORKSPACE_HEADER]: String(workspace) };
  expect(
    (await app.request(path, { method, body, token: owner.token, headers })).status,
  ).toBeLessThan(300);
  await admin.post('/api/workspace/leave/');
  expect((await accept(link, admin)).status).toBe(410);
});

describe('where authors may not approve', () => {
  async function strictTeam() {
    const all = await team();
    await all.asOwner.put('/api/workspace/', { prevent_self_approval: true });
    const [editor, approver] = [
      await all.join('editor'),
      await all.join('approver', 'Alan Turing'),
    ];
    const write = async (fields: object = {}, as = editor) =>
      (
        await as.post('/api/content/items/', {
          folder: all.owner.folder,
          content: 'By the editor',
          ...fields,
        })
      ).body.id;
    return { ...all, editor, approver, write };
  }

  test('a text that is approved in the request that changes it counts as the author’s own', async () => {
    const { approver, write, owner } = await strictTeam();
    const id = await write();
    const mine = 'The approver wrote this and nobody else saw it';
    const item = `/api/content/items/${id}/`;
    for (const fields of [{ content: mine }, { description: mine }])
      expect((await approver.put(item, { ...fields, status: 'approved' })).status).toBe(403);
    const thread = { status: 'approved', items: [{ id, content: mine }] };
    expect((await approver.put(`${item}thread/`, thread)).status).toBe(403);
    expect((await approver.put(item, { status: 'approved' })).status).toBe(200);
    expect((await approver.get(item)).body).toMatchObject({
      content: 'By the editor',
      status: 'approved',
    });
    expect(owner.id).toBeGreaterThan(0);
  });

  test('only what was approved as it is can be published, on every code path', async () => {
    const { approver, write, owner } = await strictTeam();
    const own = await write({ content: 'By the approver' }, approver);
    const publish = { target_state: 'published' };
    const roads = [
      approver.post(`/api/content/items/${own}/workflow_transition/`, publish),
      approver.put(`/api/content/items/${own}/`, { status: 'published' }),
      approver.post('/api/content/items/', {
        folder: owner.folder,
        content: 'x',
        status: 'published',
      }),
      approver.post('/api/content/items/bulk_operations/', {
        operation: 'status_change',
        item_ids: [own],
        params: { status: 'published' },
      }),
    ];
    for (const road of roads) expect((await road).status).toBe(403);
    const id = await write();
    expect((await approver.put(`/api/content/items/${id}/`, { status: 'approved' })).status).toBe(
      200,
    );
    const changed = { content: 'Changed on the way', status: 'published' };
    expect((await approver.put(`/api/content/items/${id}/`, changed)).status).toBe(403);
    expect(
      (await approver.post(`/api/content/items/${id}/workflow_transition/`, publish)).status,
    ).toBe(201);
    // And changing it makes another text.
    const after = await approver.put(`/api/content/items/${id}/`, { content: 'Changed later' });
    expect(after.body.status).toBe('draft');
  });
});
