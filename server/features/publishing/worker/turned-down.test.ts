import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** A changed text that was turned down is not sent in place of the approved one. */

const app = useApp();

test.each<[string, 'reject' | object]>([
  ['rejected', 'reject'],
  ['taken back from a review', { status: 'draft' }],
  ['archived for a while', { status: 'archived' }],
])('one that was %s', async (_, how) => {
  const me = await publisherOn(app, practice);
  const approver = await colleague(app, me.folder, 'approver');
  const { id: item } = await me.write({ content: 'Right price' });
  const set = async (fields: object) => {
    const { status } = await approver.call(`/api/content/items/${item}/`, 'PUT', fields);
    expect(status).toBe(200);
  };
  const texts = async () => (await me.posts()).map(({ content }) => content);
  await set({ status: 'approved' });
  const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
  await set({ content: 'Wrong price' });
  const path = `/api/content/items/${item}/workflow_transition/` as const;
  const { body: request } = await me.call(path, 'POST', { target_state: 'review' });
  if (how === 'reject') {
    const reject = `/api/content/workflow/reject/${request.id}/` as const;
    expect((await approver.call(reject, 'POST', { comment: 'No.' })).status).toBe(200);
  } else await set(how);
  await set({ status: 'draft' });
  await app.database.query(
    'update publications set due_at = now(), next_attempt_at = now() where id = $1',
    [id],
  );
  expect(await me.until(id, 'stopped', 'published')).toMatchObject({
    ...{ state: 'stopped', reason: 'changed', cause: 'taken_back' },
  });
  expect(await texts()).toEqual([]);
  await set({ content: 'Best price' });
  await set({ status: 'approved' });
  expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(200);
  await me.until(id, 'published');
  expect(await texts()).toEqual(['Best price']);
});
