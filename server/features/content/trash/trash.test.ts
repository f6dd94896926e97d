import { describe, expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';

const app = useApp();
const TRASH = '/api/content/trash/';
const ITEMS = '/api/content/items/';

async function someone() {
  const me = await writer(app);
  const trash = async () => (await app.get(TRASH, me.token)).body;
  return {
    ...me,
    trash,
    trashed: async () => (await trash()).results.map(({ title }: { title: string }) => title),
    remove: (id: number) => app.delete(`${ITEMS}${id}/`, me.token),
    restore: (item_ids: number[], fields: object = {}) =>
      app.post(`${TRASH}restore/`, { item_ids, ...fields }, me.token),
    listed: async () =>
      (await app.get(`${ITEMS}?ordering=created_at`, me.token)).body.results as {
        content: string;
        folder: number;
        thread_order: number;
        status: string;
      }[],
    thread: async (texts: string[]) =>
      (
        await app.post(
          `${ITEMS}thread/`,
          { folder: me.folder, items: texts.map((content) => ({ content })) },
          me.token,
        )
      ).body as { id: number }[],
  };
}

describe('the trash', () => {
  test('lists what was deleted, by whom, and until when it is kept', async () => {
    const me = await someone();
    const { id } = await me.write({ content: 'Gone', status: 'approved' });
    await me.write({ content: 'Here' });
    const [root] = await me.thread(['A thread', 'of two']);
    await me.remove(id);
    await me.remove(root?.id as number);
    const { count, results } = await me.trash();
    expect(count).toBe(2);
    expect(results).toMatchObject([
      { title: 'A thread', is_thread: true, thread_size: 2, folder: me.folder },
      { id, title: 'Gone', status: 'approved', is_thread: false, deleted_by: { id: me.id } },
    ]);
    const [{ deleted_at: deleted, erased_at: erased }] = results;
    expect(Date.parse(erased) - Date.parse(deleted)).toBe(30 * 24 * 60 * 60_000);
  });

  test('gives back a thread whole, with its status, and a version of its own', async () => {
    const me = await someone();
    const [root] = await me.thread(['One', 'Two', 'Three']);
    const id = root?.id as number;
    await app.put(`${ITEMS}${id}/`, { status: 'approved' }, me.token);
    await me.remove(id);
    expect(await me.listed()).toEqual([]);
    expect(await me.restore([id])).toMatchObject({ status: 200, body: { count: 3 } });
    expect(
      (await me.listed()).map(({ content, thread_order, status }) => [
        content,
        thread_order,
        status,
      ]),
    ).toEqual([
      ['One', 0, 'approved'],
      ['Two', 1, 'approved'],
      ['Three', 2, 'approved'],
    ]);
    expect(await me.trashed()).toEqual([]);
    const { body: history } = await app.get(`${ITEMS}${id}/history/`, me.token);
    expect(history[0]).toMatchObject({ action: 'undelete' });
    const { body: entries } = await app.get(
      `/api/content/audit-logs/?action=undelete&content_item=${id}`,
      me.token,
    );
    expect(entries).toHaveLength(1);
  });

  test('gives back a part of a thread as a post of its own', async () => {
    const me = await someone();
    const [root, second] = await me.thread(['One', 'Two']);
    await app.put(`${ITEMS}${root?.id}/`, { status: 'approved' }, me.token);
    const id = second?.id as number;
    await me.remove(id);
    expect(await me.trashed()).toEqual(['Two']);
    expect((await me.restore([id])).body.items).toMatchObject([
      // The approval was of the thread.
      { content: 'Two', is_standalone: true, status: 'draft' },
    ]);
  });

  test('asks for a folder where the former one was deleted', async () => {
    const me = await someone();
    const { body: folder } = await app.post('/api/content/folders/', { name: 'Old' }, me.token);
    const { id } = await me.write({ content: 'Homeless', folder: folder.id });
    await app.delete(`/api/content/folders/${folder.id}/`, me.token);
    expect((await me.trash()).results).toMatchObject([{ id, folder: null }]);
    expect(await me.restore([id])).toMatchObject({
      status: 400,
      body: { folder: ['The folder of this content was deleted: choose another one.'] },
    });
    expect((await me.restore([id], { folder: me.folder })).status).toBe(200);
    expect(await me.listed()).toMatchObject([{ content: 'Homeless', folder: me.folder }]);
    const { body: entries } = await app.get(
      `/api/content/audit-logs/?action=undelete&content_item=${id}`,
      me.token,
    );
    expect(entries[0].changes).toEqual({ folder: { before: null, after: me.folder } });
  });

  test('restores all or nothing, and only what is in it', async () => {
    const me = await someone();
    const gone = await me.write({ content: 'Gone' });
    const here = await me.write({ content: 'Here' });
    await me.remove(gone.id);
    expect(await me.restore([gone.id, here.id])).toMatchObject({
      status: 404,
      body: { item_ids: [`There is no item ${here.id}.`] },
    });
    expect(await me.trashed()).toEqual(['Gone']);
  });

  test('is emptied for good, by those who manage the workspace', async () => {
    const me = await someone();
    const { id } = await me.write({ content: 'Gone' });
    await me.remove(id);
    const editor = await colleague(app, me.folder, 'editor');
    expect((await editor.call(TRASH, 'DELETE')).status).toBe(403);
    expect(await app.delete(TRASH, me.token)).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await me.trashed()).toEqual([]);
    expect((await me.restore([id])).status).toBe(404);
  });
});
