import { expect, test } from 'vitest';
import { type Policy, type Row, resultOf } from '#contract/authority/cases.ts';
import { EVERGREEN, type EvergreenRow } from '#contract/authority/standing.ts';
import { done, ending, type Scene, useScenes } from '../../../testing/authority.ts';
import type { Step } from '../../../testing/authority-cases.ts';
import { edit, inTurn, part, scheduleCopy, set } from '../../../testing/authority-steps.ts';
import { isWhole } from '../../../testing/sampled.ts';

/** Copies of evergreen posts: the rows of `EVERGREEN`, through HTTP, the job and the worker. */

const { begin } = useScenes();

const editorEdits: Step = (scene) => edit(scene, scene.by('editor'));

/** What was begun stops first; what is out of it stays as it was. */
const takeNewText: Step = async (scene) => {
  const call = scene.by('owner');
  const id = scene.publication;
  const { state, sent } = await done(call(`/api/publications/${id}/`));
  if (state === 'publishing' && sent === 0) {
    await scene.release(id);
    expect(await ending(scene, id)).toBe('a');
  }
  const { status } = await call(`/api/publications/${id}/new-text/`, 'POST');
  expect(status).toBe(sent === 0 ? 200 : 409);
};

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
  'the source is approved anew, otherwise, and its new text is taken': {
    'by the owner': inTurn(editorEdits, set('approved'), takeNewText),
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

async function outcomeOf(scene: Scene, moment: 'W' | 'N' | 'P', change: Step) {
  const id = await scheduleCopy(scene);
  if (moment !== 'W') {
    scene.plan(...(moment === 'N' ? (['limit'] as const) : (['accept', 'limit'] as const)));
    await scene.release(id);
    await scene.untilAttempted(id, 'rate_limited');
  }
  scene.publication = id;
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
  const names = Object.keys(ways);
  const chosen = all.filter(({ moment, policy, way }) => {
    const place = names.indexOf(way) + 'WNP'.indexOf(moment) + at;
    const turn = place % POLICIES.length === POLICIES.indexOf(policy);
    return isWhole || (turn && (moment === 'W' || way === names[0]));
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
