import { expect } from 'vitest';
import { done, type Name, type Scene } from './authority.ts';
import type { Step, Way } from './authority-cases.ts';
import { eventually } from './eventually.ts';
import type { Call } from './responses.ts';
import { runJob } from './run-job.ts';

/** What people do in the scenes of `authority.ts`. */

export const NEW = ['One', 'Two, changed'];
export const part = ({ items }: Scene, at: 0 | 1) =>
  `/api/content/items/${items[at] as number}/` as '/api/content/items/1/';

/** The change is somebody's, who schedules or retries afterwards. */
export const acting =
  (name: Name, step: (scene: Scene, call: Call) => Promise<unknown>): Step =>
  (scene) => {
    scene.actor = scene.by(name);
    return step(scene, scene.actor);
  };
export const save =
  (fields: object, words: string[] = NEW) =>
  async (scene: Scene, call: Call) => {
    scene.words = words;
    await done(call(part(scene, 1), 'PUT', fields));
  };
export const edit = save({ content: 'Two, changed' });
/** Changes a role; a process learns of it by a notification of the database. */
export async function changeRole(scene: Scene, name: Name, role: string) {
  await done(scene.by('owner')(`/api/members/${scene.people[name].id}/`, 'PUT', { role }));
  await eventually(async () => {
    expect((await scene.by(name)('/api/workspace/')).body.role).toBe(role);
  });
}

export const own = (step: Step): Way => ({ steps: [step] });
export const inTurn =
  (...steps: [Step, ...Step[]]): Step =>
  async (scene) => {
    for (const step of steps) await step(scene);
  };

/** The approver gives the post another status. */
export const set =
  (status: string): Step =>
  (scene) =>
    done(scene.by('approver')(part(scene, 0), 'PUT', { status }));

/** The approver rejects what is in review. */
export const rejectPending: Step = async (scene) => {
  const call = scene.by('approver');
  const { results } = await done(call('/api/content/workflow/pending/'));
  const path = `/api/content/workflow/reject/${results[0].id}/` as const;
  await done(call(path, 'POST', { comment: 'Not so.' }));
};

/** The queue of the channel has a slot each day. */
export function addSlots({ by, channel }: Scene) {
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
  return done(by('owner')(`/api/channels/${channel}/slots/`, 'PUT', { slots }));
}

/** Approves the post of a scene, and lets its folder schedule a copy; the id of the publication. */
export async function scheduleCopy(scene: Scene): Promise<number> {
  const call = scene.by('owner');
  await addSlots(scene);
  await set('approved')(scene);
  const chosen = { name: 'Short', channels: [scene.channel] };
  const { id: channelSet } = await done(call('/api/channel-sets/', 'POST', chosen));
  await done(
    call(`/api/content/folders/${scene.folder}/evergreen/`, 'PUT', {
      ...{ channel_set: channelSet, gap_days: 60, max_uses: 6, without_asking: true },
      ...{ season_from: null, season_to: null, ends_on: null },
    }),
  );
  await scene.app.database.query(
    'update evergreen_folders set next_at = now() where folder_id = $1',
    [scene.folder],
  );
  await runJob(scene.app, 'evergreen.fill');
  const { rows } = await scene.app.database.query(
    "select id from publications where channel_id = $1 and state = 'scheduled'",
    [scene.channel],
  );
  expect(rows).toHaveLength(1);
  return rows[0].id;
}
