import { expect, test } from 'vitest';
import { DECISIONS, type DecisionRow } from '#contract/authority/decisions.ts';
import { done, LATER, type Name, type Scene, useScenes } from '../../../testing/authority.ts';
import { casesOf, type Step, type Tried, tryCase } from '../../../testing/authority-cases.ts';
import {
  changeRole,
  edit,
  inTurn,
  own,
  part,
  rejectPending,
  set,
} from '../../../testing/authority-steps.ts';

/** Decisions after an edition was covered: the rows of `DECISIONS`, through HTTP and the worker. */

const { begin } = useScenes();

const reviewAndReject = inTurn(set('review'), rejectPending);

const inBulk: Step = (scene) =>
  done(
    scene.by('approver')('/api/content/items/bulk_operations/', 'POST', {
      ...{ operation: 'status_change', item_ids: [scene.items[0]], params: { status: 'draft' } },
    }),
  );

const editorEdits: Step = (scene) => edit(scene, scene.by('editor'));
const editorReverts: Step = (scene) => {
  scene.words = scene.covered;
  return done(scene.by('editor')(part(scene, 1), 'PUT', { content: 'Two' }));
};

const proposeElsewhere: Step = async (scene) => {
  const channel = await scene.network.connect(scene.by('owner'));
  const path = `/api/content/items/${scene.items[0] as number}/publications/` as const;
  await done(scene.by('editor')(path, 'POST', { channels: [channel], at: LATER }));
};

const remove =
  (name: Name): Step =>
  ({ by, people }) =>
    done(by('owner')(`/api/members/${people[name].id}/`, 'DELETE'));

const switchPolicy: Step = (scene) => scene.setPolicy(scene.target);

const takenBack = (...steps: [Step, ...Step[]]) => ({ steps });

const TRIED: Record<DecisionRow, Tried> = {
  'its approval is taken back': {
    covered: 'approved',
    ways: {
      'to draft': own(set('draft')),
      'to review': own(set('review')),
      'to the archive': own(set('archived')),
      rejected: own(reviewAndReject),
      'in a bulk operation': own(inBulk),
    },
  },
  'its approval is taken back, and another text is approved': {
    covered: 'approved',
    ways: {
      'to draft': takenBack(set('draft'), inTurn(editorEdits, set('approved'))),
      rejected: takenBack(reviewAndReject, inTurn(editorEdits, set('approved'))),
    },
  },
  'it is changed, and the other text is approved': {
    covered: 'approved',
    ways: { 'by an editor': takenBack(editorEdits, set('approved')) },
  },
  'its approval is taken back, and the very same text is approved again': {
    covered: 'approved',
    ways: {
      'at once': takenBack(set('draft'), set('approved')),
      'after it was changed and changed back': takenBack(
        set('draft'),
        inTurn(editorEdits, editorReverts, set('approved')),
      ),
    },
  },
  'it was scheduled and never approved, and is archived or rejected': {
    covered: 'scheduled',
    ways: { archived: own(set('archived')), rejected: own(reviewAndReject) },
  },
  'it is proposed for another account': {
    covered: 'approved',
    ways: { 'by an editor': own(proposeElsewhere) },
  },
  'it is proposed for another account, and that review is rejected': {
    covered: 'approved',
    ways: { 'by an editor': own(inTurn(proposeElsewhere, rejectPending)) },
  },
  'the person who approved it loses the right, or leaves': {
    covered: 'approved',
    ways: {
      'a viewer now': own((scene) => changeRole(scene, 'approver', 'viewer')),
      removed: own(remove('approver')),
      left: own(({ by }) => done(by('approver')('/api/workspace/leave/', 'POST', {}))),
    },
  },
  'the person who scheduled it is removed': {
    ways: { removed: { scheduledBy: 'other', steps: [remove('other')] } },
  },
  'a stricter policy is switched on, and it was never approved': {
    ...{ covered: 'scheduled', from: 'none' },
    ways: { switched: own(switchPolicy) },
  },
  'a laxer policy is switched on': {
    ...{ covered: 'approved', from: 'prevent_self_approval' },
    ways: { switched: own(switchPolicy) },
  },
  'it is called published by hand, and was never approved': {
    covered: 'scheduled',
    ways: {
      // Refused under a policy, which is as good.
      'by the owner': own((scene: Scene) =>
        scene.by('owner')(part(scene, 0), 'PUT', { status: 'published' }),
      ),
    },
  },
};

for (const given of casesOf(DECISIONS, TRIED))
  test.concurrent(given.name, async () => {
    const scene = await begin(given.tried.from ?? given.policy, given.policy);
    const { seen, expected } = await tryCase(scene, given);
    expect(seen).toEqual(expected);
  });
