import { afterAll, describe, expect, test } from 'vitest';
import {
  ACCESS_KIND_NAMES,
  type AccessKind,
  kindOf,
  type SettledAccess,
} from '#contract/people/access.ts';
import { callIn, makersOf, type TwoAdmins, twoAdmins, useSite } from '../testing/access.ts';
import { PASSWORD, useApp } from '../testing/app.ts';
import { startSmtp } from '../testing/smtp.ts';
import { ACCESS } from './access.ts';

/** Whatever acts for a person, at whatever event: it ends, or is handed over and listed. */

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return {
    ...{ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN },
    ALLOW_PRIVATE_NETWORKS: 'true',
  };
});
afterAll(() => smtp.stop());
const site = useSite();
const ORIGIN = 'https://posts.example.org';
const makers = makersOf(app, { origin: ORIGIN, feedUrl: site.url });

const NEW = 'An0ther-horse!';
const OF_WORKSPACE = ACCESS_KIND_NAMES.filter((kind) => !kindOf(kind).ofAccount);
const fatesOf = (kinds: readonly AccessKind[], outcome: (kind: AccessKind) => string | null) =>
  Object.fromEntries(kinds.map((kind) => [kind, outcome(kind)]));

/** Ada makes one of each, and hands the workspace over to Grace: that ends nothing. */
async function arranged(kinds: readonly AccessKind[] = ACCESS_KIND_NAMES) {
  const people = await twoAdmins(app);
  const things = new Map<AccessKind, () => Promise<boolean>>();
  for (const kind of kinds) things.set(kind, (await makers[kind](people)).works);
  const asAda = callIn(app, people.workspace, people.ada.token);
  const asGrace = callIn(app, people.workspace, people.grace.token);
  const given = await asAda('/api/workspace/transfer-ownership/', 'POST', {
    user: people.grace.id,
  });
  expect(given.status).toBe(200);
  const working = async () => {
    const states: [AccessKind, boolean][] = [];
    for (const [kind, works] of things) states.push([kind, await works()]);
    return Object.fromEntries(states);
  };
  expect(await working()).toEqual(Object.fromEntries(kinds.map((kind) => [kind, true])));
  return { ...people, asAda, asGrace, working };
}

const MEMBER = ({ ada }: TwoAdmins) => `/api/members/${ada.id}/`;

/** What was told of each kind; the key of a service account comes with an account. */
const outcomes = (settled: readonly SettledAccess[]) =>
  Object.fromEntries(settled.map(({ kind, outcome }) => [kind, outcome]));

const byDefault = (kind: AccessKind) =>
  ({ ends: 'ended', ends_unless_kept: 'ended', handed_over: 'handed_over', pauses: 'paused' })[
    kindOf(kind).fate
  ];

async function link(email: string) {
  smtp.mails = [];
  await app.post('/api/auth/password-reset/', { email });
  const mailOf = () => smtp.mails.find(({ subject }) => subject === 'Reset your password');
  await expect.poll(mailOf).toBeDefined();
  const [, uid = '', token = ''] =
    /\/reset-password\/([^/\s]+)\/(\S+)/.exec(mailOf()?.text ?? '') ?? [];
  return { uid, token, new_password: NEW, new_password_confirm: NEW };
}

describe('of a member who is removed', () => {
  test('all ends or is handed over, as it is listed before and after', async () => {
    const us = await arranged();
    const listed = (await us.asGrace(`${MEMBER(us)}access/`)).body as never as SettledAccess[];
    const { status, body } = await us.asGrace(MEMBER(us), 'DELETE');
    expect(status).toBe(200);
    const settled = (body as never as { access: SettledAccess[] }).access;
    expect(settled.map(({ ref }) => ref)).toEqual(listed.map(({ ref }) => ref));
    expect(outcomes(settled)).toEqual(fatesOf(OF_WORKSPACE, byDefault));
    expect(await us.working()).toEqual({
      ...fatesOf(OF_WORKSPACE, (kind) => (byDefault(kind) === 'handed_over') as never),
      x_sign_in: true,
    });
    // What was handed over is Grace's now.
    await us.asGrace('/api/members/', 'GET');
    const own = (await us.asGrace('/api/users/me/access/')).body as never as SettledAccess[];
    expect(own.map(({ kind }) => kind)).toEqual(['feed']);
    // Back again, Ada has nothing of it.
    const back = await us.asGrace('/api/invitations/', 'POST', { role: 'admin' });
    const token = new URL(back.body.link as never).pathname.split('/').at(-1);
    expect((await us.asAda('/api/invitations/accept/', 'POST', { token })).status).toBe(200);
    expect((await us.asGrace(`${MEMBER(us)}access/`)).body).toEqual([]);
    const before = fatesOf(OF_WORKSPACE, (kind) => (byDefault(kind) === 'handed_over') as never);
    expect(await us.working()).toEqual({ ...before, x_sign_in: true });
  });

  test('who decides keeps some of it, and ends what would be handed over', async () => {
    const us = await arranged();
    const listed = (await us.asGrace(`${MEMBER(us)}access/`)).body as never as SettledAccess[];
    const query = listed.flatMap(({ ref, kind }) => {
      const { fate } = kindOf(kind);
      // It ends with its account.
      if (kind === 'service_key') return [];
      if (fate === 'ends_unless_kept') return `keep=${ref}`;
      return fate === 'handed_over' ? `end=${ref}` : [];
    });
    const { body } = await us.asGrace(`${MEMBER(us)}?${query.join('&')}`, 'DELETE');
    const opposite = (kind: AccessKind) =>
      kind === 'service_key'
        ? 'ended'
        : {
            ends: 'ended',
            ends_unless_kept: 'handed_over',
            handed_over: 'ended',
            pauses: 'paused',
          }[kindOf(kind).fate];
    expect(outcomes((body as never as { access: SettledAccess[] }).access)).toEqual(
      fatesOf(OF_WORKSPACE, opposite),
    );
    expect(await us.working()).toEqual({
      ...fatesOf(OF_WORKSPACE, (kind) => (opposite(kind) === 'handed_over') as never),
      x_sign_in: true,
    });
  });

  test('nobody keeps what is theirs alone, nor what is not theirs', async () => {
    const us = await arranged(['invitation', 'webhook']);
    const [invitation] = (await us.asGrace(`${MEMBER(us)}access/`)).body as never as [
      SettledAccess,
    ];
    const refused = async (query: string) =>
      (await us.asGrace(`${MEMBER(us)}?${query}`, 'DELETE')).status;
    expect(await refused(`keep=${invitation.ref}`)).toBe(400);
    expect(await refused('keep=webhook:999999')).toBe(400);
    expect(await refused('keep=nonsense')).toBe(400);
    expect(await us.working()).toEqual({ invitation: true, webhook: true });
  });

  test('who leaves keeps nothing, and it is handed over to the owner', async () => {
    const us = await arranged();
    const own = await us.asAda(`${MEMBER(us)}?keep=webhook:1`, 'DELETE');
    expect(own.status).toBe(400);
    const { status, body } = await us.asAda('/api/workspace/leave/', 'POST');
    expect(status).toBe(200);
    expect(outcomes((body as never as { access: SettledAccess[] }).access)).toEqual(
      fatesOf(OF_WORKSPACE, byDefault),
    );
    expect(await us.working()).toEqual({
      ...fatesOf(OF_WORKSPACE, (kind) => (byDefault(kind) === 'handed_over') as never),
      x_sign_in: true,
    });
  });
});

test.each([
  ['editor', ['manage', 'decide']],
  ['viewer', ['manage', 'decide', 'write']],
] as const)('of an admin who becomes %s ends what takes more', async (role, lost) => {
  const us = await arranged();
  const { status, body } = await us.asGrace(MEMBER(us), 'PUT', { role });
  expect(status).toBe(200);
  const isLost = (kind: AccessKind) => (lost as readonly string[]).includes(kindOf(kind).needs);
  expect(outcomes((body as never as { access: SettledAccess[] }).access)).toEqual(
    fatesOf(OF_WORKSPACE.filter(isLost), byDefault),
  );
  expect(await us.working()).toEqual({
    ...fatesOf(
      OF_WORKSPACE,
      (kind) => (!isLost(kind) || byDefault(kind) === 'handed_over') as never,
    ),
    x_sign_in: true,
  });
});

const isOwn = (kind: AccessKind) => kindOf(kind).fate === 'ends';
/** A service account does nothing by itself. */
const isQuiet = (kind: AccessKind) => kindOf(kind).isQuiet === true;

describe('of an account', () => {
  test('a reset by mail ends what is theirs alone; the rest is listed, mailed, and ends at once', async () => {
    const us = await arranged();
    const { status, body } = await app.post(
      '/api/auth/password-reset-confirm/',
      await link(us.ada.email),
    );
    expect(status).toBe(200);
    const kindsOf = (rows: readonly { kind: string }[]) => rows.map(({ kind }) => kind);
    const loud = ACCESS_KIND_NAMES.filter((kind) => !isQuiet(kind));
    // The link to X ends with any reset.
    const own = loud.filter((kind) => isOwn(kind) && kind !== 'x_sign_in');
    expect(kindsOf(body.ended)).toEqual(own);
    expect(kindsOf(body.left)).toEqual(loud.filter((kind) => !isOwn(kind)));
    expect(await us.working()).toEqual(fatesOf(ACCESS_KIND_NAMES, (kind) => !isOwn(kind) as never));
    const mailOf = () => smtp.mails.find(({ subject }) => subject === 'Your password was reset');
    await expect.poll(mailOf).toBeDefined();
    expect(mailOf()?.text).toContain('API key: A script');
    expect(mailOf()?.text).toContain('Key of a service account: Sync (Robot)');

    const end = (token: string) => app.post('/api/auth/password-reset-access/', { token });
    expect((await end(`${body.end_token.slice(0, -2)}xx`)).status).toBe(400);
    const late = await app.clock.later(31 * 60_000, () => end(body.end_token));
    expect(late.status).toBe(400);
    expect((await end(body.end_token)).status).toBe(200);
    expect(await us.working()).toEqual(fatesOf(ACCESS_KIND_NAMES, isQuiet as never));
  });

  test('a change of the password ends nothing by itself, and all where that is chosen', async () => {
    const us = await arranged();
    const change = (fields: object) =>
      app.put(
        '/api/users/me/password/',
        {
          ...{ current_password: PASSWORD, new_password: NEW, new_password_confirm: NEW },
          ...fields,
        },
        us.ada.token,
      );
    expect((await change({})).status).toBe(204);
    const loud = ACCESS_KIND_NAMES.filter((kind) => !isQuiet(kind));
    const listed = (await app.get('/api/users/me/access/', us.ada.token)).body;
    expect(listed.map(({ kind }) => kind)).toEqual(loud);
    expect(await us.working()).toEqual(fatesOf(ACCESS_KIND_NAMES, () => true as never));
    smtp.mails = [];
    expect((await change({ current_password: NEW, end_access: true })).status).toBe(204);
    expect(await us.working()).toEqual(fatesOf(ACCESS_KIND_NAMES, isQuiet as never));
    expect((await app.get('/api/users/me/access/', us.ada.token)).body).toEqual([]);
    const mailOf = () => smtp.mails.find(({ subject }) => subject === 'Your password was changed');
    await expect.poll(mailOf).toBeDefined();
    expect(mailOf()?.text).toContain('Webhook: Hook');
  });

  test('a closed one ends all, and the owner takes over what is handed over', async () => {
    const us = await arranged();
    const { status } = await app.post(
      '/api/users/me/delete/',
      { password: PASSWORD },
      us.ada.token,
    );
    expect(status).toBe(204);
    const { x_sign_in: _, ...working } = await us.working();
    expect(working).toEqual(
      fatesOf(OF_WORKSPACE, (kind) => (byDefault(kind) === 'handed_over') as never),
    );
  });

  test('an owner with service accounts alone beside them can close it', async () => {
    const { ada, workspace } = await twoAdmins(app);
    const asAda = callIn(app, workspace, ada.token);
    const close = () => app.post('/api/users/me/delete/', { password: PASSWORD }, ada.token);
    const { body: robot } = await asAda('/api/service-accounts/', 'POST', {
      ...{ name: 'Robot', role: 'admin' },
    });
    const { body: key } = await asAda('/api/keys/', 'POST', { name: 'Sync', acts_as: robot.id });
    expect(await close()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('or remove them, first') },
    });
    const members = (await asAda('/api/members/')).body as never as { id: number; role: string }[];
    for (const { id, role } of members)
      if (role === 'admin' && id !== robot.id) await asAda(`/api/members/${id}/`, 'DELETE');
    expect((await close()).status).toBe(204);
    expect((await app.get('/api/whoami/', key.secret as never)).status).toBe(401);
    const left = async () =>
      (await app.database.query('select from users where id = $1 or id = $2', [ada.id, robot.id]))
        .rowCount;
    await expect.poll(left).toBe(0);
  });
});

/** Tables that name a person or a key, by why nothing in them acts for that person. */
const ACT_NOT = {
  'Contents say who wrote or chose them. What they may do is asked when they do it.': [
    ...['assignments', 'channel_sets', 'comment_mentions', 'comments', 'day_notes'],
    ...['deleted_folders', 'draft_times'],
    ...['item_versions', 'item_viewers', 'items', 'media_files', 'pauses', 'posts', 'presence'],
    ...['snippets', 'template_values', 'templates', 'tracked_links', 'transitions'],
  ],
  'What is scheduled or proposed was decided about, and is checked again when it is due.': [
    ...['afterwards', 'publication_attempts', 'publications', 'rule_runs'],
  ],
  'An account at a network is the workspace’s: its settings name it, and it is not the member’s.': [
    'channels',
  ],
  'It keeps who acted with which rights, and ends with these.': ['principals'],
  'It takes the session or the key of the person, which ends.': [
    ...['assistant_runs', 'channel_connections', 'idempotency_keys', 'media_uploads'],
    'request_answers',
  ],
  'It tells the person, as long as they are a member.': [
    ...['notification_mails', 'notification_settings', 'notifications'],
  ],
  'It counts, or remembers that somebody was told.': [
    ...['assistant_acknowledgements', 'assistant_actions', 'assistant_alerts', 'assistant_use'],
  ],
  'It is what the events are about: membership, sessions and links to set a password end first.': [
    ...['memberships', 'password_resets', 'sessions'],
  ],
};

test('every table that names a person is of a kind of access, or says why it is not', async () => {
  const { rows } = await app.database.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('users'::regclass, 'api_keys'::regclass)
     order by 1`,
  );
  const known = new Set(Object.values(ACCESS).flatMap(({ tables }) => tables));
  const others = rows.map(({ name }) => name).filter((name) => !known.has(name));
  expect(others).toEqual(Object.values(ACT_NOT).flat().toSorted());
});
