import { expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../../testing/app.ts';
import { rulesOf } from '../../../../testing/rules.ts';
import { runJob } from '../../../../testing/run-job.ts';

/** Rules that assign posts. */
const app = useApp({ RATE_LIMIT_FACTOR: '50' });

/** A rule that assigns what is tagged, and a post that is. */
async function assigning(role: 'editor' | 'viewer' = 'editor') {
  const me = await writer(app);
  const other = await colleague(app, me.folder, role);
  const rule = await rulesOf(app, me.token).on({
    trigger: { kind: 'post_tagged', tag: 'press' },
    actions: [{ kind: 'assign', person: other.id }],
  });
  const { id } = await me.write({ tags: ['press'] });
  await runJob(app, 'rules.run');
  const assignee = async () => (await app.get(`/api/content/items/${id}/`, me.token)).body.assignee;
  const [run] = (await app.get('/api/rule-runs/', me.token)).body.results;
  const undo = () => app.post(`/api/rule-runs/${run.id}/undo/`, {}, me.token);
  return { me, other, rule, id, assignee, run, undo };
}

test('A post is assigned, the person is told by the rule, and undoing takes it back', async () => {
  const { other, assignee, run, undo } = await assigning();
  expect(run).toMatchObject({ state: 'done' });
  expect(await assignee()).toBe(other.id);
  const { body } = await app.get('/api/notifications/', other.token);
  expect(body.results).toMatchObject([
    { kind: 'rule_assigned', text: "A rule assigned you to 'A text'" },
  ]);
  expect((await undo()).status).toBe(200);
  expect(await assignee()).toBeNull();
});

test('What somebody assigned since stays when it is undone', async () => {
  const { me, id, assignee, undo } = await assigning();
  await app.put(`/api/content/items/${id}/assignee/`, { assignee: me.id }, me.token);
  expect((await undo()).status).toBe(200);
  expect(await assignee()).toBe(me.id);
});

test('Whoever only reads is assigned nothing, and the run says why', async () => {
  const { assignee, run } = await assigning('viewer');
  expect(run.state).toBe('failed');
  expect(JSON.stringify(run)).toContain('can read only');
  expect(await assignee()).toBeNull();
});

test('A rule for somebody who is no member is refused', async () => {
  const { me } = await assigning();
  const stranger = await writer(app);
  const { status } = await app.post(
    '/api/rules/',
    {
      name: 'To a stranger',
      trigger: { kind: 'post_tagged', tag: 'press' },
      actions: [{ kind: 'assign', person: stranger.id }],
    },
    me.token,
  );
  expect(status).toBe(404);
});
