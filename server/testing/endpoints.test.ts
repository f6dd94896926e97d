import { describe, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { type Endpoint, WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import { type Capability, can, isCapability, ROLES } from '#contract/roles.ts';
import { person, useApp, workspaceOf } from './app.ts';
import type { ApiResponse, Failure } from './responses.ts';
import { isWhole, sampled } from './sampled.ts';
import { addMember, bodyOf, createWorkspace, fieldsOf, nameOf, pathOf } from './samples.ts';

/**
 * What holds for every endpoint. Endpoints come from the contract, so that each is covered by being
 * declared.
 */
const app = useApp({}, { still: true });
const endpoints = Object.values(features).flat();

/** The fields that refer to something of a workspace. */
const NAMING = [
  'folder',
  'folders',
  'drafts_folder',
  'parent',
  'item_ids',
  'channels',
  'files',
  'moves',
  'channel_set',
  'actions',
  'folders',
  'acts_as',
  'assignee',
];

const workspace = () => createWorkspace(app);
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
type Refused = { status: number; body: Failure };

/** Lets the next test have another one, where this response has changed it. */
const renewAfter = ({ status }: ApiResponse) => {
  if (status < 300) fresh = undefined;
};

/** So many values of a field are tried, of a query, and of a path. */
const SAMPLES = 3;

/** Larger than any body that is taken. */
const HUGE = `{"content":"${'x'.repeat(10_000_000)}"}`;
/** The endpoints that are sent it, and all bodies: a few of each limit. */
const takers = new Set(
  Object.entries(
    Object.groupBy(endpoints, ({ access, bodyLimit }) => `${access === 'public'} ${bodyLimit}`),
  ).flatMap(([limit, alike]) => sampled(alike ?? [], SAMPLES, limit)),
);
const takesAll = (endpoint: Endpoint) => isWhole || takers.has(endpoint);

/** No bodies, or no reasonable ones. */
const BODIES = [
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
];

const send = (
  endpoint: Endpoint,
  path: string,
  token: string,
  body: unknown,
): Promise<ApiResponse> =>
  app.request(path, { method: endpoint.method, token, ...(endpoint.body && { body }) });

const TABLES = [
  ...['users', 'workspaces', 'memberships', 'sessions', 'invitations'],
  ...['folders', 'posts', 'items', 'item_versions', 'transitions', 'audit_log'],
  ...['notifications', 'notification_settings', 'comments', 'comment_mentions', 'presence'],
  ...['channels', 'publications', 'publication_parts', 'publication_attempts', 'pauses'],
  ...['afterwards', 'afterward_attempts'],
  ...['channel_sets', 'channel_slots', 'draft_times', 'day_notes', 'calendar_feeds', 'reports'],
  ...['practice_accounts', 'practice_posts', 'media_files', 'media_uploads'],
  ...['api_keys', 'app_grants', 'app_codes', 'app_tokens', 'app_devices'],
  ...['rule_proposals', 'assignments'],
  ...['feeds', 'feed_entries', 'rules', 'rule_runs', 'rule_posts', 'rule_sources'],
  ...['webhooks', 'webhook_events', 'webhook_deliveries', 'incoming_addresses', 'incoming_calls'],
];
/** In one statement: it is run before and after each request. */
const CONTENT = TABLES.map(
  (table) => `select '${table}' as table, count(*), md5(string_agg(content, '' order by content))
    from (select (to_jsonb(t) - 'mail_job')::text as content from ${table} t) rows`,
)
  .join(' union all ')
  .concat(' order by 1');

/** What identifies the present rows of every table, but for the mail that a job of each minute sends. */
const content = async () => (await app.database.query({ name: 'content', text: CONTENT })).rows;

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
    expect(listed).toHaveLength(10);
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
  for (const body of ['{', ...(takesAll(endpoint) ? [HUGE] : [])])
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
    if (role !== 'owner') await addMember(app, member.id, mine.ids.folder, role);
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
      const { status, body } = (await asMember(endpoint)) as Refused;
      const code = endpoint.method === 'HEAD' ? 'forbidden' : body.code;
      expect([nameOf(endpoint), status, code]).toEqual([nameOf(endpoint), 403, 'forbidden']);
    }
    expect(await content()).toEqual(before);
    // A former member has no access.
    open.sort((a, b) => Number(a.path.includes('/leave/')) - Number(b.path.includes('/leave/')));
    for (const endpoint of open) {
      const { status, body } = (await asMember(endpoint)) as Refused;
      // Objects of other people may be refused for that; never for the role.
      const forRole = status === 403 && /^Your role \(/.test(body?.detail ?? '');
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
      const values = sampled([...TEXTS, ...OTHERS], SAMPLES, `${nameOf(endpoint)} ${field}`);
      for (const value of values) {
        const response = await send(endpoint, pathOf(endpoint, ids), token, {
          ...bodyOf(endpoint, ids),
          [field]: value,
        });
        expectSense(response, JSON.stringify(value)?.slice(0, 60));
        renewAfter(response);
        // Where the response has a shape of its own, a key of the same name is no echo.
        if (response.status >= 300 || typeof value !== 'string' || endpoint.failure) continue;
        const body = (response.body ?? {}) as Record<string, unknown>;
        if (!(field in body)) continue;
        const trimmed = value.trim();
        const expected = { content: value, alt: trimmed }[field] ?? (trimmed || null);
        // The comment of a decision is beside that of the request.
        const name = endpoint.path.includes('/workflow/') ? 'decision_comment' : field;
        expect(body[name]).toBe(expected);
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
    for (const value of sampled(values, SAMPLES, nameOf(endpoint))) {
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
      // They are refused before an endpoint sees them, in one place for all of them.
      const bodies = takesAll(endpoint) ? BODIES : sampled(BODIES, 1, nameOf(endpoint));
      for (const body of bodies) {
        const response = await app.request(path, { method: endpoint.method, token, body });
        expectSense(response, body.slice(0, 60));
        renewAfter(response);
        if (body === '{"a":' || body === '{"a":1}{' || body === '{')
          expect((response as Refused).body.detail).toMatch(/^The body is not valid JSON: /);
      }
      if (takesAll(endpoint)) {
        const large = await app.request(path, { method: endpoint.method, token, body: HUGE });
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
      }
      const form = await app.request(path, {
        method: endpoint.method,
        token,
        body: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(form).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
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
