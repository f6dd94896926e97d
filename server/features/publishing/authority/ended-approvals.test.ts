import { expect, test } from 'vitest';
import { POLICIES, type Policy, resultOf } from '#contract/authority/cases.ts';
import { APPROVALS } from '#contract/authority/decisions.ts';
import {
  done,
  ending,
  LATER,
  type Scene,
  schedule,
  useScenes,
} from '../../../testing/authority.ts';
import { bringTo } from '../../../testing/authority-cases.ts';
import { edit, part, scheduleCopy, set } from '../../../testing/authority-steps.ts';

/** ‘End what they approved’: what a removed member approved needs another approval. */

const { begin } = useScenes();

const remove = ({ by, people }: Scene, query = '?end_approvals=true') =>
  done(by('owner')(`/api/members/${people.approver.id}/${query}` as '/api/members/1/', 'DELETE'));

const detailOf = async ({ by }: Scene, id: number) =>
  (await done(by('owner')(`/api/publications/${id}/`))).detail;

const ENDED = 'The approver was removed, and their approvals ended.';

test.each(POLICIES.flatMap((policy) => (['W', 'N', 'P'] as const).map((at) => ({ policy, at }))))(
  'what is scheduled by an approval of the person who is removed stops ($policy, $at)',
  async ({ policy, at }) => {
    const scene = await begin(policy);
    await set('approved')(scene);
    const id = await bringTo(scene, at, scene.by('owner'));
    expect(await remove(scene)).toMatchObject({ approvals_ended: 1 });
    await scene.release(id);
    const row = APPROVALS['of the person who is removed, with ‘End what they approved’'];
    expect(await ending(scene, id)).toBe(resultOf(row.result, policy));
    expect(await detailOf(scene, id)).toBe(
      `The owner moved it back to draft after it was approved: “${ENDED}”`,
    );
  },
);

test.each<[Policy, string]>([
  ['none', 'scheduled'],
  ['only_approved', 'refused'],
])('under %s what is scheduled after that is %s', async (policy, what) => {
  const scene = await begin(policy);
  await set('approved')(scene);
  await remove(scene);
  const answer = await schedule(scene, scene.by('owner'), LATER);
  expect('id' in answer ? 'scheduled' : 'refused').toBe(what);
});

test('without the choice nothing ends', async () => {
  const scene = await begin('only_approved');
  await set('approved')(scene);
  const id = await bringTo(scene, 'W', scene.by('owner'));
  expect(await remove(scene, '')).toMatchObject({ approvals_ended: 0 });
  await scene.release(id);
  expect(await ending(scene, id)).toBe('g');
});

test('what is out, or was approved by somebody else since, stays', async () => {
  const scene = await begin('only_approved');
  await set('approved')(scene);
  const id = await bringTo(scene, 'W', scene.by('owner'));
  await scene.release(id);
  expect(await ending(scene, id)).toBe('g');
  expect(await remove(scene)).toMatchObject({ approvals_ended: 0 });
  const { status } = await done(scene.by('owner')(part(scene, 0)));
  expect(status).toBe('published');

  const other = await begin('only_approved');
  await set('approved')(other);
  await edit(other, other.by('editor'));
  await done(other.by('other')(part(other, 0), 'PUT', { status: 'approved' }));
  expect(await remove(other)).toMatchObject({ approvals_ended: 0 });
  expect((await done(other.by('owner')(part(other, 0)))).status).toBe('approved');
});

test('what a key of theirs approved, and an approval of a review, end, too', async () => {
  const scene = await begin('only_approved');
  const call = scene.by('approver');
  const scopes = ['read', 'write', 'review'];
  const { secret } = await done(call('/api/keys/', 'POST', { name: 'A program', scopes }));
  const asKey = (path: string, body: object) =>
    scene.app.request(path as '/api/content/items/1/', { method: 'PUT', token: secret, body });
  await done(asKey(part(scene, 0), { status: 'approved' }));
  expect(await remove(scene)).toMatchObject({ approvals_ended: 1 });

  const reviewed = await begin('only_approved');
  await set('review')(reviewed);
  const review = reviewed.by('approver');
  const { results } = await done(review('/api/content/workflow/pending/'));
  await done(review(`/api/content/workflow/approve/${results[0].id}/`, 'POST', {}));
  expect(await remove(reviewed)).toMatchObject({ approvals_ended: 1 });
});

test('of a published post what still waits on another account stops', async () => {
  const scene = await begin('only_approved');
  await set('approved')(scene);
  const out = await bringTo(scene, 'W', scene.by('owner'));
  const channel = await scene.network.connect(scene.by('owner'));
  await scene.release(out);
  expect(await ending(scene, out)).toBe('g');
  const path = `/api/content/items/${scene.items[0] as number}/publications/` as const;
  const [waits] = await done(scene.by('owner')(path, 'POST', { channels: [channel], at: LATER }));
  expect(await remove(scene)).toMatchObject({ approvals_ended: 1 });
  await scene.release(waits.id);
  expect(await ending(scene, waits.id)).toBe('a');
});

test('the copies of an evergreen post stop', async () => {
  const scene = await begin('only_approved');
  const id = await scheduleCopy(scene);
  // The copy is approved for who set the folder.
  expect(await remove(scene)).toMatchObject({ approvals_ended: 1 });
  await scene.release(id);
  expect(await ending(scene, id)).toBe('a');
  expect(await detailOf(scene, id)).toBe(
    `The owner took back the post that this repeats: “${ENDED}”`,
  );
});

test('an evergreen post of which nothing waits is repeated no more', async () => {
  const scene = await begin('only_approved');
  const id = await scheduleCopy(scene);
  await done(scene.by('owner')(`/api/publications/${id}/`, 'DELETE'));
  await done(scene.by('owner')(part(scene, 0), 'PUT', { status: 'published' }));
  expect(await remove(scene)).toMatchObject({ approvals_ended: 1 });
  expect((await done(scene.by('owner')(part(scene, 0)))).status).toBe('draft');
});

test.each(['deleted', 'in a folder that was deleted'])(
  'a post that was %s comes back without the approval',
  async (how) => {
    const scene = await begin('only_approved');
    const call = scene.by('owner');
    await set('approved')(scene);
    const path = how === 'deleted' ? part(scene, 0) : `/api/content/folders/${scene.folder}/`;
    await done(call(path as '/api/content/items/1/', 'DELETE'));
    const before = await done(call('/api/content/trash/'));
    expect(await remove(scene)).toMatchObject({ approvals_ended: 1 });
    // It stays where it is, for as long as before.
    expect(await done(call('/api/content/trash/'))).toEqual({
      ...before,
      results: before.results.map((post) => ({ ...post, status: 'draft' })),
    });
    const { id: folder } = await done(call('/api/content/folders/', 'POST', { name: 'Back' }));
    const back = await done(
      call('/api/content/trash/restore/', 'POST', { item_ids: scene.items, folder }),
    );
    expect(back.items.map(({ status }) => status)).toEqual(['draft', 'draft']);
  },
);

test('a key that decides about members alone cannot choose it', async () => {
  const scene = await begin('none');
  await set('approved')(scene);
  const { call } = await scene.key({ scopes: ['read', 'members'] });
  const path = `/api/members/${scene.people.approver.id}/` as const;
  const { status } = await call(`${path}?end_approvals=true` as typeof path, 'DELETE');
  expect(status).toBe(403);
  expect((await call(path, 'DELETE')).status).toBe(200);
});
