import { afterAll, beforeAll, expect, test } from 'vitest';
import { upgradedAt } from '../../../testing/upgrade.ts';
import { listLacking } from './publications.service.ts';

/** What is scheduled when approvals become rows (migration 0147), and decide (0149): it goes out or stops as before. */
const MIGRATION = '0147_approvals.sql';

let upgraded: Awaited<ReturnType<typeof upgradedAt>>;

/**
 * How a post is when it is upgraded, and whether it goes out, by policy. `is` its hash now, `was` that
 * of another text.
 */
const STATES = {
  'scheduled, and never approved': {
    comes: 'goes | never | never',
    status: 'draft',
    publication: "is, false, 1, '{}'",
  },
  approved: {
    comes: 'goes | goes | goes',
    status: 'approved',
    approved: 'is',
    publication: "is, true, 1, '{}'",
  },
  'approved, and taken back': {
    comes: 'taken back | taken back | taken back',
    status: 'draft',
    publication: "is, true, 1, '{withdrawn}'",
  },
  'in review for another account': {
    comes: 'goes | goes | goes',
    status: 'review',
    publication: "is, true, 1, '{kept}'",
  },
  'in review by hand': {
    comes: 'taken back | taken back | taken back',
    status: 'review',
    publication: "is, true, 1, '{}'",
  },
  'changed by who may publish': {
    comes: 'goes | changed | changed',
    status: 'draft',
    publication: "was, false, 1, '{}'",
    by: 1,
  },
  'changed by who may not': {
    comes: 'changed | changed | changed',
    status: 'draft',
    publication: "was, false, 1, '{}'",
    by: 2,
  },
  'approved, then changed by who may publish': {
    comes: 'goes | taken back | taken back',
    ...{ status: 'draft', publication: "was, true, 1, '{}'", by: 1 },
  },
  'taken back, then changed by who may publish': {
    comes: 'taken back | taken back | taken back',
    ...{ status: 'draft', publication: "was, true, 1, '{withdrawn}'", by: 1 },
  },
  'approved, changed and archived': {
    comes: 'taken back | taken back | taken back',
    ...{ status: 'archived', publication: "was, true, 1, '{}'", by: 1 },
  },
  'another text is approved': {
    comes: 'goes | goes | goes',
    status: 'approved',
    approved: 'is',
    publication: "was, true, 1, '{}'",
  },
  'approved after it was changed back': {
    comes: 'taken back | taken back | taken back',
    status: 'draft',
    publication: "is, true, 1, '{}'",
  },
} as const;

const POLICIES = { 1: 'false, false', 2: 'true, false', 3: 'false, true' };
const NAMES = Object.keys(STATES) as (keyof typeof STATES)[];

beforeAll(async () => {
  upgraded = await upgradedAt(MIGRATION, async (client) => {
    await client.query(
      "insert into users (id, name) overriding system value values (1, 'Ada'), (2, 'Ed')",
    );
    for (const [workspace, policy] of Object.entries(POLICIES)) {
      await client.query(`
        insert into workspaces (id, name, only_approved, prevent_self_approval) overriding system value
          values (${workspace}, 'Acme', ${policy});
        insert into memberships (workspace_id, user_id, role) values (${workspace}, 1, 'owner'), (${workspace}, 2, 'editor');
        insert into channels (id, workspace_id, network, remote_id, handle, name, state, credentials) overriding system value
          values (${workspace}, ${workspace}, 'practice', 'a', '@a', 'A', 'connected', 'x');
        insert into principals (id, workspace_id, kind, subject_id, person_id, approves, publishes) overriding system value values
          (${workspace}01, ${workspace}, 'member', 1, 1, true, null), (${workspace}02, ${workspace}, 'member', 2, 2, false, '{}')`);
      for (const [at, name] of NAMES.entries()) {
        const given: { status: string; approved?: string; publication: string; by?: number } =
          STATES[name];
        const id = Number(workspace) * 1000 + at;
        const changed = given.by ? 2 : 1;
        await client.query(`
          insert into posts (id, workspace_id, folder_id, status, version, is_thread, root_id, size)
            overriding system value values (${id}, ${workspace}, 1, '${given.status}', ${changed}, false, ${id}, 1);
          insert into items (id, workspace_id, folder_id, status, post_id, position, root_id, size, version, content)
            overriding system value values (${id}, ${workspace}, 1, '${given.status}', ${id}, 0, ${id}, 1, ${changed}, 'Plum');
          insert into item_versions (item_id, version, action, user_id, principal_id, status, content, is_head, tags, media, network_texts)
            select ${id}, version, 'update', coalesce(${given.by ?? 'null'}, 1), ${workspace}00 + coalesce(${given.by ?? 'null'}, 1),
              'draft', 'Plum', true, '{}', '[]', '{}' from generate_series(1, ${changed}) version`);
        const [hash, approved, version, flags] = given.publication.split(', ');
        const hashes = `(select post_text_hash(${id}) as "is", sha256('was') as was) hashes`;
        if (given.approved)
          await client.query(
            `update posts set approved_hash = (select "${given.approved}" from ${hashes}) where id = ${id}`,
          );
        await client.query(`
          insert into publications (workspace_id, post_id, channel_id, state, due_at, next_attempt_at, version, text, text_hash, approved,
            withdrawn, approval_kept)
          select ${workspace}, ${id}, ${workspace}, 'scheduled', now() + interval '1 day', now() + interval '1 day', ${version},
            '[]', "${hash}", ${approved}, 'withdrawn' = any(${flags}::text[]), 'kept' = any(${flags}::text[]) from ${hashes}`);
      }
    }
  });
}, 60_000);
afterAll(() => upgraded.drop());

test('what is scheduled goes out or stops as before', async () => {
  const lacking = await listLacking(upgraded.pool, 100);
  const { rows } = await upgraded.pool.query('select id, post_id from publications');
  const seen = Object.fromEntries(
    NAMES.map((name, at) => {
      const becauseIn = (policy: string) => {
        const post = Number(policy) * 1000 + at;
        const publication = rows.find(({ post_id }) => post_id === post)?.id;
        return lacking.find(({ id }) => id === publication)?.because ?? 'goes';
      };
      return [name, Object.keys(POLICIES).map(becauseIn).join(' | ')];
    }),
  );
  expect(seen).toEqual(Object.fromEntries(NAMES.map((name) => [name, STATES[name].comes])));
});
