import { afterAll, expect, test } from 'vitest';
import { callIn, twoAdmins, useSite } from '../../../testing/access.ts';
import { colleague, PASSWORD, person, start, useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { lockWaiters } from '../../../testing/lock-waiters.ts';
import { startSmtp } from '../../../testing/smtp.ts';

/** Ways back that nobody who leaves has made: what they have seen, and what they still ask for. */

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url, ALLOW_PRIVATE_NETWORKS: 'true' };
});
afterAll(() => smtp.stop());
const site = useSite();

async function arranged() {
  const people = await twoAdmins(app);
  const { ada, grace, workspace } = people;
  const asAda = callIn(app, workspace, ada.token);
  const asGrace = callIn(app, workspace, grace.token);
  return { ...people, asAda, asGrace };
}

type Invitations = { id: number; link: string | null; role: string }[];

test('the link of an invitation is shown to who made it alone, and that of an admin to no program', async () => {
  const { workspace, asAda, asGrace } = await arranged();
  const linksOf = async (as: typeof asAda) =>
    ((await as('/api/invitations/')).body as never as Invitations).map(
      ({ role, link }) => [role, link !== null] as const,
    );
  for (const role of ['admin', 'editor'])
    expect((await asAda('/api/invitations/', 'POST', { role })).body.link).not.toBeNull();
  expect(await linksOf(asAda)).toEqual([
    ['editor', true],
    ['admin', true],
  ]);
  expect(await linksOf(asGrace)).toEqual([
    ['editor', false],
    ['admin', false],
  ]);
  for (const [as, isMine] of [
    [asAda, true],
    [asGrace, false],
  ] as const) {
    const key = { name: 'Own', scopes: ['read', 'members'] };
    const { secret } = (await as('/api/keys/', 'POST', key)).body;
    expect(await linksOf(callIn(app, workspace, secret as never))).toEqual([
      ['editor', isMine],
      ['admin', false],
    ]);
  }
});

test('the mails of invitations are counted for who knows the key, not for each service account', async () => {
  const { grace, workspace, asGrace } = await arranged();
  for (const name of ['Robot', 'Other robot']) {
    const robot = (await asGrace('/api/service-accounts/', 'POST', { name, role: 'admin' })).body;
    const key = { name: 'Sync', acts_as: robot.id, scopes: ['read', 'members'] };
    const { secret } = (await asGrace('/api/keys/', 'POST', key)).body;
    const asKey = callIn(app, workspace, secret as never);
    const email = `guest-${robot.id}@example.org`;
    expect((await asKey('/api/invitations/', 'POST', { role: 'viewer', email })).status).toBe(201);
  }
  const { rows } = await app.database.query(
    "select attempts from rate_limits where key = 'invite:account:' || $1",
    [grace.id],
  );
  expect(rows).toEqual([{ attempts: 2 }]);
});

test('a workspace of strangers does not use up the invitations of an address', async () => {
  const { asGrace } = await arranged();
  const strict = await start(app.databaseUrl, { SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: '1' });
  try {
    const email = 'wanted@example.org';
    const stranger = await person(app);
    const invite = async (token: string, workspace?: number) =>
      (
        await strict.request('/api/invitations/', {
          ...{ method: 'POST', token, body: { role: 'viewer', email } },
          ...(workspace && { headers: { 'x-workspace': String(workspace) } }),
        })
      ).status;
    const { token } = stranger;
    for (let n = 0; n < 3; n++) expect(await invite(token)).toBe(201);
    expect(await invite(token)).toBe(429);
    // Another workspace gives them no more.
    const other = await app.post('/api/workspaces/', { name: 'Other' }, token);
    expect(await invite(token, other.body.id)).toBe(429);
    expect((await asGrace('/api/invitations/', 'POST', { role: 'viewer', email })).status).toBe(
      201,
    );
    // All together: a mailbox gets no more.
    await app.database.query(
      "update rate_limits set attempts = 20 where key ~ '^invite:recipient:[^:]+$'",
    );
    const late = await person(app);
    expect(await invite(late.token)).toBe(429);
  } finally {
    await strict.stop();
  }
});

type Arranged = Awaited<ReturnType<typeof arranged>>;

/** What a member who loses their rights asks for in that moment. */
const ASKED: Record<string, (people: Arranged) => Promise<[string, string, object?]>> = {
  'a member an admin': async ({ ada }) => {
    const { id } = await colleague(app, ada.folder, 'viewer');
    return [`/api/members/${id}/`, 'PUT', { role: 'admin' }];
  },
  'a member none': async ({ ada }) => {
    const { id } = await colleague(app, ada.folder, 'viewer');
    return [`/api/members/${id}/`, 'DELETE'];
  },
  'a feed make drafts': async ({ ada, asAda }) => {
    const { id } = (await asAda('/api/feeds/', 'POST', { url: site.url() })).body;
    return [`/api/feeds/${id}/`, 'PUT', { drafts_folder: ada.folder }];
  },
  'a rule': async ({ grace }) => [
    '/api/rules/',
    'POST',
    {
      ...{ name: 'Late', trigger: { kind: 'post_tagged', tag: 'press' } },
      actions: [{ kind: 'assign', person: grace.id }],
    },
  ],
  'a server the assistant’s': async ({ grace, asAda }) => {
    await asAda('/api/workspace/transfer-ownership/', 'POST', { user: grace.id });
    const server = { url: 'http://127.0.0.1:9/v1', key: 'sk-1', model: 'm', vision_model: null };
    return ['/api/settings/assistant/', 'PUT', { ...server, context: 8192 }];
  },
  'a folder evergreen': async ({ ada, asAda }) => {
    const set = { name: 'Short', channels: [ada.channel] };
    const { id } = (await asAda('/api/channel-sets/', 'POST', set)).body;
    return [
      `/api/content/folders/${ada.folder}/evergreen/`,
      'PUT',
      {
        ...{ gap_days: 60, max_uses: 6, season_from: null, season_to: null, ends_on: null },
        ...{ without_asking: false, channel_set: id },
      },
    ];
  },
};

test.each(Object.entries(ASKED))(
  'who is being removed makes %s before, or not at all',
  async (_, askedOf) => {
    const people = await arranged();
    const { grace, workspace, asGrace } = people;
    const [path, method, body] = await askedOf(people);
    // A removal holds what this request waits for, which was authorized before.
    const client = await app.database.connect();
    const query = (text: string) => client.query(text, [grace.id, workspace]);
    try {
      await client.query('begin');
      await client.query('select from workspaces where id = $1 for update', [workspace]);
      await query('select from memberships where user_id = $1 and workspace_id = $2 for update');
      let isAnswered = false;
      const asking = asGrace(path, method, body).finally(() => {
        isAnswered = true;
      });
      const isWaiting = async () => isAnswered || (await lockWaiters(app)).length === 1;
      await expect.poll(isWaiting, { interval: 20, timeout: 4000 }).toBe(true);
      await query('delete from memberships where user_id = $1 and workspace_id = $2');
      await client.query('commit');
      expect((await asking).status).toBe(403);
    } finally {
      client.release();
    }
  },
);

const NEW = 'An0ther-horse!';

/** What changes an account, with the password that somebody else has learned. */
const OF_ACCOUNT = {
  'a new password': [
    '/api/users/me/password/',
    'PUT',
    { current_password: PASSWORD, new_password: NEW, new_password_confirm: NEW },
  ],
  'the end of the account': ['/api/users/me/delete/', 'POST', { password: PASSWORD }],
  'another address': [
    '/api/users/me/',
    'PUT',
    { name: 'Ada', email: 'intruder@example.org', current_password: PASSWORD },
  ],
} as const;

test.each(Object.entries(OF_ACCOUNT))(
  '%s is refused whose session a reset has ended',
  async (_, [path, method, body]) => {
    const { id, token } = await person(app);
    const state = async () =>
      (
        await app.database.query(
          'select password_hash, closed_at, pending_email from users where id = $1',
          [id],
        )
      ).rows[0];
    const before = await state();
    // A reset holds the account while this request has checked the password, and waits.
    const client = await app.database.connect();
    try {
      await client.query('begin');
      await client.query('select from users where id = $1 for update', [id]);
      const asking = app.request(path, { method, token, body });
      const waiters = () => lockWaiters(app);
      await expect.poll(waiters, { interval: 20, timeout: 4000 }).toHaveLength(1);
      await client.query('update sessions set revoked_at = now() where user_id = $1', [id]);
      await client.query('commit');
      expect((await asking).status).toBe(401);
    } finally {
      client.release();
    }
    expect(await state()).toEqual(before);
  },
);

/** The token of the link in the mail to this address. */
const mailedTo = (email: string, page: 'invite' | 'confirm-address') =>
  eventually(() => {
    const mail = smtp.mails.find(({ to }) => to?.[0]?.address === email);
    const token = mail?.text?.split(`/${page}/`)[1]?.split(/\s/)[0];
    expect(token).toBeDefined();
    return token ?? '';
  });

test.each(['removed', 'given another role', 'leaving'])(
  'an invitation to the address of a member ends with them (%s)',
  async (how) => {
    const { asAda, workspace } = await arranged();
    const eve = await person(app, 'Eve');
    const invite = { role: 'admin', email: eve.email };
    expect((await asAda('/api/invitations/', 'POST', invite)).status).toBe(201);
    const mailed = await mailedTo(eve.email, 'invite');
    const { link } = (await asAda('/api/invitations/', 'POST', { role: 'admin' })).body;
    const shown = new URL(link as never).pathname.split('/').at(-1);
    const accept = async (token: string | undefined) =>
      (await app.post('/api/invitations/accept/', { token }, eve.token)).status;
    expect(await accept(shown)).toBe(200);
    const path = `/api/members/${eve.id}/`;
    const asEve = callIn(app, workspace, eve.token);
    if (how === 'given another role') await asAda(path, 'PUT', { role: 'viewer' });
    await (how === 'removed' ? asAda : asEve)(path, 'DELETE');
    expect(await accept(mailed)).toBe(410);
  },
);

/** Eve is invited by mail, and joins by a link; then another workspace invites her. */
async function joinedByLink(proved: boolean) {
  const people = await arranged();
  const eve = await person(app, 'Eve', { proved });
  const invite = { role: 'admin', email: eve.email };
  const { id } = (await people.asAda('/api/invitations/', 'POST', invite)).body;
  const { link } = (await people.asAda('/api/invitations/', 'POST', { role: 'editor' })).body;
  const token = new URL(link as never).pathname.split('/').at(-1);
  expect((await app.post('/api/invitations/accept/', { token }, eve.token)).status).toBe(200);
  const other = await person(app);
  const elsewhere = await app.post('/api/invitations/', { ...invite, role: 'admin' }, other.token);
  const open = async () => {
    const here = (await people.asAda('/api/invitations/')).body as never as Invitations;
    const there = await app.get('/api/invitations/', other.token);
    return [...here, ...(there.body as never as Invitations)].map((invitation) => invitation.id);
  };
  return { ...people, eve, here: id, elsewhere: elsewhere.body.id, open };
}

test('an invitation to an address that a member has not verified is of somebody else', async () => {
  const { eve, workspace, here, elsewhere, open } = await joinedByLink(false);
  const listed = await app.get('/api/users/me/access/', eve.token);
  expect([listed.status, listed.body]).toEqual([200, []]);
  const asEve = callIn(app, workspace, eve.token);
  expect((await asEve('/api/workspace/leave/', 'POST')).status).toBeLessThan(300);
  expect(await open()).toEqual([here, elsewhere]);
});

test.each([true, false])(
  'an invitation to the former address of a member ends with a change (verified: %s)',
  async (proved) => {
    const { eve, workspace, here, elsewhere, open } = await joinedByLink(proved);
    const email = `moved-${eve.email}`;
    const moved = { name: 'Eve', email, current_password: PASSWORD };
    expect((await app.put('/api/users/me/', moved, eve.token)).status).toBe(200);
    const token = await mailedTo(email, 'confirm-address');
    expect(await open()).toEqual([here, elsewhere]);
    const confirmed = await app.post('/api/users/me/address/confirm/', { token }, eve.token);
    expect(confirmed.status).toBe(200);
    expect(await open()).toEqual(proved ? [elsewhere] : [here, elsewhere]);
    const { rows } = await app.database.query(
      "select changes->'ended'->'before' as ended from audit_log where workspace_id = $1 and action = 'end_access'",
      [workspace],
    );
    const ended = { ended: [`Invitation: ${eve.email}, as admin`] };
    expect(rows).toEqual(proved ? [ended] : []);
  },
);

test('what is ended for an account leaves invitations of others to it', async () => {
  const { asAda } = await arranged();
  const eve = await person(app, 'Eve');
  const { id } = (await asAda('/api/invitations/', 'POST', { role: 'viewer', email: eve.email }))
    .body;
  await app.request('/api/users/me/access/', { method: 'DELETE', token: eve.token });
  const open = (await asAda('/api/invitations/')).body as never as Invitations;
  expect(open.map((invitation) => invitation.id)).toEqual([id]);
});
