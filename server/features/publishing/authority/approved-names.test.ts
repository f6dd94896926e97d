import { expect, test } from 'vitest';
import {
  done,
  ending,
  LATER,
  type Scene,
  schedule,
  useScenes,
  write,
} from '../../../testing/authority.ts';
import { part, set } from '../../../testing/authority-steps.ts';
import { eventually } from '../../../testing/eventually.ts';

/** What waits, or has begun and is nowhere, is sent with the names that its last approval saw. */

const { app, people, begin } = useScenes();

async function rename(name: string) {
  const { email } = await done(app.get('/api/users/me/', people.editor.token));
  await done(app.put('/api/users/me/', { name, email }, people.editor.token));
}

/** A scene with an approved text that is scheduled. */
async function scheduled() {
  const scene = await begin('only_approved');
  await write(scene, scene.by('editor'), ['A word from {{author}}']);
  await set('approved')(scene);
  const made = await schedule(scene, scene.by('owner'), LATER);
  if (!('id' in made)) throw new Error(made.why);
  return { scene, id: made.id };
}

/** The author gets another name, and the approver approves this text, which shows that name. */
async function approveAnew(scene: Scene, content: string) {
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
}

async function expectOut(scene: Scene, id: number, content: string) {
  await ending(scene, id);
  await rename('The editor');
  expect(await scene.texts()).toEqual([content.replace('{{author}}', 'Another name')]);
}

const TEXTS = [
  ['the same', 'A word from {{author}}'],
  ['another', 'Another word from {{author}}'],
] as const;

test.each(TEXTS)('%s text, approved after its author got another name', async (_, content) => {
  const { scene, id } = await scheduled();
  await approveAnew(scene, content);
  await scene.release(id);
  await expectOut(scene, id, content);
});

test.each(TEXTS)(
  '%s text, approved while the account had to be reconnected',
  async (_, content) => {
    const { scene, id } = await scheduled();
    await app.database.query("update channels set state = 'reconnect' where id = $1", [
      scene.channel,
    ]);
    await scene.release(id);
    await eventually(async () => {
      const { body } = await scene.by('owner')(`/api/publications/${id}/`);
      expect(body).toMatchObject({ state: 'stopped', reason: 'reconnect' });
    });
    await approveAnew(scene, content);
    expect((await scene.network.reconnect(scene.by('owner'), scene.channel)).status).toBe(200);
    await eventually(async () => {
      const { body } = await scene.by('owner')(`/api/publications/${id}/`);
      expect(body.state).toBe('published');
    });
    await expectOut(scene, id, content);
  },
);

test('another text, approved after the network refused the first for a while', async () => {
  const { scene, id } = await scheduled();
  scene.plan('limit');
  await scene.release(id);
  await scene.untilAttempted(id, 'rate_limited');
  const content = 'Another word from {{author}}';
  await approveAnew(scene, content);
  await scene.release(id);
  await expectOut(scene, id, content);
});
