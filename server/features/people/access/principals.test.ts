import { expect, test } from 'vitest';
import { ASSIGNABLE_ROLES, lesserRole, type Role } from '#contract/roles.ts';
import type { Scope } from '#contract/scopes.ts';
import { actingMember, may, onChannels } from '../../../actor.ts';
import { callIn, twoAdmins } from '../../../testing/access.ts';
import { useApp } from '../../../testing/app.ts';

/** Who acted, with the rights that they had then: `principals`. That they are current is checked after each file. */
const app = useApp({}, { still: true });

const SCOPES: Scope[][] = [
  ['read'],
  ['read', 'review'],
  ['read', 'publish'],
  ['publish', 'review'],
];
const CHANNEL = 7;
const LIMITS = [{}, { drafts_only: true }, { channels: [CHANNEL, 8] }] as {
  drafts_only?: true;
  channels?: number[];
}[];

type Rights = { approves: boolean; publishes: number[] | null };

const query = async <Row>(text: string, values: unknown[]) =>
  (await app.database.query(text, values)).rows as Row[];

/** The principals of a kind and a subject, the first one first. */
const principalsIn = (workspace: number) => (kind: string, subject: number) =>
  query<Rights & { current: boolean }>(
    `select until is null as current, rights.* from principals cross join rights_of(id) rights
     where kind = $1 and subject_id = $2 and workspace_id = $3 order by principals.id`,
    [kind, subject, workspace],
  );

/** Two admins, and a service account that the second one made. */
async function workspace() {
  const people = await twoAdmins(app);
  const asAda = callIn(app, people.workspace, people.ada.token);
  const asGrace = callIn(app, people.workspace, people.grace.token);
  const service = (
    await asGrace('/api/service-accounts/', 'POST', { name: 'Robot', role: 'admin' })
  ).body;
  const makeKey = async (as: typeof asAda, fields: object) => {
    const { status, body } = await as('/api/keys/', 'POST', { name: 'A script', ...fields });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.id;
  };
  return {
    ...people,
    asAda,
    asGrace,
    service: service.id,
    makeKey,
    principalsOf: principalsIn(people.workspace),
  };
}

test('a key has the rights of whom it acts as, of who knows it, and its own, all of them', async () => {
  const { workspace: id, grace, service, asGrace, makeKey, principalsOf } = await workspace();
  const keys: { id: number; scopes: Scope[]; limit: (typeof LIMITS)[number] }[] = [];
  for (const scopes of SCOPES)
    for (const limit of LIMITS) {
      if (limit.drafts_only && scopes.some((scope) => scope !== 'read')) continue;
      const made = await makeKey(asGrace, {
        scopes,
        acts_as: service,
        drafts_only: limit.drafts_only ?? false,
      });
      // An account that there is takes more than a number.
      if (limit.channels)
        await query('update api_keys set channels = $2 where id = $1', [made, limit.channels]);
      keys.push({ id: made, scopes, limit });
    }
  const role = (person: number, given: Role) =>
    query('update memberships set role = $2 where user_id = $1 and workspace_id = $3', [
      person,
      given,
      id,
    ]);
  for (const own of ASSIGNABLE_ROLES)
    for (const holders of ASSIGNABLE_ROLES) {
      await role(service, own);
      await role(grace.id, holders);
      for (const key of keys) {
        const actor = {
          ...actingMember(id, service, lesserRole(own, holders) as Role),
          key: {
            ...{ id: key.id, holder: grace.id, scopes: key.scopes, folders: null },
            ...{
              drafts_only: key.limit.drafts_only ?? false,
              channels: key.limit.channels ?? null,
            },
          },
        };
        const onOne = may(onChannels(actor, [CHANNEL]), 'decide', 'publish');
        const everywhere = may(actor, 'decide', 'publish');
        const [found] = (await principalsOf('key', key.id)).filter(({ current }) => current);
        expect([own, holders, key, found]).toEqual([
          ...[own, holders, key],
          {
            current: true,
            approves: may(actor, 'decide', 'review'),
            publishes: everywhere ? null : onOne ? key.limit.channels : [],
          },
        ]);
      }
    }
});

test('what somebody did keeps the rights that they had then', async () => {
  const { ada, grace, service, asAda, asGrace, makeKey, principalsOf } = await workspace();
  const key = await makeKey(asGrace, { scopes: ['publish', 'review'], acts_as: service });
  const demoted = await asAda(`/api/members/${grace.id}/`, 'PUT', {
    role: 'editor',
    keep: [`service_key:${key}`],
  });
  expect(demoted.status).toBe(200);
  expect(await principalsOf('member', grace.id)).toEqual([
    { current: false, approves: true, publishes: null },
    { current: true, approves: false, publishes: [] },
  ]);
  const makers = await query<{ until: string | null; person: string }>(
    `select keys.until, makers.person_id::int as person from principals keys join principals makers on makers.id = keys.maker
     where keys.kind = 'key' and keys.subject_id = $1 order by keys.id`,
    [key],
  );
  expect(makers).toEqual([
    { until: expect.anything(), person: grace.id },
    { until: null, person: ada.id },
  ]);
});

test('without who knows its secret a key has no rights, and a removed member has no principal', async () => {
  const {
    workspace: id,
    grace,
    service,
    asAda,
    asGrace,
    makeKey,
    principalsOf,
  } = await workspace();
  const key = await makeKey(asGrace, { scopes: ['publish', 'review'], acts_as: service });
  // However a membership ends.
  await query('delete from memberships where user_id = $1 and workspace_id = $2', [grace.id, id]);
  expect((await principalsOf('member', grace.id)).map(({ current }) => current)).toEqual([false]);
  expect((await principalsOf('key', key)).at(-1)).toEqual({
    current: true,
    approves: false,
    publishes: [],
  });
  expect((await asAda(`/api/members/${service}/`, 'DELETE')).status).toBe(200);
  expect((await principalsOf('key', key)).filter(({ current }) => current)).toEqual([]);
});

test('a rule that is saved anew acts as another principal; changes at once leave the last state', async () => {
  const { workspace: id, ada, grace, principalsOf } = await workspace();
  const [{ id: rule } = { id: 0 }] = await query<{ id: number }>(
    `insert into rules (workspace_id, name, trigger, conditions, actions, becomes, maker_id, maker_role,
       created_at, updated_at)
     values ($1, 'R', '{"kind":"post"}', '[]', '[{}]', '{}', $2, 'admin', now(), now()) returning id`,
    [id, grace.id],
  );
  expect(await principalsOf('rule', rule)).toEqual([
    { current: true, approves: false, publishes: null },
  ]);
  await Promise.all([
    query('update rules set version = version + 1 where id = $1', [rule]),
    query("update memberships set role = 'editor' where user_id = $1", [grace.id]),
    query("update memberships set role = 'owner' where user_id = $1", [ada.id]),
  ]);
  expect((await principalsOf('rule', rule)).at(-1)).toEqual({
    current: true,
    approves: false,
    publishes: [],
  });
});
