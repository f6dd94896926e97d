import { describe, expect, test } from 'vitest';
import { type Endpoint, WORKSPACE_HEADER } from '#contract/endpoint.ts';
import { features } from '#contract/endpoints.ts';
import { type Capability, can, isCapability, ROLES, type Role } from '#contract/roles.ts';
import { jsonSchemaOf } from '../http/schema.ts';
import { type ApiResponse, person, useApp, workspaceOf, writer } from './app.ts';
import { PDF } from './media-files.ts';

/**
 * What holds for every endpoint. Endpoints come from the contract, so that each is covered by being
 * declared.
 */
const app = useApp();
const endpoints = Object.values(features).flat();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  examples?: unknown[];
};
const fieldsOf = (schema: Endpoint['body']) =>
  schema ? ((jsonSchemaOf(schema, 'input') as Schema).properties ?? {}) : {};

/** The ids for fields and paths, by the name of the field or of the collection in the path. */
type Ids = {
  folder: number;
  parentFolder: number;
  item: number;
  other: number;
  session: string;
  waiting: number;
  transition: number;
  member: number;
  invitation: number;
  notification: number;
  comment: number;
  channel: number;
  trashed: number;
  publication: number;
  stopped: number;
  unknown: number;
  queued: { publication: number; due_at: string }[];
  note: number;
  file: number;
  upload: string;
};

/** The fields that refer to something of a workspace. */
const NAMING = ['folder', 'parent', 'item_ids', 'channels', 'files', 'moves'];

/** A valid value for a field; a folder field gets the id of a folder. */
function sample(name: string, schema: Schema, ids: Ids, path: string): unknown {
  if (name === 'folder') return ids.folder;
  if (name === 'parent' && path.includes('/folders/')) return ids.parentFolder;
  if (name === 'parent') return path.includes('/comments/') ? ids.comment : ids.other;
  if (name === 'item_ids') return [path.includes('/trash/') ? ids.trashed : ids.item];
  if (name === 'channels') return [ids.channel];
  if (name === 'files') return [ids.file];
  if (name === 'focus') return [0.5, 0.5];
  if (name === 'at' && /time|repeat/.test(path)) return { local: '2030-01-01T09:00' };
  if (name === 'at') return '2030-01-01T09:00:00Z';
  if (name === 'url') return 'https://example.org/post';
  if (name === 'items' && path === '/api/publications/') return [ids.item];
  if (name === 'settings') return {};
  if (name === 'moves') return [{ publication: ids.publication, at: '2030-01-01T09:00:00Z' }];
  if (name === 'order') return ids.queued;
  if (name === 'slots') return [{ weekday: 1, time: '09:00' }];
  if (name === 'day') return '2030-01-01';
  if (name === 'csv') return 'text,time\nA text,2030-01-01 09:00';
  // Either a number or a last day; and any time was seen.
  if (name === 'until' || name === 'seen') return undefined;
  if (name === 'as_scheduled') return false;
  if (name === 'items') return [{ content: 'A part' }];
  // Either ids or a filter.
  if (name === 'filter') return undefined;
  // Without one, the first that fits.
  if (name === 'way') return undefined;
  if (name === 'params') return {};
  if (name === 'tab') return 'a-tab-of-a-browser';
  if (name === 'email') return `sample-${Math.random()}@example.org`;
  if (name === 'version') return 1;
  // Open to a draft.
  if (name === 'target_state') return 'review';
  const [example] = [schema, ...(schema.anyOf ?? [])].flatMap(({ examples = [] }) => examples);
  if (example !== undefined) return example;
  if (schema.enum) return schema.enum[0];
  const type = schema.type ?? schema.anyOf?.find((option) => option.type !== 'null')?.type;
  return { string: 'Sample text', integer: 1, number: 1, boolean: true, array: [] }[
    type ?? 'string'
  ];
}

const bodyOf = (endpoint: Endpoint, ids: Ids) =>
  Object.fromEntries(
    Object.entries(fieldsOf(endpoint.body)).map(([name, schema]) => [
      name,
      sample(name, schema, ids, endpoint.path),
    ]),
  );

const pathOf = ({ path }: Endpoint, ids: Ids) => {
  const named = {
    folders: ids.folder,
    sessions: ids.session,
    workflow: ids.transition,
    members: ids.member,
    invitations: ids.invitation,
    notifications: ids.notification,
    'content/comments': ids.comment,
    'calendar/notes': ids.note,
    channels: ids.channel,
    practice: ids.channel,
    'media/uploads': ids.upload,
    media: ids.file,
  };
  const ofPublication = /retry|delete-remote/.test(path)
    ? ids.stopped
    : path.includes('/resolve/')
      ? ids.unknown
      : ids.publication;
  const [, id = path.startsWith('/api/publications/') ? ofPublication : ids.item] =
    Object.entries(named).find(([part]) => path.includes(`/${part}/`)) ?? [];
  return path.replace(':id', String(id));
};

const addMember = (user: number, folder: number, role: Role) =>
  app.database.query(
    'insert into memberships (user_id, workspace_id, role) select $1, workspace_id, $3 from folders where id = $2',
    [user, folder, role],
  );

/** A channel with a publication in each state that an endpoint needs. No worker takes them. */
async function publications(token: string, write: () => Promise<{ id: number }>) {
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, token);
  await app.database.query(
    "update channels set lease = gen_random_uuid(), leased_until = 'infinity' where id = $1",
    [channel.id],
  );
  const schedule = async (reason: string | null) => {
    const body = { channels: [channel.id], at: '2030-01-01T09:00:00Z' };
    const { id: item } = await write();
    const { body: created } = await app.post(
      `/api/content/items/${item}/publications/`,
      body,
      token,
    );
    const id = created[0].id as number;
    if (reason === null) return id;
    await app.database.query(
      "update publications set state = 'stopped', reason = $2, next_attempt_at = null where id = $1",
      [id, reason],
    );
    await app.database.query(
      "insert into publication_parts (publication_id, channel_id, position, content) select id, channel_id, 0, 'A text' from publications where id = $1",
      [id],
    );
    return id;
  };
  const { slots } = await app
    .put(`/api/channels/${channel.id}/slots/`, { slots: [{ weekday: 1, time: '08:00' }] }, token)
    .then(({ body }) => body);
  expect(slots).toHaveLength(1);
  const queued = await Promise.all(
    [await write(), await write()].map(async ({ id }) => {
      const body = { channels: [channel.id], at: 'queue' };
      const { body: made } = await app.post(`/api/content/items/${id}/publications/`, body, token);
      return { publication: made[0].id as number, due_at: made[0].due_at as string };
    }),
  );
  return {
    queued,
    channel: channel.id as number,
    publication: await schedule(null),
    stopped: await schedule('operator'),
    unknown: await schedule('unknown'),
  };
}

/** A file of the library, and an upload that has not arrived yet. */
async function media(token: string) {
  const file = await fetch(`${app.base}/api/media/?name=a.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(PDF),
  });
  const { headers } = await app.request('/api/media/uploads/', {
    method: 'POST',
    token,
    headers: { 'upload-length': '9', 'upload-metadata': 'name YQ==' },
  });
  const upload = headers.get('location')?.split('/').at(-2) as string;
  return { file: ((await file.json()) as { id: number }).id, upload };
}

let shared: ReturnType<typeof workspace> | undefined;
/** A workspace for all tests that change nothing. */
const untouched = () => {
  shared ??= workspace();
  return shared;
};

let fresh: ReturnType<typeof workspace> | undefined;
/** Another one, in which no change has succeeded yet. */
const unchanged = () => {
  fresh ??= workspace();
  return fresh;
};
/** Lets the next test have another one, where this response has changed it. */
const renewAfter = ({ status }: ApiResponse) => {
  if (status < 300) fresh = undefined;
};

async function workspace() {
  const { token, folder, write } = await writer(app);
  const parent = (await app.post('/api/content/folders/', { name: 'Parent' }, token)).body
    .id as number;
  // In a thread, so that thread endpoints can succeed, too.
  const item = (await write({ is_thread_root: true })).id as number;
  const [session] = (await app.get('/api/users/me/sessions/', token)).body;
  const waiting = (await write({ status: 'review' })).id as number;
  const [transition] = (await app.get(`/api/content/items/${waiting}/transitions/`, token)).body;
  const [member, invitation] = await Promise.all([
    person(app),
    app.post('/api/invitations/', { role: 'viewer' }, token),
  ]);
  await addMember(member.id, folder, 'viewer');
  const comment = (
    await app.post(`/api/content/items/${item}/comments/`, { text: 'A thought' }, token)
  ).body;
  const publishing = await publications(token, write);
  const day = { day: '2030-01-01', text: 'Black Friday' };
  const note = (await app.post('/api/calendar/notes/', day, token)).body;
  const { rows } = await app.database.query(
    `insert into notifications (user_id, workspace_id, kind, in_app, by_mail)
     select user_id, workspace_id, 'joined', true, false from items, sessions where items.id = $1 and sessions.id = $2
     returning id`,
    [item, session.id],
  );
  const trashed = (await write()).id as number;
  await app.delete(`/api/content/items/${trashed}/`, token);
  return {
    token,
    ids: {
      trashed,
      member: member.id,
      notification: rows[0].id as number,
      comment: comment.id as number,
      note: note.id as number,
      ...publishing,
      invitation: invitation.body.id as number,
      waiting,
      transition: transition.id as number,
      folder,
      parentFolder: parent,
      item,
      other: (await write()).id as number,
      session: session.id as string,
      ...(await media(token)),
    },
  };
}

const send = (
  endpoint: Endpoint,
  path: string,
  token: string,
  body: unknown,
): Promise<ApiResponse> =>
  app.request(path, { method: endpoint.method, token, ...(endpoint.body && { body }) });

/** What identifies the present rows of every table. */
async function content() {
  const tables = [
    ...['users', 'workspaces', 'memberships', 'sessions', 'invitations'],
    ...['folders', 'posts', 'items', 'item_versions', 'transitions', 'audit_log'],
    ...['notifications', 'notification_settings', 'comments', 'comment_mentions', 'presence'],
    ...['channels', 'publications', 'publication_parts', 'publication_attempts'],
    ...['channel_slots', 'draft_times', 'day_notes', 'calendar_feeds'],
    ...['practice_accounts', 'practice_posts', 'media_files', 'media_uploads'],
  ];
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await app.database.query(
        `select $1 as table, count(*), md5(string_agg(t::text, '' order by t::text)) from ${table} t`,
        [table],
      );
      return rows[0];
    }),
  );
}

describe('what belongs to another workspace', () => {
  const names = ({ body }: Endpoint) => NAMING.some((name) => name in fieldsOf(body));
  const taking = endpoints.filter(
    (endpoint) => endpoint.access !== 'public' && (endpoint.params || names(endpoint)),
  );

  test.each(taking.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'is not there and does not change: %s',
    async (_, endpoint) => {
      const [mine, theirs] = [await unchanged(), await untouched()];
      const before = await content();
      const attempts = [
        // Ids of the other workspace in the path, in the body, and in both.
        ...(endpoint.params
          ? [
              await send(
                endpoint,
                pathOf(endpoint, theirs.ids),
                mine.token,
                bodyOf(endpoint, mine.ids),
              ),
            ]
          : []),
        ...(endpoint.params
          ? [
              await send(
                endpoint,
                pathOf(endpoint, theirs.ids),
                mine.token,
                bodyOf(endpoint, theirs.ids),
              ),
            ]
          : []),
        ...(names(endpoint)
          ? [
              await send(
                endpoint,
                pathOf(endpoint, mine.ids),
                mine.token,
                bodyOf(endpoint, theirs.ids),
              ),
            ]
          : []),
      ];
      expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404));
      expect(await content()).toEqual(before);
      // The same call with one's own ids is no 404: the ids were the reason. Without bytes there is
      // nothing to take, and without ffmpeg nothing is converted.
      const own = await send(
        endpoint,
        pathOf(endpoint, mine.ids),
        mine.token,
        bodyOf(endpoint, mine.ids),
      );
      if (endpoint.method !== 'GET') renewAfter(own);
      if (endpoint.takes || endpoint.path.includes('/convert/')) expect(own.status).not.toBe(404);
      else expect(own.status).toBeLessThan(300);
    },
  );

  test('is in no list, not even one that names it', async () => {
    const [mine, theirs] = [await workspace(), await workspace()];
    const { body: folders } = await app.get('/api/content/folders/', mine.token);
    expect(folders.results.map(({ id }: { id: number }) => id)).toEqual([
      mine.ids.folder,
      mine.ids.parentFolder,
    ]);
    const { body: items } = await app.get('/api/content/items/', mine.token);
    const listed = items.results.map(({ id }: { id: number }) => id);
    expect(listed).toHaveLength(8);
    expect(listed).toEqual(
      expect.arrayContaining([mine.ids.other, mine.ids.waiting, mine.ids.item]),
    );
    expect(
      (await app.get(`/api/content/items/?folder=${theirs.ids.folder}`, mine.token)).body.count,
    ).toBe(0);
  });
});

test.each(
  endpoints
    .filter(({ access }) => access !== 'public')
    .map((endpoint) => [nameOf(endpoint), endpoint] as const),
)('a member’s endpoint refuses a stranger: %s', async (_, endpoint) => {
  const { ids } = await untouched();
  expect(
    (await send(endpoint, pathOf(endpoint, ids), 'nobody', bodyOf(endpoint, ids))).status,
  ).toBe(401);
  // Before the body is read.
  for (const body of ['{', `{"content":"${'x'.repeat(10_000_000)}"}`])
    expect((await send(endpoint, pathOf(endpoint, ids), 'nobody', body)).status).toBe(401);
});

/** Texts that must come back unchanged where they are accepted. */
const TEXTS = [
  '🎉👩‍👩‍👧‍👦 flags 🇦🇶',
  'مرحبا بالعالم \u202eabc',
  `'; drop table items; -- "$1" \\`,
  '<script>alert(1)</script>&amp;',
  '\u0001\u001f\u007f\ufffe',
  '%_\\%',
  'in JS "\\ud83d" is half an emoji and "\\u0000" is NUL',
  'x'.repeat(1000),
  'x'.repeat(200_000),
];
const OTHERS = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  '',
  ' ',
  '1',
  [],
  [null],
  [1],
  {},
  { $ne: 1 },
  'a\u0000b',
  'half \ud800 a pair',
];

describe.each(ROLES)('a user with the role %s', (role) => {
  const guarded = endpoints.flatMap((endpoint) =>
    isCapability(endpoint.access) ? [endpoint] : [],
  );

  test('has exactly the capabilities of the table', async () => {
    const [mine, member] = [await workspace(), await person(app)];
    if (role !== 'owner') await addMember(member.id, mine.ids.folder, role);
    const workspaceId = await workspaceOf(app, mine.ids.folder);
    const asMember = (endpoint: Endpoint) =>
      app.request(pathOf(endpoint, mine.ids), {
        method: endpoint.method,
        token: role === 'owner' ? mine.token : member.token,
        headers: { [WORKSPACE_HEADER]: String(workspaceId) },
        ...(endpoint.body && { body: bodyOf(endpoint, mine.ids) }),
      });
    const [open, closed] = [guarded, guarded].map((list, n) =>
      list.filter(({ access }) => can(role, access as Capability) === (n === 0)),
    ) as [Endpoint[], Endpoint[]];
    const before = await content();
    for (const endpoint of closed) {
      const { status, body } = await asMember(endpoint);
      const code = endpoint.method === 'HEAD' ? 'forbidden' : body.code;
      expect([nameOf(endpoint), status, code]).toEqual([nameOf(endpoint), 403, 'forbidden']);
    }
    expect(await content()).toEqual(before);
    // A former member has no access.
    open.sort((a, b) => Number(a.path.includes('/leave/')) - Number(b.path.includes('/leave/')));
    for (const endpoint of open) {
      const { status, body } = await asMember(endpoint);
      // Objects of other people may be refused for that; never for the role.
      const forRole = status === 403 && /^Your role here/.test(body.detail);
      expect([nameOf(endpoint), forRole]).toEqual([nameOf(endpoint), false]);
    }
  });
});

describe('any value of a field', () => {
  const withBody = endpoints.filter(({ body }) => body);
  const fields = withBody.flatMap((endpoint) =>
    Object.keys(fieldsOf(endpoint.body)).map(
      (field) => [nameOf(endpoint), field, endpoint] as const,
    ),
  );

  test.each(fields)(
    '%s, %s: refused with a reason, or returned unchanged',
    async (_, field, endpoint) => {
      const { token, ids } = await unchanged();
      for (const value of [...TEXTS, ...OTHERS]) {
        const response = await send(endpoint, pathOf(endpoint, ids), token, {
          ...bodyOf(endpoint, ids),
          [field]: value,
        });
        expectSense(response, JSON.stringify(value)?.slice(0, 60));
        renewAfter(response);
        // Where the response has a shape of its own, a key of the same name is no echo.
        if (response.status >= 300 || typeof value !== 'string' || endpoint.failure) continue;
        if (!(field in (response.body ?? {}))) continue;
        const trimmed = value.trim();
        const expected = { content: value, alt: trimmed }[field] ?? (trimmed || null);
        // The comment of a decision is beside that of the request.
        const name = endpoint.path.includes('/workflow/') ? 'decision_comment' : field;
        expect(response.body[name]).toBe(expected);
      }
    },
  );

  test.each(
    endpoints
      .filter(({ params, query }) => params || query)
      .map((endpoint) => [nameOf(endpoint), endpoint] as const),
  )('%s: the same of its query and path', async (_, endpoint) => {
    const { token, ids } = await untouched();
    const { method, body, query } = endpoint;
    const values = [
      ...TEXTS.slice(0, -1),
      '',
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      'null',
      '[]',
      'a\u0000b',
    ];
    for (const value of values) {
      const text = encodeURIComponent(value);
      const path = endpoint.path.replace(':id', text);
      const options = { method, token, ...(body && { body: bodyOf(endpoint, ids) }) };
      const isBare = method === 'HEAD';
      if (endpoint.params)
        expectSense(await app.request(path, options), value.slice(0, 60), isBare);
      for (const field of Object.keys(fieldsOf(query))) {
        for (const search of [
          `${field}=${text}`,
          `${field}=${text}&${field}=${text}`,
          `${field}[a]=${text}`,
        ]) {
          expectSense(await app.request(`${path}?${search}`, options), search.slice(0, 60));
        }
      }
    }
  });

  test.each(withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s: the same of a body that is none, or no reasonable one',
    async (_, endpoint) => {
      const { token, ids } = await unchanged();
      const path = pathOf(endpoint, ids);
      for (const body of [
        '',
        '{',
        '{"a":',
        'null',
        '[]',
        '"text"',
        '7',
        '{"__proto__":{"x":1}}',
        '{"a":1}{',
        '\ufeff{}',
        '['.repeat(10_000),
        `{"a":${'['.repeat(64)}1${']'.repeat(64)}}`,
        `{"a":[${'1,'.repeat(20_001)}1]}`,
      ]) {
        const response = await app.request(path, { method: endpoint.method, token, body });
        expectSense(response, body.slice(0, 60));
        renewAfter(response);
        if (body === '{"a":' || body === '{"a":1}{' || body === '{')
          expect(response.body.detail).toMatch(/^The body is not valid JSON: /);
      }
      const large = await app.request(path, {
        method: endpoint.method,
        token,
        body: `{"content":"${'x'.repeat(10_000_000)}"}`,
      });
      expect(large).toMatchObject({
        status: 413,
        body: {
          detail: expect.stringMatching(
            endpoint.access === 'public'
              ? /^The body is larger than 64 KiB\.$/
              : /^The body is larger than [128] MiB\.$/,
          ),
          code: 'too_large',
        },
      });
      const form = await app.request(path, {
        method: endpoint.method,
        token,
        body: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([form.status, form.body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );
});

/** @param isBare whether the response has no body to say why */
function expectSense({ status, body }: ApiResponse, sent: string | undefined, isBare = false) {
  expect([sent, status]).toEqual([
    sent,
    expect.toSatisfy((code: number) => code < 500, 'no failure of the server'),
  ]);
  if (status >= 400 && !isBare)
    expect(body).toMatchObject({ detail: expect.stringMatching(/\S/), code: expect.any(String) });
}

test('no request caused an unexpected error', () => {
  expect(app.lines.filter((line) => line.includes('request failed'))).toEqual([]);
});
