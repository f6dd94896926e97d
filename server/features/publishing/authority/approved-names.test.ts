import { expect, test } from 'vitest';
import { done, ending, LATER, schedule, useScenes, write } from '../../../testing/authority.ts';
import { part, set } from '../../../testing/authority-steps.ts';

/** What waits is sent with the names that its last approval saw. */

const { app, people, begin } = useScenes();

async function rename(name: string) {
  const { email } = await done(app.get('/api/users/me/', people.editor.token));
  await done(app.put('/api/users/me/', { name, email }, people.editor.token));
}

test.each([
  ['the same', 'A word from {{author}}'],
  ['another', 'Another word from {{author}}'],
])('%s text, approved after its author got another name', async (_, content) => {
  const scene = await begin('only_approved');
  await write(scene, scene.by('editor'), ['A word from {{author}}']);
  await set('approved')(scene);
  const made = await schedule(scene, scene.by('owner'), LATER);
  if (!('id' in made)) throw new Error(made.why);
  await set('draft')(scene);
  await rename('Another name');
  await done(scene.by('editor')(part(scene, 0), 'PUT', { content }));
  await set('review')(scene);
  const call = scene.by('approver');
  const [asked] = (await done(call('/api/content/workflow/pending/'))).results;
  expect(asked.additions.names.author).toBe('Another name');
  const { version } = asked.content;
  const seen = { version, additions: asked.additions.digest };
  await done(call(`/api/content/workflow/approve/${asked.id}/`, 'POST', seen));
  await scene.release(made.id);
  await ending(scene, made.id);
  await rename('The editor');
  expect(await scene.texts()).toEqual([content.replace('{{author}}', 'Another name')]);
});
