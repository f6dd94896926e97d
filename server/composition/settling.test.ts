import { expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import {
  ACCESS_KIND_NAMES,
  type AccessKind,
  kindOf,
  type MemberAccess,
  type SettledAccess,
} from '#contract/people/access.ts';
import { callIn, makersOf, twoAdmins, useSite } from '../testing/access.ts';
import { useApp } from '../testing/app.ts';
import { rulesOf } from '../testing/rules.ts';
import { ACCESS } from './access.ts';

/** What is settled with a member: also what rests, what others made by their programs, and secrets. */

const ORIGIN = 'https://posts.example.org';
const app = useApp({ PUBLIC_URL: ORIGIN, ALLOW_PRIVATE_NETWORKS: 'true' });
const site = useSite();
const makers = makersOf(app, { origin: ORIGIN, feedUrl: site.url });

/** Grace owns the workspace, Ada is an admin. */
async function arranged() {
  const people = await twoAdmins(app);
  const { ada, grace, workspace } = people;
  const asAda = callIn(app, workspace, ada.token);
  const asGrace = callIn(app, workspace, grace.token);
  const given = await asAda('/api/workspace/transfer-ownership/', 'POST', { user: grace.id });
  expect(given.status).toBe(200);
  const list = async () =>
    (await asGrace(`/api/members/${ada.id}/access/`)).body as never as MemberAccess[];
  const removal = (query = '') => asGrace(`/api/members/${ada.id}/?${query}`, 'DELETE');
  const remove = async (query = '') => {
    const { status, body } = await removal(query);
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body as never as { access: SettledAccess[] }).access;
  };
  const returnAsAdmin = async () => {
    const { body } = await asGrace('/api/invitations/', 'POST', { role: 'admin' });
    const token = new URL(body.link as never).pathname.split('/').at(-1);
    expect((await asAda('/api/invitations/accept/', 'POST', { token })).status).toBe(200);
  };
  return { ...people, asAda, asGrace, list, removal, remove, returnAsAdmin };
}

type Arranged = Awaited<ReturnType<typeof arranged>>;

const made = async (answer: ReturnType<Arranged['asAda']>) => {
  const { status, body } = await answer;
  expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
  return body;
};

const HOOK = { name: 'Hook', url: 'https://hooks.example/ada', events: ['post.created'] };

/** What can rest and be switched on again, by its kind. Each makes one of Ada that rests. */
const RESTING: Partial<Record<AccessKind, Record<string, (us: Arranged) => Promise<string>>>> = {
  webhook: Object.fromEntries(
    ['off', 'paused'].map((state) => [
      state,
      async ({ asAda, asGrace }) => {
        const { id } = await made(asAda('/api/webhooks/', 'POST', HOOK));
        await made(asGrace(`/api/webhooks/${id}/state/`, 'PUT', { state }));
        return `webhook:${id}`;
      },
    ]),
  ),
  feed: {
    gone: async (us) => {
      await makers.feed(us);
      await app.database.query(
        "update feeds set state = 'gone', next_read_at = null where workspace_id = $1",
        [us.workspace],
      );
      return (await us.list())[0]?.ref ?? '';
    },
  },
  rule: Object.fromEntries(
    ['off', 'paused'].map((state) => [
      state,
      async ({ ada, grace, workspace }) => {
        const { id } = await rulesOf(app, ada.token).on({
          trigger: { kind: 'post_tagged', tag: 'press' },
          actions: [{ kind: 'assign', person: grace.id }],
        });
        await app.database.query(
          "update rules set state = $2, pause_reason = case $2 when 'paused' then 'So.' end where id = $1 and workspace_id = $3",
          [id, state, workspace],
        );
        return `rule:${id}`;
      },
    ]),
  ),
};

const resting = Object.entries(RESTING).flatMap(([kind, states]) =>
  Object.entries(states).map(([state, make]) => [kind as AccessKind, state, make] as const),
);

test.each(resting)('a %s of a removed member that is %s is settled', async (kind, _, make) => {
  const us = await arranged();
  const ref = await make(us);
  expect((await us.list()).map((row) => row.ref)).toEqual([ref]);
  const [settled] = await us.remove();
  const outcomes = { rule: 'paused', feed: 'handed_over' } as Record<string, string>;
  expect(settled).toMatchObject({ ref, outcome: outcomes[kind] ?? 'ended' });
  await us.returnAsAdmin();
  expect(await us.list()).toEqual([]);
  // Whoever switches it on makes it theirs, or has to save it.
  const id = ref.split(':')[1];
  if (kind === 'rule') {
    const { status } = await us.asGrace(`/api/rules/${id}/switch/`, 'PUT', { on: true });
    expect(status).toBe(409);
  } else if (kind === 'webhook') {
    expect((await us.asGrace(`/api/webhooks/${id}/`)).body.off_reason).toBe('maker');
    await made(us.asGrace(`/api/webhooks/${id}/state/`, 'PUT', { state: 'on' }));
    const own = (await us.asGrace('/api/users/me/access/')).body as never as MemberAccess[];
    expect(own.map((row) => row.ref)).toEqual([ref]);
  }
  expect(await us.list()).toEqual([]);
});

test('every kind with a state is tried at rest', async () => {
  const tables = [...new Set(Object.values(ACCESS).flatMap((source) => source.tables))];
  const { rows } = await app.database.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('state', 'enabled', 'paused_at')
       and table_name = any($1)`,
    [tables],
  );
  const kinds = ACCESS_KIND_NAMES.filter((kind) =>
    rows.some(({ name }) => ACCESS[kind].tables.includes(name)),
  );
  expect(kinds.toSorted()).toEqual(Object.keys(RESTING).toSorted());
});

/** A service account of Ada's, by which Grace's key has made things. */
async function withSharedRobot() {
  const us = await arranged();
  const { asAda, asGrace, workspace } = us;
  const { id: robot } = await made(
    asAda('/api/service-accounts/', 'POST', { name: 'Robot', role: 'admin' }),
  );
  const keyOf = async (as: typeof asAda, name: string) => {
    const key = { name, acts_as: robot, scopes: ['read', 'write', 'publish', 'members'] };
    const { id, secret } = await made(as('/api/keys/', 'POST', key));
    return { id, secret: secret as never as string };
  };
  const key = await keyOf(asGrace, 'Of Grace');
  const asKey = callIn(app, workspace, key.secret);
  const { id: hook } = await made(asKey('/api/webhooks/', 'POST', HOOK));
  const isOn = async () => (await asGrace(`/api/webhooks/${hook}/`)).body.state === ('on' as never);
  const works = async (secret = key.secret) =>
    (await app.request('/api/whoami/', { token: secret })).status === 200;
  const account = `service_account:${robot}`;
  return { ...us, robot, account, key, keyOf, hook, isOn, works };
}

test('what a service account made by keys of others ends with it, and goes on without that', async () => {
  const us = await withSharedRobot();
  const { account, key, hook } = us;
  const others = { ends_with: account, is_others: true };
  expect(await us.list()).toMatchObject([
    { ref: account, ends_with: null, is_others: false },
    { ref: `service_key:${key.id}`, name: 'Of Grace', ...others },
    { ref: `webhook:${hook}`, ...others },
  ]);
  const early = await us.removal(`keep=webhook:${hook}`);
  expect([early.status, early.body.keep]).toEqual([
    400,
    [expect.stringContaining(`end ${account}`)],
  ]);
  expect(await us.remove()).toMatchObject([{ ref: account, outcome: 'handed_over' }]);
  expect([await us.isOn(), await us.works()]).toEqual([true, true]);
});

test.each([
  ['ends', '', 'ended'],
  ['is kept', '&keep=webhook:', 'handed_over'],
  ['gets another secret', '&replace=webhook:', 'replaced'],
])('a webhook of a service account that ends %s', async (_, choice, outcome) => {
  const us = await withSharedRobot();
  const { account, key, hook } = us;
  const settled = await us.remove(`end=${account}${choice && choice + hook}`);
  expect(settled).toMatchObject([
    { ref: account, outcome: 'ended' },
    { ref: `service_key:${key.id}`, outcome: 'ended' },
    { ref: `webhook:${hook}`, outcome },
  ]);
  expect([await us.isOn(), await us.works()]).toEqual([outcome !== 'ended', false]);
});

test('a key is not kept whose service account ends', async () => {
  const us = await withSharedRobot();
  const { id } = await us.keyOf(us.asAda, 'Of Ada');
  const refused = await us.removal(`end=${us.account}&keep=service_key:${id}`);
  expect([refused.status, refused.body.keep]).toEqual([
    400,
    [`service_key:${id} ends with ${us.account}.`],
  ]);
  expect(await us.works()).toBe(true);
});

/** What the member was shown of each kind, and whether it works. */
const SECRETS = ACCESS_KIND_NAMES.filter((kind) => kindOf(kind).isReplaceable);

test.each(SECRETS)('the secret of a %s is replaced where somebody says so', async (kind) => {
  const us = await arranged();
  const thing = await makers[kind](us);
  const ref = (await us.list()).find((row) => row.kind === kind)?.ref;
  const own = async () =>
    (await us.asAda(`/api/members/${us.ada.id}/?replace=${ref}`, 'DELETE')).status;
  expect(await own()).toBe(400);
  const twice = await us.removal(`replace=${ref}&keep=${ref}`);
  expect(twice.status).toBe(400);
  const settled = await us.remove(`replace=${ref}`);
  const { secret, ...row } = settled.find((row) => row.kind === kind) as SettledAccess;
  expect(row).toMatchObject({ outcome: 'replaced', is_known: false });
  expect(secret).toEqual(expect.any(String));
  expect(await thing.works(secret ?? '')).toBe(true);
  // A webhook signs: nobody comes in by its secret.
  if (kind !== 'webhook') expect(await thing.works()).toBe(false);
  const log = await app.database.query('select changes::text from audit_log where action = $1', [
    'end_access',
  ]);
  expect(JSON.stringify(log.rows)).not.toContain(secret);
  await us.returnAsAdmin();
  expect((await us.list()).filter((row) => row.kind === kind)).toEqual([]);
});

test.each(SECRETS)('a %s that is kept is said to be known to who has left', async (kind) => {
  const us = await arranged();
  const thing = await makers[kind](us);
  const ref = (await us.list()).find((row) => row.kind === kind)?.ref;
  const settled = await us.remove(`keep=${ref}`);
  expect(settled.find((row) => row.kind === kind)).toMatchObject({
    ...{ outcome: 'handed_over', is_known: true, secret: null },
  });
  expect(await thing.works()).toBe(true);
});

test('no program replaces a secret, and nothing without one is replaced', async () => {
  const us = await arranged();
  await makers.feed(us);
  await makers.webhook(us);
  const [webhook, feed] = (await us.list()).map(({ ref }) => ref);
  const key = { name: 'Own', scopes: ['read', 'members'] };
  const { secret } = await made(us.asGrace('/api/keys/', 'POST', key));
  await made(
    us.asGrace(`/api/members/${us.ada.id}/`, 'PUT', { role: 'approver', keep: [webhook] }),
  );
  const asKey = callIn(app, us.workspace, secret as never);
  const refused = await asKey(`/api/members/${us.ada.id}/?replace=${webhook}`, 'DELETE');
  expect(refused.status).toBe(403);
  expect((await us.removal(`replace=${feed}`)).status).toBe(400);
});

test('no secret is shown to another admin, whatever they ask for', async () => {
  const us = await arranged();
  const seen = new Map<string, string>();
  const noting: typeof app = Object.assign(Object.create(app), {
    request: async (...given: Parameters<typeof app.request>) => {
      const answer = await app.request(...given);
      if (given[1]?.method === 'POST')
        for (const [field, value] of Object.entries(answer.body ?? {}))
          if (['secret', 'address', 'url', 'link'].includes(field) && typeof value === 'string')
            seen.set(`${given[0]} ${field}`, value);
      return answer;
    },
  });
  const noted = makersOf(noting, { origin: ORIGIN, feedUrl: site.url });
  const kinds = ['key', 'calendar_address', 'invitation', ...SECRETS] as const;
  for (const kind of kinds) await noted[kind](us);
  // What a member enters is not ours: where a webhook is sent, and what a feed is read from.
  const secrets = [...seen].filter(([, value]) => value !== HOOK.url);
  expect(secrets.map(([from]) => from.replace(/\d+/, ':id'))).toEqual([
    '/api/keys/ secret',
    '/api/calendar/feed/ url',
    '/api/invitations/ link',
    '/api/webhooks/ secret',
    '/api/incoming/ address',
    '/api/analytics/reports/:id/link/ url',
    '/api/workspace/links/secret/ secret',
  ]);
  const ids = new Set<string>();
  const asked: string[] = [];
  const read = async (path: string) => {
    asked.push(path);
    const text = JSON.stringify((await us.asGrace(path)).body ?? '');
    for (const [from, secret] of secrets)
      expect(text, `${path} shows ${from}`).not.toContain(secret);
    for (const [, id] of text.matchAll(/"id":(\d+)/g)) if (id) ids.add(id);
  };
  const gets = Object.values(features)
    .flat()
    .filter(({ method, path }) => method === 'GET' && path !== '/api/live/');
  for (const { path } of gets) if (!path.includes(':')) await read(path);
  for (const { path } of gets)
    if (/:id\//.test(path) && path.split(':').length === 2)
      for (const id of ids) await read(path.replace(':id', id));
  expect(asked.length).toBeGreaterThan(100);
});
