import { beforeAll, expect, test } from 'vitest';
import { type Result, type Row, resultOf } from '#contract/authority/cases.ts';
import { HELD, type HeldRow } from '#contract/authority/hold-cases.ts';
import { done, ending, type Scene, useScenes } from '../../../testing/authority.ts';
import { bringTo } from '../../../testing/authority-cases.ts';
import { addSlots, edit } from '../../../testing/authority-steps.ts';
import { runAfterwards } from '../../../testing/publishing.ts';

/** What pauses hold: the rows of `HELD`, through HTTP and the worker. */

const { app, begin } = useScenes();

/** A scene that nothing holds: what it publishes shows that the worker has had its turn. */
let other: Scene;
beforeAll(async () => {
  other = await begin('none');
});
let posts = 0;
async function letWorkerPass() {
  const call = other.by('owner');
  const fields = { folder: other.folder, content: `Meanwhile ${++posts}` };
  const { id } = await done(call('/api/content/items/', 'POST', fields));
  const path = `/api/content/items/${id}/publications/` as const;
  const [publication] = await done(call(path, 'POST', { channels: [other.channel] }));
  await ending(other, publication.id);
}

type Held = {
  at?: 'queue';
  pause: (scene: Scene) => Promise<unknown>;
  /** Once it is due. */
  later?: (scene: Scene, id: number) => Promise<unknown>;
};

const pauseAll = (scene: Scene, ends_at: string | null = null) =>
  done(scene.by('owner')('/api/pause/', 'PUT', { reason: 'A flood', ends_at }));

const resume = async (scene: Scene, id: number) => {
  const { rows } = await app.database.query('select id from afterwards where publication_id = $1', [
    id,
  ]);
  const isOut = rows.length > 0;
  const decisions = isOut ? [] : [{ publication: id, do: 'now' }];
  const afterwards = rows.map((row) => ({ afterward: row.id, do: 'now' }));
  await scene.by('owner')('/api/pause/resume/', 'POST', { decisions, afterwards });
};

const HOLDING: Record<HeldRow, Held> = {
  'all publishing is paused': { pause: pauseAll },
  'the queue is paused, and it is queued': {
    at: 'queue',
    pause: ({ by, channel }) =>
      done(by('owner')(`/api/channels/${channel}/queue/pause/`, 'POST', { paused: true })),
  },
  'a pause ends by its time, and what was due meanwhile waits for a decision': {
    pause: (scene) => pauseAll(scene, new Date(Date.now() + 3_600_000).toISOString()),
    later: ({ workspace }) =>
      app.database.query('update pauses set ends_at = now() where workspace_id = $1', [workspace]),
  },
  'publishing is resumed, and it is to go out now': { pause: pauseAll, later: resume },
  'publishing is resumed, and it is to go out now, but an editor has changed it': {
    pause: pauseAll,
    later: async (scene, id) => {
      await edit(scene, scene.by('editor'));
      await resume(scene, id);
    },
  },
};

/** Whether it is held, once the worker has had its turn; else how it ends. */
async function heldOrEnding(scene: Scene, id: number, moment: string): Promise<Result | string> {
  await letWorkerPass();
  // What was looked for, and is not there, waits for another attempt.
  if (moment === 'absent') {
    await scene.release(id);
    await letWorkerPass();
  }
  const { held } = await done(scene.by('owner')(`/api/publications/${id}/`));
  return held && (await scene.texts()).length === 0 ? 'h' : ending(scene, id);
}

async function publish(scene: Scene, moment: 'W' | 'N' | 'P' | 'absent' | 'there', how: Held) {
  if (how.at) await addSlots(scene);
  const id = await bringTo(scene, moment, scene.by('owner'), how.at);
  await how.pause(scene);
  await scene.release(id);
  await how.later?.(scene, id);
  return heldOrEnding(scene, id, moment);
}

/** A repost that becomes due. */
async function repost(scene: Scene, how: Held) {
  const call = scene.by('owner');
  if (how.at) await addSlots(scene);
  const id = await bringTo(scene, 'W', call, how.at);
  await scene.release(id);
  await ending(scene, id);
  const planned = { afterwards: [{ kind: 'repost', hours: 2 }] };
  await done(call(`/api/publications/${id}/afterwards/`, 'POST', planned));
  await how.pause(scene);
  await app.database.query(
    'update afterwards set due_at = now(), next_attempt_at = now() where publication_id = $1',
    [id],
  );
  await how.later?.(scene, id);
  await runAfterwards(app);
  const reposts = await scene.network.reposts?.(call, scene.channel);
  const { afterwards } = await done(call(`/api/publications/${id}/`));
  if (reposts?.length) return 'g';
  return afterwards[0]?.held ? 'h' : JSON.stringify(afterwards);
}

const COLUMNS = { W: 'W', N: 'N', P: 'P', F: 'F', absent: 'N', there: 'P' } as const;

for (const [name, how] of Object.entries(HOLDING))
  for (const moment of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    const column = COLUMNS[moment];
    const row: Row<'W' | 'N' | 'P' | 'F'> = HELD[name as HeldRow];
    const expected = resultOf(row[column], 'none');
    const difference = row.today?.find(({ at }) => at === column);
    // What may be out is not in the list of what is held.
    const isListed = moment !== 'absent' || how.later === undefined;
    if (expected === '–' || !isListed) continue;
    test.concurrent(`${name}, ${moment}`, async () => {
      const scene = await begin('none');
      const today = difference ? resultOf(difference.today, 'none') : expected;
      const seen = moment === 'F' ? await repost(scene, how) : await publish(scene, moment, how);
      expect(seen).toBe(today === 'f' ? 'g' : today);
    });
  }
