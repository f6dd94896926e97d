import { expect, test } from 'vitest';
import { done, ending, LATER, schedule, useScenes } from '../../../testing/authority.ts';
import { edit, save } from '../../../testing/authority-steps.ts';

/** Who comes back is a new member: what ended when they left stays ended. */

const { app, people, begin } = useScenes();

test.each(['viewer', 'approver'])(
  'an edit of somebody who left covers nothing once they are a member again (%s)',
  async (role) => {
    const scene = await begin('none');
    const made = await schedule(scene, scene.by('owner'), LATER);
    if (!('id' in made)) throw new Error(made.why);
    const { id } = people.approver;
    await edit(scene, scene.by('approver'));
    await done(scene.by('owner')(`/api/members/${id}/`, 'DELETE'));
    await app.database.query(
      'insert into memberships (user_id, workspace_id, role) values ($1, $2, $3)',
      [id, scene.workspace, role],
    );
    await scene.release(made.id);
    expect(await ending(scene, made.id)).toBe('a');
  },
);

test('the next edit of somebody else does not cover what an edit of who left has covered', async () => {
  const scene = await begin('none');
  const made = await schedule(scene, scene.by('owner'), LATER);
  if (!('id' in made)) throw new Error(made.why);
  await edit(scene, scene.by('approver'));
  await done(scene.by('owner')(`/api/members/${people.approver.id}/`, 'DELETE'));
  await save({ content: 'Two, with a comma' })(scene, scene.by('owner'));
  await scene.release(made.id);
  expect(await ending(scene, made.id)).toBe('a');
});

test('an edit of a member who joined by a clock that was put back since covers', async () => {
  const scene = await begin('none');
  const { id } = people.approver;
  await done(scene.by('owner')(`/api/members/${id}/`, 'DELETE'));
  await app.database.query(
    `insert into memberships (user_id, workspace_id, role, created_at)
     values ($1, $2, 'approver', now() + interval '1 hour')`,
    [id, scene.workspace],
  );
  const made = await schedule(scene, scene.by('owner'), LATER);
  if (!('id' in made)) throw new Error(made.why);
  await edit(scene, scene.by('approver'));
  await scene.release(made.id);
  expect(await ending(scene, made.id)).toBe('n');
});
