import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

/** Texts of the assistant that somebody took. */

const app = useApp();

test('what is taken is a version of its own, and the text before it stays one', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'First' });
  const save = (body: object) => app.put(`/api/content/items/${id}/`, body, me.token);
  await save({ content: 'Typed', autosave: true });
  expect((await save({ content: 'Taken', assisted: true })).status).toBe(200);
  await save({ content: 'Typed on', autosave: true });
  const { body } = await app.get(`/api/content/items/${id}/history/`, me.token);
  expect(body.map(({ action, content }) => [action, content])).toEqual([
    ['autosave', 'Typed on'],
    ['assist', 'Taken'],
    ['autosave', 'Typed'],
    ['create', 'First'],
  ]);
  expect((await save({ content: 'A', assisted: 'yes' })).status).toBe(400);
});

test('the same holds for a thread', async () => {
  const me = await writer(app);
  const { body: parts } = await app.post(
    '/api/content/items/thread/',
    { folder: me.folder, items: [{ content: 'One' }, { content: 'Two' }] },
    me.token,
  );
  const items = parts.map(({ id, content }) => ({ id, content: `${content}, typed` }));
  const save = (body: object) =>
    app.put(`/api/content/items/${parts[0].id}/thread/`, body, me.token);
  await save({ items, autosave: true });
  const taken = items.map((part) => ({ ...part, content: `${part.content}, taken` }));
  expect((await save({ items: taken, assisted: true })).status).toBe(200);
  const { body } = await app.get(`/api/content/items/${parts[1].id}/history/`, me.token);
  expect(body.map(({ action, content }) => [action, content])).toEqual([
    ['assist', 'Two, typed, taken'],
    ['autosave', 'Two, typed'],
    ['create', 'Two'],
  ]);
});
