import { afterAll, beforeAll, expect, test } from 'vitest';
import { upgradedAt } from '../testing/upgrade.ts';

/** Whose words there were before they named principals (migration 0138): nobody vouches for more than before. */
const MIGRATION = '0138_words_by_principal.sql';

let upgraded: Awaited<ReturnType<typeof upgradedAt>>;
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await upgraded.pool.query(text, values)).rows as Row[];

const ADA = 1;
const EDITOR = 2;
const LEFT = 3;

/** Rows as they were written before; ids are given. */
const BEFORE = `
  insert into workspaces (id, name) overriding system value values (1, 'Acme');
  insert into users (id, name) overriding system value values (1, 'Ada'), (2, 'Ed'), (3, 'Left');
  insert into memberships (workspace_id, user_id, role) values (1, 1, 'owner'), (1, 2, 'editor');
  insert into folders (id, workspace_id, name, parent_id) overriding system value values (1, 1, 'Launch', null);
  insert into posts (id, workspace_id, folder_id, status, version, is_thread, root_id, size)
    overriding system value select id, 1, 1, 'draft', 1, false, id, 1 from generate_series(1, 8) id;
  insert into items (id, workspace_id, folder_id, status, post_id, position, root_id, size, version, content)
    overriding system value select id, 1, 1, 'draft', id, 0, id, 1, 1, 'Plum' from generate_series(1, 8) id;
  insert into item_versions (item_id, version, action, user_id, status, content, is_head, by_limited_key, key_channels, api_key_id, carried, tags, media, network_texts) select given.*, '{}', '[]', '{}' from (values
    (1, 1, 'create', 1, 'draft', 'Plum', true, false, null::bigint[], null::bigint, null::text[]),
    (2, 1, 'create', 2, 'draft', 'Plum', true, false, null, null, '{member:2}'),
    (3, 1, 'create', 3, 'draft', 'Plum', true, false, null, null, null),
    (4, 1, 'create', 1, 'draft', 'Plum', true, true, null, 5, '{limited_key}'),
    (5, 1, 'create', 1, 'draft', 'Plum', true, true, '{7,8}', 5, '{limited_key}'),
    (6, 1, 'create', 1, 'draft', 'Plum', true, false, null, null, '{import,member:2,person:1,unknown}'),
    (7, 1, 'create', 1, 'draft', 'Plum', true, false, null, null, '{feed:9}'),
    (8, 1, 'create', null, 'draft', 'Plum', true, false, null, null, '{person:1}')) given;
  insert into provenance (workspace_id, object_type, object_id, origin, entry) values
    (1, 'file', 1, 'person:1', 3), (1, 'file', 1, 'limited_key', 4), (1, 'file', 1, 'unknown', 2), (1, 'folder', 1, 'member:2', 5);
  insert into rules (id, workspace_id, name, trigger, actions, becomes, conditions, maker_id, maker_role, updated_at) overriding system value
    values (1, 1, 'A rule', '{"kind": "feed_entry"}', '[{}]', '{}', '[]', 1, 'owner', now());
  insert into rule_runs (workspace_id, rule_id, number, state, about, names, commands) values
    (1, 1, 1, 'waits', '{}', '{"author": "Ada", "author_by": "person:1", "folder": "Launch", "folder_by": "member:2"}',
      '[{"do": "draft", "words": ["person:1", "incoming:4"]}, {"do": "submit"}]'),
    (1, 1, 2, 'waits', '{}', null, '[{"do": "draft"}]'),
    (1, 1, 3, 'waits', '{}', null, '[{"do": "draft", "words": []}]');
`;

beforeAll(async () => {
  upgraded = await upgradedAt(MIGRATION, async (client) => {
    await client.query(BEFORE);
    await client.query('select renew_principals(1)');
  });
}, 60_000);
afterAll(() => upgraded.drop());

/** The principal of a version, and what came in with it: kind, person, and where it can publish by itself. */
const wordsOf = async (item: number) => {
  const rows = await query<{ ids: number[] }>(
    'select array[principal_id] || carried as ids from item_versions where item_id = $1',
    [item],
  );
  return Promise.all(
    (rows[0]?.ids ?? []).map(async (id) => {
      const [known] = await query<object>(
        `select kind, person_id::integer as person, publishes, until is null as current, vouches(id)
         from principals where id = $1`,
        [id],
      );
      return known ?? 'unknown';
    }),
  );
};

test.each([
  ['a member who publishes', 1, [{ kind: 'member', person: ADA, current: true, vouches: true }]],
  ['a member who did not', 2, [{ kind: 'member', person: EDITOR, current: false, vouches: false }]],
  ['somebody who left', 3, [{ kind: 'member', person: LEFT, current: false, vouches: false }]],
  ['a limited key', 4, [{ kind: 'member', person: ADA, current: false, vouches: false }]],
  ['a key for channels', 5, [{ kind: 'key', person: ADA, publishes: [7, 8], vouches: false }]],
  ['a feed that is gone', 7, [{ person: ADA, vouches: true }, 'unknown']],
  ['somebody who was erased', 8, ['unknown', { person: ADA, vouches: true }]],
])('a version of %s', async (_, item, expected) => {
  const found = await wordsOf(item);
  expect(found).toEqual(
    expected.map((row) => (typeof row === 'string' ? row : expect.objectContaining(row))),
  );
});

test('what came in with a version keeps who it is of', async () => {
  const [own, ...carried] = await wordsOf(6);
  expect(own).toMatchObject({ person: ADA, vouches: true });
  expect(carried).toHaveLength(4);
  expect(carried).toEqual(
    expect.arrayContaining([
      'unknown',
      expect.objectContaining({ kind: 'import', vouches: false }),
      expect.objectContaining({ person: EDITOR, vouches: false }),
      expect.objectContaining({ person: ADA, vouches: true }),
    ]),
  );
});

test('who has changed a thing is known once', async () => {
  const rows = await query<{ entry: number }>(
    `select entry::integer as entry, principal_id::integer as principal from provenance
     where object_type = 'file' order by entry`,
  );
  // The limited key and what nobody knows are the same: nobody vouches for them.
  expect(rows).toEqual([
    { entry: 3, principal: expect.any(Number) },
    { entry: 4, principal: 0 },
  ]);
});

test('runs of rules that wait go on with the words that they began with', async () => {
  const runs = await query<{ names: object; commands: { words?: number[] }[] }>(
    'select names, commands from rule_runs order by number',
  );
  const [ada] = await query<{ id: number }>(
    "select id from principals where kind = 'member' and subject_id = 1 and until is null",
  );
  const [before, older, own] = runs;
  expect(before?.names).toMatchObject({ author: 'Ada', author_by: ada?.id, folder: 'Launch' });
  expect(before?.commands).toEqual([
    { do: 'draft', words: expect.arrayContaining([0, ada?.id]) },
    { do: 'submit' },
  ]);
  expect(older).toEqual({ names: null, commands: [{ do: 'draft', words: [0] }] });
  expect(own?.commands).toEqual([{ do: 'draft', words: [] }]);
});
