import { expect, test } from 'vitest';
import { resultOf } from '#contract/authority/cases.ts';
import { AFTERWARDS, type AfterwardsRow } from '#contract/authority/decisions.ts';
import { done, ending, type Scene, useScenes } from '../../../testing/authority.ts';
import { bringTo, type Step } from '../../../testing/authority-cases.ts';
import { edit, inTurn, part, rejectPending, set } from '../../../testing/authority-steps.ts';
import { runAfterwards } from '../../../testing/publishing.ts';

/** What is done afterwards, whose post gets another status: the rows of `AFTERWARDS`. */

const { app, begin } = useScenes();

const PLANNED = {
  reply: { kind: 'reply', hours: 1, text: 'Below' },
  repost: { kind: 'repost', hours: 1 },
  remove: { kind: 'remove', days: 1, consent: true },
} as const;

const WAYS: Record<AfterwardsRow, Record<string, Step>> = {
  'its post is set back to a draft, a review or the archive': {
    draft: set('draft'),
    review: set('review'),
    archived: set('archived'),
  },
  'its post is rejected': { rejected: inTurn(set('review'), rejectPending) },
  'the text of its post is changed': {
    'by an editor': (scene) => edit(scene, scene.by('editor')),
  },
  'its post goes to the trash': {
    trashed: (scene) => done(scene.by('owner')(part(scene, 0), 'DELETE')),
  },
};

async function publishApproved(scene: Scene, kind: keyof typeof PLANNED) {
  const call = scene.by('owner');
  await set('approved')(scene);
  const id = await bringTo(scene, 'W', call);
  const afterwards = [PLANNED[kind]];
  await done(call(`/api/publications/${id}/afterwards/`, 'POST', { afterwards }));
  await scene.release(id);
  expect(await ending(scene, id)).toBe('g');
  return id;
}

for (const [name, ways] of Object.entries(WAYS))
  for (const [way, step] of Object.entries(ways))
    for (const kind of ['reply', 'repost', 'remove'] as const)
      test.concurrent(`${kind}: ${name} (${way})`, async () => {
        const scene = await begin('only_approved');
        const id = await publishApproved(scene, kind);
        await step(scene);
        await app.database.query(
          'update afterwards set due_at = now(), next_attempt_at = now() where publication_id = $1',
          [id],
        );
        await runAfterwards(app);
        const { afterwards } = await done(scene.by('owner')(`/api/publications/${id}/`));
        const expected = resultOf(AFTERWARDS[name as AfterwardsRow][kind], 'only_approved');
        expect(afterwards[0]?.state).toBe({ g: 'done', c: 'cancelled' }[expected as 'g' | 'c']);
        const texts = await scene.texts();
        const reposts = (await scene.network.reposts?.(scene.by('owner'), scene.channel)) ?? [];
        expect({
          below: texts.includes('Below'),
          reposts: reposts.length,
          texts: texts.length,
        }).toEqual({
          below: kind === 'reply' && expected === 'g',
          reposts: kind === 'repost' && expected === 'g' ? 1 : 0,
          texts: { reply: expected === 'g' ? 3 : 2, repost: 2, remove: 0 }[kind],
        });
      });
