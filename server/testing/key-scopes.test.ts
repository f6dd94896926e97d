import { describe, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import { can, isCapability, ROLES } from '#contract/roles.ts';
import { fitsDrafts, SCOPES, type Scope } from '#contract/scopes.ts';
import { colleague, useApp } from './app.ts';
import type { Failure } from './responses.ts';
import { bodyOf, createWorkspace, nameOf, pathOf } from './samples.ts';

/** What holds for every endpoint that is called with a key. */
const app = useApp({}, { still: true });
const endpoints = Object.values(features)
  .flat()
  .filter(({ access }) => access !== 'public');

type Workspace = Awaited<ReturnType<typeof createWorkspace>>;
type Answer = { status: number; body: Failure & Record<string, unknown> };

async function keyOf(token: string, fields: object, headers: Record<string, string> = {}) {
  const { status, body } = await app.request('/api/keys/', {
    ...{ method: 'POST', token, headers },
    body: { name: 'A script', ...fields },
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.secret as string;
}

const call = async (endpoint: Endpoint, token: string, { ids }: Workspace, other = ids) =>
  (await app.request(pathOf(endpoint, ids), {
    method: endpoint.method,
    token,
    ...(endpoint.body && { body: bodyOf(endpoint, other) }),
  })) as Answer;

/** Those that read and change come before those that delete. */
const inOrder = endpoints.toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
);

/** Why a response was refused for the key; undefined where it was not. */
const refusalOf = ({ status, body }: Answer) =>
  status === 403 && /^(scope_required|key_refused)$/.test(body?.code ?? '') ? body.code : undefined;

describe.each(SCOPES)('a key with the scope %s', (scope: Scope) => {
  test('may call what takes it, and is told the scope that the rest takes', async () => {
    const mine = await createWorkspace(app);
    const key = await keyOf(mine.token, { scopes: [scope] });
    for (const endpoint of inOrder) {
      const rule = keyRuleOf(endpoint);
      const answer = await call(endpoint, key, mine);
      const named = nameOf(endpoint);
      const isBare = endpoint.method === 'HEAD';
      if ('never' in rule) {
        expect([named, answer.status, answer.body?.code]).toEqual([named, 403, 'key_refused']);
        expect(answer.body.detail).toBe(rule.never);
      } else if (rule.scope !== scope) {
        expect([named, answer.status]).toEqual([named, 403]);
        if (!isBare)
          expect(answer.body).toMatchObject({ code: 'scope_required', scope: rule.scope });
      } else {
        // What it decides or publishes may take another scope; it is never refused for this one.
        expect([named, answer.status < 500]).toEqual([named, true]);
        expect([named, answer.body?.scope === scope]).toEqual([named, false]);
        expect([named, answer.status]).not.toEqual([named, 401]);
      }
    }
  });
});

describe.each(ROLES)('a key of a member with the role %s', (role) => {
  test('never does what its owner may not', async () => {
    const mine = await createWorkspace(app);
    const member = await colleague(app, mine.ids.folder, role === 'owner' ? 'admin' : role);
    const headers = { 'x-workspace': String(member.workspace) };
    const key =
      role === 'owner'
        ? await keyOf(mine.token, { scopes: SCOPES })
        : await keyOf(member.token, { scopes: SCOPES }, headers);
    const closed = endpoints.filter(
      ({ access }) => isCapability(access) && !can(role, access) && access !== 'own',
    );
    for (const endpoint of closed) {
      const answer = await call(endpoint, key, mine);
      const rule = keyRuleOf(endpoint);
      const code = 'never' in rule ? 'key_refused' : 'forbidden';
      expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 403]);
      if (endpoint.method !== 'HEAD') expect(answer.body.code).toBe(code);
    }
    for (const endpoint of inOrder.filter((endpoint) => !closed.includes(endpoint))) {
      const rule = keyRuleOf(endpoint);
      const refusal = refusalOf(await call(endpoint, key, mine));
      expect([nameOf(endpoint), refusal]).toEqual([
        nameOf(endpoint),
        'never' in rule ? 'key_refused' : undefined,
      ]);
    }
  });
});

/** The words of `createWorkspace`: all of it is in one folder, or in none. */
const WORDS =
  /A text|A thought|A pattern|A signature|November|An entry|A feed|A rule|a\.pdf|House|Plain|A sign|Black Friday|Parent|example\.org\//;

test('a key for an empty folder sees and changes nothing outside of it', async () => {
  const mine = await createWorkspace(app);
  const { body: folder } = await app.post('/api/content/folders/', { name: 'Mine' }, mine.token);
  const key = await keyOf(mine.token, { scopes: SCOPES, folders: [folder.id] });
  const before = await contentOf(mine.ids.folder);
  for (const endpoint of inOrder) {
    const rule = keyRuleOf(endpoint);
    const answer = await call(endpoint, key, mine);
    const named = nameOf(endpoint);
    const text = JSON.stringify(answer.body ?? '').replaceAll('A script', '');
    expect([named, WORDS.exec(text)?.[0]]).toEqual([named, undefined]);
    if ('never' in rule || !rule.folders) {
      expect([named, answer.status]).toEqual([named, 403]);
    } else if (endpoint.method !== 'GET' || endpoint.params)
      expect([named, answer.status]).toEqual([named, expect.toSatisfy((code) => code >= 400)]);
  }
  expect(await contentOf(mine.ids.folder)).toEqual(before);
});

test('a key for one channel reaches no other', async () => {
  const mine = await createWorkspace(app);
  const { body: other } = await app.post('/api/channels/', { network: 'practice' }, mine.token);
  const key = await keyOf(mine.token, { scopes: SCOPES, channels: [other.id] });
  const before = await channelsOf(mine.ids.channel);
  for (const endpoint of inOrder) {
    const rule = keyRuleOf(endpoint);
    // A post that is deleted is sent nowhere: that is a change of the post.
    const deletes = endpoint.method === 'DELETE' || endpoint.path.includes('bulk_operations');
    if ('never' in rule || (deletes && rule.channels?.length === 0)) continue;
    const answer = await call(endpoint, key, mine);
    const named = nameOf(endpoint);
    if (!rule.channels) expect([named, answer.status]).toEqual([named, 403]);
    else if (rule.channels.length)
      expect([named, answer.status]).toEqual([named, expect.toSatisfy((code) => code >= 400)]);
  }
  expect(await channelsOf(mine.ids.channel)).toEqual(before);
});

test('a key that writes drafts only decides about nothing', async () => {
  const mine = await createWorkspace(app);
  const scopes = SCOPES.filter(fitsDrafts);
  const key = await keyOf(mine.token, { scopes, drafts_only: true });
  for (const endpoint of inOrder) {
    const rule = keyRuleOf(endpoint);
    if ('never' in rule || endpoint.access !== 'decide') continue;
    const answer = await call(endpoint, key, mine);
    expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 403]);
  }
  const { rows } = await app.database.query(
    `select count(*) from publications where state <> 'proposed' and created_at > now()
       and workspace_id = (select workspace_id from folders where id = $1)`,
    [mine.ids.folder],
  );
  expect(Number(rows[0].count)).toBe(0);
});

/** What belongs to the workspace of a folder. */
async function contentOf(folder: number) {
  const tables = [
    ...['folders', 'posts', 'items', 'comments', 'transitions', 'channels', 'publications'],
    ...['templates', 'snippets', 'feeds', 'rules', 'media_files', 'memberships', 'invitations'],
    ...['channel_sets', 'channel_slots', 'draft_times', 'day_notes', 'reports', 'tracked_links'],
  ];
  return Promise.all(tables.map((table) => digestOf(table, folder)));
}

async function digestOf(table: string, folder: number) {
  const of = table === 'channel_slots' ? 'channel_id in (select id from channels' : '(true';
  const { rows } = await app.database.query(
    `select $1 as table, md5(string_agg(content, '' order by content)) from (
       select (to_jsonb(t) - 'mail_job' - 'next_read_at' - 'next_attempt_at')::text as content
       from ${table} t where ${of})
         and ${table === 'channel_slots' ? 'true' : 'workspace_id = (select workspace_id from folders where id = $2)'}
         and $2::bigint is not null) rows`,
    [table, folder],
  );
  return rows[0];
}

async function channelsOf(channel: number) {
  const { rows } = await app.database.query(
    `select (select to_jsonb(channels) from channels where id = $1) as channel,
       (select jsonb_agg(jsonb_build_array(id, state, due_at) order by id) from publications
         where channel_id = $1) as publications,
       (select count(*) from channel_slots where channel_id = $1) as slots`,
    [channel],
  );
  return rows[0];
}
