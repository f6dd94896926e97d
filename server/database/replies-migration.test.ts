import { afterAll, beforeAll, expect, test } from 'vitest';
import { upgradedAt } from '../testing/upgrade.ts';

/** Whose words the replies have that were there before these were kept (migration 0157). */
const MIGRATION = '0157_words_of_replies.sql';

let upgraded: Awaited<ReturnType<typeof upgradedAt>>;

const run = (id: number, afterward: number, snippet: number) => `(${id}, 1, 1, ${id}, 'done', '{}',
  '[{"do": "tag"}, {"do": "afterward", "what": {"kind": "reply", "snippet": ${snippet}, "hours": 1}}]',
  '[{"undo": null}, {"undo": {"do": "cancel_afterward", "afterward": ${afterward}}}]')`;

/** A rule of 1; its snippet 7 has words of 2, and its snippet 8 of nobody who is known. */
const BEFORE = `
  insert into workspaces (id, name) overriding system value values (1, 'Acme');
  insert into users (id, name) overriding system value values (1, 'Ada'), (2, 'Ed'), (3, 'Eve');
  insert into principals (id, workspace_id, kind, subject_id, person_id, approves) overriding system value
    values (12, 1, 'member', 2, 2, false);
  insert into provenance (workspace_id, object_type, object_id, principal_id, entry)
    values (1, 'snippet', 7, 12, 1);
  insert into rules (id, workspace_id, name, trigger, actions, becomes, conditions, maker_id, maker_role, updated_at)
    overriding system value values (1, 1, 'A rule', '{"kind": "publication"}', '[{}]', '{}', '[]', 1, 'owner', now());
  insert into rule_runs (id, workspace_id, rule_id, number, state, about, commands, steps)
    overriding system value values ${run(1, 21, 7)}, ${run(2, 22, 8)};
  insert into afterwards (id, workspace_id, publication_id, channel_id, kind, state, hours, content, created_by)
    overriding system value values
    (21, 1, 1, 1, 'reply', 'proposed', 1, 'By a rule', null), (22, 1, 1, 1, 'reply', 'waiting', 1, 'By a rule', null),
    (23, 1, 1, 1, 'reply', 'proposed', 1, 'Its run is gone', null), (24, 1, 1, 1, 'reply', 'proposed', 1, 'By 3', 3);
`;

beforeAll(async () => {
  upgraded = await upgradedAt(MIGRATION, (client) => client.query(BEFORE));
}, 60_000);
afterAll(() => upgraded.drop());

test('a reply of a rule has the words of its maker, and of who wrote its snippet', async () => {
  const { rows } = await upgraded.pool.query(
    'select id::integer, worded_by::integer[] as by from afterwards order by id',
  );
  expect(rows).toEqual([
    { id: 21, by: [1, 2] },
    { id: 22, by: [1] },
    { id: 23, by: [] },
    { id: 24, by: [3] },
  ]);
});
