import { expect, test } from 'vitest';
import { done, ending, LATER, schedule, useScenes } from '../../../testing/authority.ts';
import { edit } from '../../../testing/authority-steps.ts';

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
