import { expect, test } from 'vitest';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import {
  done,
  ending,
  LATER,
  type Name,
  type Scene,
  schedule,
  useScenes,
  write,
} from '../../../testing/authority.ts';
import { edit, scheduleCopy, set } from '../../../testing/authority-steps.ts';
import { eventually } from '../../../testing/eventually.ts';
import { listLacking } from '../publications/publications.service.ts';

/**
 * What a stricter policy would stop is listed before it is switched on (docs/domain/review.md,
 * 'Approval').
 */

const { app, begin, people } = useScenes();

const PREVIEW = '/api/workspace/policy/preview/';

async function stopping(scene: Scene) {
  const { publications, ...rest } = await done(scene.by('owner')(PREVIEW));
  return { ...rest, ids: publications.map(({ id }) => id) };
}

/** What `postfolio doctor` lists of a workspace. */
async function lackingOf({ workspace }: Scene) {
  const lacking = await listLacking(app.database, 5000);
  const { rows } = await app.database.query(
    'select id from publications where workspace_id = $1 and id = any($2) order by id',
    [workspace, lacking.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

/** Writes another post, and schedules it. */
async function another(scene: Scene, name: string, at = LATER, approved = false) {
  await write(scene, scene.by('editor'), [`${name}, one`, `${name}, two`]);
  if (approved) await set('approved')(scene);
  const scheduled = await schedule(scene, scene.by('approver'), at);
  return (scheduled as { id: number }).id;
}

/** How it has stopped, or null where it waits or goes out. */
async function causeOf(scene: Scene, id: number) {
  const { state, reason, cause } = await done(scene.by('owner')(`/api/publications/${id}/`));
  return state === 'stopped' ? `${reason}, ${cause}` : null;
}

test('what it lists is what then stops, in the order of the times', async () => {
  const scene = await begin('none');
  const other = await begin('none');
  const elsewhere = await another(other, 'Elsewhere');
  const later = await another(scene, 'Later', '2030-02-01T09:00:00Z');
  const approved = await another(scene, 'Approved', LATER, true);
  const changed = await another(scene, 'Changed');
  await edit(scene, scene.by('editor'));
  const first = await another(scene, 'First');

  expect(await stopping(scene)).toEqual({ count: 2, has_more: false, ids: [first, later] });
  expect(await stopping(other)).toMatchObject({ ids: [elsewhere] });

  await scene.setPolicy('only_approved');
  // By now it demands an approval already.
  expect(await stopping(scene)).toEqual({ count: 0, has_more: false, ids: [] });
  const all = [first, later, changed, approved];
  for (const id of all) {
    await scene.release(id);
    await eventually(async () => {
      const { state } = await done(scene.by('owner')(`/api/publications/${id}/`));
      expect(['published', 'stopped']).toContain(state);
    });
  }
  expect(await Promise.all(all.map((id) => causeOf(scene, id)))).toEqual([
    'changed, policy',
    'changed, policy',
    // This one stops anyway.
    'changed, null',
    null,
  ]);
});

test.each([
  ['nothing is out of', ['limit'], 'a'],
  ['a part is out of', ['accept', 'limit'], 'g'],
] as const)('what was begun, and %s', async (_, faults, expected) => {
  const scene = await begin('none');
  scene.plan(...faults);
  const scheduled = await schedule(scene, scene.by('approver'), null);
  const { id } = scheduled as { id: number };
  await scene.untilAttempted(id, 'rate_limited');
  const stops = expected === 'a' ? [id] : [];
  expect(await stopping(scene)).toMatchObject({ ids: stops });
  await scene.setPolicy('prevent_self_approval');
  expect(await lackingOf(scene)).toEqual(stops);
  await scene.release(id);
  expect(await ending(scene, id)).toBe(expected);
});

test('what was begun with an approved text, which somebody who may publish has changed', async () => {
  const scene = await begin('none');
  await set('approved')(scene);
  scene.plan('limit');
  const { id } = (await schedule(scene, scene.by('approver'), null)) as { id: number };
  await scene.untilAttempted(id, 'rate_limited');
  await edit(scene, scene.by('approver'));
  expect(await stopping(scene)).toMatchObject({ ids: [id] });
  expect(await lackingOf(scene)).toEqual([]);
  await scene.setPolicy('only_approved');
  expect(await lackingOf(scene)).toEqual([id]);
  await scene.release(id);
  expect(await ending(scene, id)).toBe('a');
});

test('a copy of a post that was edited since its approval', async () => {
  const scene = await begin('none');
  const id = await scheduleCopy(scene);
  expect(await stopping(scene)).toMatchObject({ ids: [] });
  await edit(scene, scene.by('editor'));
  expect(await stopping(scene)).toMatchObject({ ids: [id] });
  await scene.setPolicy('only_approved');
  await scene.release(id);
  expect(await ending(scene, id)).toBe('a');
});

test('the first 20 are listed, and what is in the trash is not counted', async () => {
  const scene = await begin('none');
  const ids: number[] = [];
  for (let day = 1; day <= 21; day++)
    ids.push(
      await another(scene, `Day ${day}`, `2030-03-${String(day).padStart(2, '0')}T09:00:00Z`),
    );
  const { count, ids: listed } = await stopping(scene);
  expect([count, listed]).toEqual([21, ids.slice(0, 20)]);
  await done(scene.by('owner')(`/api/content/folders/${scene.folder}/`, 'DELETE'));
  expect(await stopping(scene)).toMatchObject({ count: 0 });
});

test('it is for who manages the workspace', async () => {
  const scene = await begin('none');
  await another(scene, 'Scheduled');
  const statusFor = async (name: Name) => (await scene.by(name)(PREVIEW)).status;
  expect(await Promise.all((['owner', 'approver', 'editor'] as const).map(statusFor))).toEqual([
    200, 403, 403,
  ]);
  // A key may see content as well as change the settings.
  const answers = [['members'], ['read', 'members'], ['read']].map(async (scopes) => {
    const { call } = await scene.key({ scopes });
    return (await call(PREVIEW)).status;
  });
  expect(await Promise.all(answers)).toEqual([403, 200, 403]);
  // People of other workspaces learn nothing.
  const { body: own } = await app.post('/api/workspaces/', { name: 'Own' }, people.editor.token);
  const { body } = await app.request(PREVIEW, {
    method: 'GET',
    token: people.editor.token,
    headers: { [WORKSPACE_HEADER]: String(own.id) },
  });
  expect(body).toEqual({ count: 0, has_more: false, publications: [] });
});
