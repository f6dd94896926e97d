import { expect, test } from 'vitest';
import { POLICIES, type Policy, resultOf } from '#contract/authority/cases.ts';
import { APPROVALS } from '#contract/authority/decisions.ts';
import { callIn, twoAdmins } from '../../../testing/access.ts';
import { useApp } from '../../../testing/app.ts';

/** Who may approve a text, by who wrote it: rows of `APPROVALS`, with people and with keys. */

const app = useApp();

const SETTINGS: Record<Policy, object> = {
  none: {},
  only_approved: { only_approved: true },
  prevent_self_approval: { prevent_self_approval: true },
};

async function arranged(policy: Policy) {
  const people = await twoAdmins(app);
  const { ada, grace, workspace } = people;
  const call = (token: string) => callIn(app, workspace, token);
  const [asAda, asGrace] = [call(ada.token), call(grace.token)];
  type Call = typeof asAda;
  const made = async (answer: ReturnType<Call>) => {
    const { status, body } = await answer;
    expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
    return body;
  };
  await made(asAda('/api/workspace/', 'PUT', SETTINGS[policy]));
  const robot = async (as: Call) =>
    (await made(as('/api/service-accounts/', 'POST', { name: 'Robot', role: 'admin' }))).id;
  /** A key of who makes it, or of a service account. */
  const key = async (as: Call, acts_as?: number) => {
    const scopes = ['read', 'write', 'review', 'publish'];
    const body = await made(as('/api/keys/', 'POST', { name: 'Key', scopes, acts_as }));
    return { id: body.id, as: call(body.secret as never) };
  };
  const write = async (as: Call) =>
    (await made(as('/api/content/items/', 'POST', { folder: ada.folder, content: 'Words' }))).id;
  const approve = async (as: Call, item: number) =>
    (await as(`/api/content/items/${item}/`, 'PUT', { status: 'approved' })).status;
  return { asAda, asGrace, made, robot, key, write, approve };
}

type Arranged = Awaited<ReturnType<typeof arranged>>;
/** Returns the status of the approval. */
type Way = (us: Arranged) => Promise<number>;

const TRIED = {
  'of a text of which the person wrote a version': {
    'a person': async ({ asAda, write, approve }) => approve(asAda, await write(asAda)),
  },
  'of a copy of a text that the person wrote': {
    'copied by another person': async ({ asAda, asGrace, made, write, approve }) => {
      const item = await write(asAda);
      const given = { operation: 'duplicate', item_ids: [item], params: {} };
      await made(asGrace('/api/content/items/bulk_operations/', 'POST', given));
      const { results } = (await asAda('/api/content/items/')).body as never as {
        results: { id: number }[];
      };
      return approve(asAda, results.find(({ id }) => id !== item)?.id ?? 0);
    },
  },
  'of a text that a key or a service account wrote, by the person who made it': {
    'a key of their own': async ({ asAda, key, write, approve }) =>
      approve(asAda, await write((await key(asAda)).as)),
    'a key of a service account': async ({ asAda, asGrace, robot, key, write, approve }) =>
      approve(asAda, await write((await key(asAda, await robot(asGrace))).as)),
    'a service account of theirs, by a key of somebody else': async (us) => {
      const { asAda, asGrace, robot, key, write, approve } = us;
      return approve(asAda, await write((await key(asGrace, await robot(asAda))).as));
    },
    'a key that they rolled': async ({ asAda, asGrace, made, robot, key, write, approve }) => {
      const { id, as } = await key(asGrace, await robot(asGrace));
      const item = await write(as);
      await made(asAda(`/api/keys/${id}/roll/`, 'POST', { keep: 'none' }));
      return approve(asAda, item);
    },
    'themselves, and their service account approves': async (us) => {
      const { asAda, asGrace, robot, key, write, approve } = us;
      return approve((await key(asAda, await robot(asGrace))).as, await write(asAda));
    },
    'one service account of theirs, and another one approves': async (us) => {
      const { asAda, asGrace, robot, key, write, approve } = us;
      const [writer, approver] = [await robot(asGrace), await robot(asGrace)];
      const item = await write((await key(asAda, writer)).as);
      return approve((await key(asAda, approver)).as, item);
    },
  },
} satisfies Partial<Record<keyof typeof APPROVALS, Record<string, Way>>>;

const cases = Object.entries(TRIED).flatMap(([name, ways]) =>
  POLICIES.flatMap((policy) =>
    Object.entries(ways as Record<string, Way>).map(([way, run]) => {
      const row: { result: string; today?: readonly { today: string }[] } =
        APPROVALS[name as keyof typeof TRIED];
      const expected = resultOf((row.today?.[0]?.today ?? row.result) as 'y', policy);
      return { name: `${name}: ${way}, ${policy}`, policy, run, expected };
    }),
  ),
);

test.each(cases)('$name', async ({ policy, run, expected }) => {
  const status = await run(await arranged(policy));
  expect(status).toBe(expected === 'y' ? 200 : 403);
});

test('somebody else approves what a service account wrote, by their key as well', async () => {
  const { asAda, asGrace, robot, key, write, approve } = await arranged('prevent_self_approval');
  const writer = (await key(asAda, await robot(asAda))).as;
  const approver = (await key(asGrace, await robot(asGrace))).as;
  expect(await approve(asGrace, await write(writer))).toBe(200);
  expect(await approve(approver, await write(writer))).toBe(200);
  expect(await approve(approver, await write(asAda))).toBe(200);
});
