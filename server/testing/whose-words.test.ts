import { expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import { SCOPES } from '#contract/scopes.ts';
import { TOOLS } from '../mcp/tools.ts';
import { agent, keyOf } from './agents.ts';
import { useApp, workspaceOf } from './app.ts';
import type { Failure } from './responses.ts';
import { bodyOf, createWorkspace, nameOf, pathOf } from './samples.ts';
import { workspaceOfTools } from './workspace-of-tools.ts';

/**
 * Whose words a text has, and who approved it: a person has written everything, and a key of theirs then
 * calls every endpoint and every tool. Jobs: rules/provenance/ways.test.ts.
 */

const app = useApp({ RATE_LIMIT_FACTOR: '50' }, { still: true });

type Row = { what: string; entry: string; principal: number; carried: number[] };

/**
 * The rows that name a principal: versions, with whose words came in; approvals; and whose words folders,
 * templates and their like have.
 */
const ROWS = `
  select 'version' as what, item_id || '.' || item_versions.version as entry,
    principal_id::integer as principal, coalesce(carried, '{}')::integer[] as carried
  from item_versions join items on items.id = item_id where workspace_id = $1
  union all select 'approval', id::text, principal_id::integer, '{}' from approvals where workspace_id = $1
  union all select 'name', concat_ws(' ', object_type, object_id, entry), principal_id::integer, '{}'
  from provenance where workspace_id = $1`;

/** `prepare` is done by the person before the call. */
type Call = {
  name: string;
  prepare?: () => Promise<number>;
  call: (id: number) => Promise<unknown>;
};

/** What each of these calls writes, which are made by a key of the person: 'version: key + person'. */
async function tellWritten(workspace: number, calls: readonly Call[]) {
  const find = async () => (await app.database.query<Row>(ROWS, [workspace])).rows;
  const { rows } = await app.database.query<{ kind: string; id: number }>(
    `select distinct on (kind) kind, id::integer as id from principals
     where workspace_id = $1 and until is null
     order by kind, case kind when 'key' then -id else id end`,
    [workspace],
  );
  const kinds = new Map([[0, 'nobody'], ...rows.map(({ kind, id }) => [id, kind] as const)]);
  const keyFor = ({ what, entry }: Row) => `${what} ${entry}`;
  const all = new Map<string, Set<string>>();
  for (const { name, prepare, call } of calls) {
    const id = (await prepare?.()) ?? 0;
    const known = new Set((await find()).map(keyFor));
    await call(id);
    const written = (await find())
      .filter((row) => !known.has(keyFor(row)))
      .map(({ what, principal, carried }) => {
        const words = [principal, ...carried].map((id) => kinds.get(id) ?? 'another');
        return `${what}: ${[...new Set(words)].join(' + ')}`;
      });
    if (written.length) all.set(name, new Set([...(all.get(name) ?? []), ...written]));
  }
  return Object.fromEntries(
    [...all].map(([name, rows]) => [name, [...rows].toSorted().join('; ')]),
  );
}

/** What takes away what others need comes last. */
const isLate = (endpoint: Endpoint) =>
  endpoint.method === 'DELETE' ||
  ['PUT /api/content/folders/:id/', 'POST /api/content/items/bulk_operations/'].includes(
    nameOf(endpoint),
  );

/** What the samples of an endpoint do not reach: posts of their own, and each way of a call. */
async function furtherCalls(
  token: string,
  secret: string,
  ids: { folder: number; channel: number },
) {
  const { folder } = ids;
  const write = async (fields: object = {}) => {
    const given = { folder, content: 'Words of the person', ...fields };
    return (await app.post('/api/content/items/', given, token)).body as { id: number };
  };
  const written = async () => (await write()).id;
  const changed = async () => {
    const { id } = await write();
    await app.put(`/api/content/items/${id}/`, { content: 'Later words' }, token);
    return id;
  };
  const submitted = async () => {
    const { id } = await write({ status: 'review' });
    const path = `/api/content/items/${id}/transitions/` as const;
    return (await app.get(path, token)).body[0]?.id ?? 0;
  };
  const calling = (name: string, body: (id: number) => object, prepare = written): Call => ({
    ...{ name, prepare },
    call: async (id) => {
      const [method = '', path = ''] = name.split(' ');
      const given = { method, token: secret, body: body(id) } as Parameters<typeof app.request>[1];
      const answer = await app.request(path.replace(':id', String(id)), given);
      const { status, body: said } = answer as { status: number; body: Failure };
      expect([name, status, said]).toEqual([name, expect.toSatisfy((code) => code < 300), said]);
    },
  });
  const bulk = (operation: string, params: object) =>
    calling('POST /api/content/items/bulk_operations/', (id) => ({
      ...{ operation, item_ids: [id], params },
    }));
  const at = '2030-01-01T09:00:00Z';
  const pattern = { name: 'A third', kind: 'text', text: 'Of a file' };
  const file = { format: 'postfolio-patterns', version: 1, templates: [], snippets: [pattern] };
  return [
    calling('POST /api/content/items/:id/restore/', () => ({ version: 1 }), changed),
    calling('PUT /api/posts/:id/', () => ({ parts: [{ text: 'Words of the key' }] })),
    calling('PUT /api/content/items/:id/thread/', (id) => ({
      items: [{ id, content: 'Words of the person' }, { content: 'Words of the key' }],
    })),
    calling('PUT /api/content/items/:id/', () => ({ content: 'Autosaved', autosave: true })),
    calling('PUT /api/content/items/:id/', () => ({ content: 'Assisted', assisted: true })),
    calling('POST /api/content/items/:id/workflow_transition/', () => ({
      target_state: 'review',
    })),
    calling('POST /api/content/workflow/approve/:id/', () => ({}), submitted),
    calling('POST /api/content/items/:id/publications/', () => ({ channels: [ids.channel], at })),
    calling('POST /api/calendar/import/', () => ({ csv: 'text\nOf a file', folder })),
    calling('POST /api/templates/import/', () => ({ file: JSON.stringify(file) })),
    bulk('duplicate', {}),
    bulk('status_change', { status: 'approved' }),
    bulk('tag', { add_tags: ['a'] }),
    bulk('move', { folder_id: folder }),
  ];
}

/**
 * Endpoints that write no such row are not here. `nobody`: samples that were never in the audit log, what
 * the server itself marks as published, and the words of a stranger in a feed.
 */
const BY_ENDPOINTS = {
  'DELETE /api/calendar/notes/:id/': 'name: key',
  'DELETE /api/feeds/:id/': 'name: key',
  'DELETE /api/incoming/:id/': 'name: key',
  'DELETE /api/snippets/:id/': 'name: key',
  'DELETE /api/templates/:id/': 'name: key',
  'PATCH /api/content/items/:id/reorder/': 'version: key',
  'POST /api/calendar/import/': 'version: key + import',
  'POST /api/calendar/notes/': 'name: key',
  'POST /api/content/folders/': 'name: key',
  'POST /api/content/items/': 'version: key',
  'POST /api/content/items/:id/add-to-thread/': 'approval: key; version: key',
  'POST /api/content/items/:id/duplicate-thread/': 'version: key + member',
  'POST /api/content/items/:id/publications/': 'approval: key',
  'POST /api/content/items/:id/remove-from-thread/': 'version: key',
  'POST /api/content/items/:id/repeat/': 'version: key + member',
  'POST /api/content/items/:id/reply/': 'version: key; version: key + member',
  'POST /api/content/items/:id/restore/': 'version: key + member',
  'POST /api/content/items/:id/save-as-template/': 'name: key; name: member',
  'POST /api/content/items/:id/workflow_transition/': 'version: key',
  'POST /api/content/items/bulk_operations/': 'approval: key; version: key; version: key + member',
  'POST /api/content/items/thread/': 'version: key',
  'POST /api/content/trash/restore/': 'version: key',
  'POST /api/content/workflow/approve/:id/': 'approval: key; version: key',
  'POST /api/content/workflow/reject/:id/': 'version: key',
  'POST /api/feeds/entries/:id/draft/': 'version: key + nobody + feed',
  'POST /api/media/operations/': 'name: key',
  'POST /api/posts/': 'approval: key; version: key',
  'POST /api/publications/': 'approval: key',
  'POST /api/publications/:id/new-text/': 'approval: key; version: key',
  'POST /api/publications/:id/resolve/': 'version: nobody',
  'POST /api/rules/': 'name: key',
  'POST /api/snippets/': 'name: key',
  'POST /api/templates/': 'name: key',
  'POST /api/templates/:id/duplicate/': 'name: key; name: member',
  'POST /api/templates/:id/use/': 'version: key + member',
  'POST /api/templates/import/': 'name: import; name: key',
  'PUT /api/calendar/notes/:id/': 'name: key',
  'PUT /api/content/folders/:id/': 'name: key',
  'PUT /api/content/items/:id/': 'version: key',
  'PUT /api/content/items/:id/thread/': 'version: key; version: key + member',
  'PUT /api/feeds/:id/': 'name: key; name: nobody',
  'PUT /api/incoming/:id/': 'name: key',
  'PUT /api/media/:id/': 'name: key',
  'PUT /api/posts/:id/': 'version: key',
  'PUT /api/rules/:id/': 'name: key; name: nobody',
  'PUT /api/snippets/:id/channels/': 'name: key; name: nobody',
  'PUT /api/templates/:id/': 'name: key',
};

/** An agent that changes a text has no rights of its own there: nobody knows whose words it brings. */
const BY_TOOLS = {
  attach_media: 'version: nobody + member',
  create_draft: 'version: key',
  create_thread: 'version: key',
  describe_media: 'name: key',
  schedule_publication: 'approval: key',
  submit_for_review: 'version: key',
  update_draft: 'version: nobody + member',
};

test('rows of every endpoint name the key that called it, and the person whose words came in', async () => {
  const { token, ids } = await createWorkspace(app);
  const secret = await keyOf(app, token, { scopes: SCOPES });
  const calls = Object.values(features)
    .flat()
    .filter((endpoint) => endpoint.access !== 'public' && !('never' in keyRuleOf(endpoint)))
    .toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)))
    .map((endpoint) => ({
      name: nameOf(endpoint),
      call: () =>
        app.request(pathOf(endpoint, ids), {
          method: endpoint.method,
          token: secret,
          ...(endpoint.body && { body: bodyOf(endpoint, ids) }),
        }),
    }));
  const workspace = await workspaceOf(app, ids.folder);
  const further = await furtherCalls(token, secret, ids);
  expect(await tellWritten(workspace, [...further, ...calls])).toEqual(BY_ENDPOINTS);
});

test('rows of every tool name the key that called it', async () => {
  const mine = await workspaceOfTools(app);
  const secret = await keyOf(app, mine.token, { scopes: ['read', 'write', 'publish', 'review'] });
  const { call } = await agent(app, secret, 'today');
  // No account takes the file that is attached.
  const last = ['cancel_publication', 'attach_media'];
  const tools = TOOLS.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
  const calls = tools.map(({ name }) => ({
    name,
    call: async () => {
      const { isError, text } = await call(name, mine.given[name]);
      expect([name, isError, text]).toEqual([name, false, text]);
    },
  }));
  expect(await tellWritten(await workspaceOf(app, mine.folder), calls)).toEqual(BY_TOOLS);
});
