import { expect, test } from 'vitest';
import { type Policy, type Row, resultOf } from '#contract/authority/cases.ts';
import { EVERGREEN, type EvergreenRow } from '#contract/authority/standing.ts';
import { done, ending, type Scene, useScenes } from '../../../testing/authority.ts';
import type { Step } from '../../../testing/authority-cases.ts';
import { addSlots, edit, inTurn, part, set } from '../../../testing/authority-steps.ts';
import { runJob } from '../../../testing/run-job.ts';
import { isWhole } from '../../../testing/sampled.ts';

/** Copies of evergreen posts: the rows of `EVERGREEN`, through HTTP, the job and the worker. */

const { app, begin } = useScenes();

const editorEdits: Step = (scene) => edit(scene, scene.by('editor'));

const CHANGES: Record<EvergreenRow, Record<string, Step>> = {
  'the source is taken back, rejected or archived': {
    'to draft': set('draft'),
    'to review': set('review'),
    'to the archive': set('archived'),
  },
  'the source goes to the trash': {
    deleted: (scene) => done(scene.by('owner')(part(scene, 0), 'DELETE')),
  },
  'the source is edited': { 'by an editor': editorEdits },
  'the source is approved anew, as it was': {
    'after it was taken back': inTurn(set('draft'), set('approved')),
  },
  'the source is approved anew, otherwise': {
    'after it was edited': inTurn(editorEdits, set('approved')),
  },
  'the source leaves its folder, or the folder is no longer evergreen': {
    moved: async (scene) => {
      const call = scene.by('editor');
      const { id } = await done(call('/api/content/folders/', 'POST', { name: 'Elsewhere' }));
      await done(call(part(scene, 0), 'PUT', { folder: id }));
    },
    'switched off': ({ by, folder }) =>
      done(by('owner')(`/api/content/folders/${folder}/evergreen/`, 'DELETE')),
  },
};

/** Approves the post of a scene, and lets its folder schedule a copy; the id of the publication. */
async function scheduleCopy(scene: Scene): Promise<number> {
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
  await app.database.query('update evergreen_folders set next_at = now() where folder_id = $1', [
    scene.folder,
  ]);
  await runJob(app, 'evergreen.fill');
  const { rows } = await app.database.query(
    "select id from publications where channel_id = $1 and state = 'scheduled'",
    [scene.channel],
  );
  expect(rows).toHaveLength(1);
  return rows[0].id;
}

async function outcomeOf(scene: Scene, moment: 'W' | 'N' | 'P', change: Step) {
  const id = await scheduleCopy(scene);
  if (moment !== 'W') {
    scene.plan(...(moment === 'N' ? (['limit'] as const) : (['accept', 'limit'] as const)));
    await scene.release(id);
    await scene.untilAttempted(id, 'rate_limited');
  }
  await change(scene);
  await scene.release(id);
  return ending(scene, id);
}

// Where nobody approves their own text, a copy is proposed.
const POLICIES: Policy[] = ['none', 'only_approved'];

const cases = Object.entries(CHANGES).flatMap(([name, ways], at) => {
  const row: Row<'W' | 'N' | 'P'> = EVERGREEN[name as EvergreenRow];
  const all = (['W', 'N', 'P'] as const).flatMap((moment) =>
    POLICIES.flatMap((policy) =>
      Object.entries(ways).map(([way, change]) => ({ moment, policy, way, change })),
    ),
  );
  // Each way and each moment, with the policies in turn; the slow tests try all of them.
  const chosen = all.filter(({ moment, policy, way }, index) => {
    const turn = (index + at) % POLICIES.length === POLICIES.indexOf(policy);
    return isWhole || (turn && (moment === 'W' || way === Object.keys(ways)[0]));
  });
  return chosen.map((given) => {
    const { moment, policy } = given;
    const today = row.today?.find(({ at: column }) => column === moment)?.today ?? row[moment];
    const title = `${name} (${given.way}), ${policy}, ${moment}`;
    return { ...given, title, expected: resultOf(today, policy) };
  });
});

for (const { title, policy, moment, change, expected } of cases)
  test.concurrent(title, async () => {
    const scene = await begin(policy);
    const seen = await outcomeOf(scene, moment, change);
    expect(seen).toBe(expected === 'f' ? 'g' : expected);
  });
