import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TAKEN_OVER } from '#contract/authority/hold-cases.ts';
import { beginRest } from '../../../database/installation.ts';
import { start } from '../../../testing/app.ts';
import { done, ending, LATER, type Scene, useScenes, write } from '../../../testing/authority.ts';
import { bringTo } from '../../../testing/authority-cases.ts';
import { set } from '../../../testing/authority-steps.ts';

/** What a restored copy does that takes over: the rows of `TAKEN_OVER`, through HTTP and the worker. */

const { app, people, begin } = useScenes();
type TakenOverRow = keyof typeof TAKEN_OVER;

const hold = ({ channel }: Scene) =>
  app.database.query("update channels set paused_until = now() + interval '1 hour' where id = $1", [
    channel,
  ]);

/** The database is a copy at rest, as a restore leaves it, and its owner takes over. */
async function takeOver({ workspace }: Scene) {
  await beginRest(app.database, randomUUID(), new Date().toISOString());
  const copy = await start(app.databaseUrl, { ALLOW_PRIVATE_NETWORKS: 'true' });
  try {
    await done(
      copy.request('/api/installation/take-over/', {
        ...{ method: 'POST', token: people.owner.token },
        headers: { 'x-workspace': String(workspace) },
      }),
    );
  } finally {
    await copy.stop();
  }
}

/** One that came due since the backup, and is stopped by the take-over. */
async function dueSince(scene: Scene): Promise<number> {
  const id = await bringTo(scene, 'W', scene.by('owner'));
  await hold(scene);
  await app.database.query(
    'update publications set due_at = now(), next_attempt_at = now() where id = $1',
    [id],
  );
  await takeOver(scene);
  await scene.release(id);
  return id;
}

const goOn: Record<
  string,
  (scene: Scene, id: number, body: object) => Promise<{ status: number }>
> = {
  move: ({ by }, id, body) =>
    by('owner')(`/api/publications/${id}/`, 'PUT', { at: LATER, ...body }),
  publish: ({ by }, id, body) =>
    by('owner')(`/api/publications/${id}/`, 'PUT', { at: null, ...body }),
  retry: ({ by }, id, body) => by('owner')(`/api/publications/${id}/retry/`, 'POST', body),
};

const answerOf = ({ status }: { status: number }) =>
  status === 409 || status === 400 ? 'r' : status < 300 ? 'y' : String(status);

/** What happens in place of a row; `y`: it is accepted. */
async function withoutLook(scene: Scene, how: string): Promise<string> {
  const id = await dueSince(scene);
  const act = goOn[how] as (typeof goOn)[string];
  const answer = answerOf(await act(scene, id, {}));
  expect(answerOf(await act(scene, id, { sent: false }))).toBe('y');
  await scene.release(id);
  expect(await ending(scene, id)).toBe('g');
  return answer;
}

async function afterwardContinued(scene: Scene, planned: object): Promise<string> {
  const call = scene.by('owner');
  const id = await bringTo(scene, 'W', call);
  await scene.release(id);
  await ending(scene, id);
  await done(call(`/api/publications/${id}/afterwards/`, 'POST', { afterwards: [planned] }));
  await takeOver(scene);
  const { afterwards } = await done(call(`/api/publications/${id}/`));
  expect(afterwards).toEqual([expect.objectContaining({ state: 'stopped' })]);
  const path = `/api/afterwards/${afterwards[0]?.id as number}/continue/` as const;
  const answer = answerOf(await call(path, 'POST', {}));
  if (answer === 'r') await done(call(path, 'POST', { there: false }));
  return answer;
}

/** One that is due later; the account has a post that is older than the backup. */
async function dueLater(scene: Scene): Promise<string> {
  const call = scene.by('owner');
  const other = { ...scene, items: [], covered: ['Long ago'] };
  await write(other, call, other.covered);
  const old = await bringTo(other, 'W', call);
  await scene.release(old);
  expect(await ending(other, old)).toBe('g');
  for (const status of scene.network.statuses)
    status.created_at = new Date(Date.now() - 3_600_000).toISOString();
  const id = await bringTo(scene, 'W', call);
  await takeOver(scene);
  await scene.release(id);
  scene.covered = [...other.covered, ...scene.covered];
  const result = await ending(scene, id);
  const { content } = await done(call(`/api/publications/${id}/`));
  expect(content[0]?.attempts.map(({ step }) => step)).toContain('find');
  return result;
}

const TRIED: Record<TakenOverRow, Record<string, (scene: Scene) => Promise<string>>> = {
  'it was due since the backup': {
    scheduled: async (scene) => ending(scene, await dueSince(scene)),
  },
  'it was due since the backup, and is moved, published or retried without a look': {
    moved: (scene) => withoutLook(scene, 'move'),
    published: (scene) => withoutLook(scene, 'publish'),
    retried: (scene) => withoutLook(scene, 'retry'),
  },
  'it is a reply or a repost, and is continued without a look': {
    reply: (scene) => afterwardContinued(scene, { kind: 'reply', hours: 1, text: 'Below' }),
    repost: (scene) => afterwardContinued(scene, { kind: 'repost', hours: 1 }),
  },
  'it is due later': { scheduled: dueLater },
  'its approval was taken back after the backup': { approved: dueLater },
};

for (const [name, ways] of Object.entries(TRIED))
  for (const [way, outcome] of Object.entries(ways))
    test(`${name} (${way})`, async () => {
      const scene = await begin('none');
      if (way === 'approved') await set('approved')(scene);
      expect(await outcome(scene)).toBe(TAKEN_OVER[name as TakenOverRow].result);
    });

test('a deletion is repeated without a look', async () => {
  const scene = await begin('none');
  expect(await afterwardContinued(scene, { kind: 'remove', days: 2, consent: true })).toBe('y');
});
