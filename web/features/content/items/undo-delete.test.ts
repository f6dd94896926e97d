import { afterEach, describe, expect, test } from 'vitest';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { stubServer } from '#web/testing/server.ts';
import { useToast } from '#web/ui/overlays/toast.ts';
import { undoDelete } from './undo-delete.ts';

const server = stubServer();
const RESTORE = 'POST /api/content/trash/restore/';
const shown = () => useToast.getState().toast;
afterEach(() => useToast.setState({ toast: null }));

describe('undoing a deletion', () => {
  test('restores the items, and says how many', async () => {
    server.answers.set(RESTORE, { body: [] });
    await undoDelete([1, 2], []);
    expect(server.requests[0]?.body).toEqual({ item_ids: [1, 2] });
    expect(shown()).toMatchObject({ title: 'Success', description: '2 items restored' });
  });

  test('puts replies back into their threads, the first one first', async () => {
    const [, second, third] = threadOf([10, 11, 12]);
    server.answers.set(RESTORE, { body: [] });
    for (const id of [11, 12])
      server.answers.set(`POST /api/content/items/${id}/add-to-thread/`, { body: {} });
    await undoDelete(
      [12, 11],
      [third, second].flatMap((item) => item ?? []),
    );
    expect(server.requests.slice(1).map(({ name, body }) => [name, body])).toEqual([
      ['POST /api/content/items/11/add-to-thread/', { parent: 10, thread_order: 1 }],
      ['POST /api/content/items/12/add-to-thread/', { parent: 10, thread_order: 2 }],
    ]);
  });

  test('leaves replies alone whose root comes back with them', async () => {
    server.answers.set(RESTORE, { body: [] });
    await undoDelete([10, 11], threadOf([10, 11]));
    expect(server.names()).toEqual([RESTORE]);
  });

  test('says why it failed', async () => {
    server.answers.set(RESTORE, { status: 404, body: { detail: 'It is gone.' } });
    await undoDelete([1], [itemOf({ id: 1 })]);
    expect(shown()).toMatchObject({ description: 'It is gone.', variant: 'destructive' });
  });

  test('says that it failed where the server was not reached', async () => {
    await undoDelete([1], []);
    expect(shown()).toMatchObject({ description: 'Failed to restore items' });
  });
});
