import { afterAll, beforeAll, expect, test } from 'vitest';
import { upgradedAt } from '../testing/upgrade.ts';

/** Rules and webhooks read the log of events (migrations 0152, 0153): nothing is lost, and nothing starts again. */
const MIGRATION = '0152_rules_read_events.sql';

let upgraded: Awaited<ReturnType<typeof upgradedAt>>;
const query = async <Row>(text: string) => (await upgraded.pool.query(text)).rows as Row[];

/** Post 1 is old, 2 was made this month, tagged and approved. Rule 2 is off. */
const BEFORE = `
  insert into workspaces (id, name) overriding system value values (1, 'Acme');
  insert into users (id, name) overriding system value values (1, 'Ada');
  insert into memberships (workspace_id, user_id, role) values (1, 1, 'owner');
  insert into folders (id, workspace_id, name) overriding system value values (1, 1, 'Launch');
  insert into posts (id, workspace_id, folder_id, status, version, is_thread, root_id, size, created_at)
    overriding system value values (1, 1, 1, 'draft', 1, false, 1, 1, now() - interval '40 days'),
      (2, 1, 1, 'approved', 3, false, 2, 1, now() - interval '3 days');
  insert into items (id, workspace_id, folder_id, status, post_id, position, root_id, size, version, content, tags)
    overriding system value values (1, 1, 1, 'draft', 1, 0, 1, 1, 1, 'Old', '{go}'),
      (2, 1, 1, 'approved', 2, 0, 2, 1, 2, 'New', '{go}');
  insert into item_versions (item_id, version, action, user_id, status, content, is_head, tags, media, network_texts, created_at)
    values (1, 1, 'create', 1, 'draft', 'Old', true, '{go}', '[]', '{}', now() - interval '40 days'),
      (2, 1, 'create', 1, 'draft', 'New', true, '{}', '[]', '{}', now() - interval '3 days'),
      (2, 2, 'update', 1, 'draft', 'New', true, '{go}', '[]', '{}', now() - interval '2 days');
  insert into transitions (workspace_id, post_id, from_state, target_state, state, user_id, created_at)
    values (1, 2, 'draft', 'approved', 'done', 1, now() - interval '1 day');
  insert into rules (id, workspace_id, name, trigger, actions, becomes, conditions, state, tried_version, maker_id, maker_role, updated_at)
    overriding system value
    select id, 1, 'A rule', '{"kind": "post_tagged", "tag": "go"}', '[{}]', '{}', '[]', state, 1, 1, 'owner', now()
    from (values (1, 'on'), (2, 'off')) given (id, state);
  insert into rule_runs (workspace_id, rule_id, about) values (1, 1, '{"post": 2}');
  insert into webhooks (id, workspace_id, name, url, types, secret) overriding system value
    values (1, 1, 'Hook', 'https://hooks.example.org/', '{post.created}', '');
  insert into webhook_events (workspace_id, type, subject_id, about, due_at)
    values (1, 'post.created', 2, '{"post": 2, "item": 2}', now());
  insert into events (workspace_id, kind, subject_id) values (1, 'post.created', 3);
`;

beforeAll(async () => {
  upgraded = await upgradedAt(MIGRATION, (client) => client.query(BEFORE));
}, 60_000);
afterAll(() => upgraded.drop());

test('what was started is there, and what happened before starts nothing', async () => {
  expect(await query("select about from rule_runs where state = 'due'")).toEqual([
    { about: { post: 2 } },
  ]);
  const last = await query<{ seq: number }>('select max(seq) as seq from events');
  expect(await query('select from events where seq is null')).toEqual([]);
  expect(await query('select name, seq from event_readers order by name')).toEqual(
    ['rules', 'sealer', 'webhooks'].map((name) => ({ name, ...last[0] })),
  );
  expect(await query('select since_seq as seq from rules order by id')).toEqual([
    last[0],
    { seq: 0 },
  ]);
  expect(await query('select type from webhook_events')).toEqual([{ type: 'post.created' }]);
  expect(await query('select since_seq as seq from webhooks')).toEqual([last[0]]);
});

test('dry runs know the month before', async () => {
  const told = await query<{ kind: string; post: number; about: Record<string, unknown> }>(
    'select kind, subject_id as post, about from events order by at, seq',
  );
  expect(told).toMatchObject([
    { kind: 'post.created', post: 2, about: { tags: [] } },
    { kind: 'post.changed', post: 2, about: { tags: [[], ['go']] } },
    { kind: 'post.changed', post: 2, about: { status: ['draft', 'approved'] } },
    { kind: 'post.created', post: 3 },
  ]);
});
