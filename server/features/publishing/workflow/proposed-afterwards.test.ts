import { expect, test } from 'vitest';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What is done with a proposal afterwards is approved with it, as it was read. */

const app = useApp();

async function proposed(afterwards: GivenAfterward[] = []) {
  const me = await publisherOn(app, practice);
  await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
  const editor = await colleague(app, me.folder, 'editor');
  const post = { folder: me.folder, content: 'Words that are read' };
  const { body: item } = await editor.call('/api/content/items/', 'POST', post);
  const path = `/api/content/items/${item.id}/publications/` as const;
  const { body } = await editor.call(path, 'POST', {
    ...{ channels: [me.channel], at: '2030-01-01T09:00:00Z' },
    afterwards: { [me.channel]: afterwards },
  });
  const [publication] = body;
  if (!publication) throw new Error('nothing was proposed');
  const pending = async () => {
    const { results } = (await me.call('/api/content/workflow/pending/')).body;
    return results.find(({ content }) => content.id === item.id);
  };
  const read = await pending();
  const seen = read?.publications.map(({ id, due_at, options, afterwards: planned }) => ({
    ...{ id, due_at, options },
    afterwards: planned.map(({ id: afterward, state }) => ({ id: afterward, state })),
  }));
  const version = read?.content.version;
  const addAs = (call: typeof me.call, text: string) =>
    call(`/api/publications/${publication.id}/afterwards/`, 'POST', {
      afterwards: [{ kind: 'reply', hours: 1, text }],
    });
  const add = (text: string) => addAs(editor.call, text);
  const addOwn = (text: string) => addAs(me.call, text);
  const withdraw = (afterward: number) => editor.call(`/api/afterwards/${afterward}/`, 'DELETE');
  const approve = (request = read?.id ?? 0, given: object = { version }) =>
    me.call(`/api/content/workflow/approve/${request}/`, 'POST', given);
  const approveItem = (given: object) =>
    me.call(`/api/content/items/${item.id}/workflow_transition/`, 'POST', {
      ...{ target_state: 'approved', version, ...given },
    });
  const state = async () => (await me.get(publication.id)).state;
  return {
    ...{ read, seen, version, pending, add, addOwn, withdraw, approve, approveItem, state },
  };
}

const REPLY: GivenAfterward = { kind: 'reply', hours: 1, text: 'Read as well' };

test.each(['added', 'withdrawn'] as const)('what is %s meanwhile is not approved', async (how) => {
  const { read, seen, version, ...me } = await proposed([REPLY]);
  const planned = read?.publications[0]?.afterwards[0]?.id ?? 0;
  const changed = how === 'added' ? await me.add('Slipped in') : await me.withdraw(planned);
  expect(changed.status).toBeLessThan(300);
  expect((await me.approve()).status).toBe(409);
  expect((await me.approve(read?.id, { version, seen })).status).toBe(409);
  expect((await me.approveItem({ seen })).status).toBe(409);
  expect(await me.state()).toBe('proposed');
  const renewed = await me.pending();
  expect(renewed?.id).not.toBe(read?.id);
  expect((await me.approve(renewed?.id)).status).toBe(200);
  expect(await me.state()).toBe('scheduled');
});

test('a transition of an item names what is done afterwards', async () => {
  const { seen, ...me } = await proposed([REPLY]);
  const silent = seen?.map(({ afterwards: _, ...proposal }) => proposal);
  expect((await me.approveItem({ seen: silent })).status).toBe(409);
  expect((await me.approveItem({ seen })).status).toBe(201);
  expect(await me.state()).toBe('scheduled');
});

test('what is proposed with it asks for one review', async () => {
  const me = await proposed([REPLY]);
  expect((await me.approve()).status).toBe(200);
});

test('who adds a reply to a proposal does not approve it', async () => {
  const { read, version, ...me } = await proposed();
  expect((await me.addOwn('Words of the approver')).status).toBe(201);
  const renewed = await me.pending();
  const seen = renewed?.publications.map(({ id, due_at, options }) => ({ id, due_at, options }));
  const refused = await me.approve(renewed?.id, { version, seen });
  expect([read?.id === renewed?.id, refused.status, refused.body, await me.state()]).toEqual([
    false,
    403,
    expect.objectContaining({
      detail: 'A reply in this proposal has your words. Someone else has to approve it.',
    }),
    'proposed',
  ]);
});
