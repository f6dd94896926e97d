import { beforeEach, describe, expect, test } from 'vitest';
import { emptyDetails, type Item } from '#contract/content/items.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { stubServer } from '#web/testing/server.ts';
import type { EditorValues } from './editor-fields.ts';
import type { Part } from './parts.ts';
import { save } from './save-content.ts';

const server = stubServer();
const part = (content: string, fields: Partial<Part> = {}): Part => ({
  key: content,
  content,
  network_texts: {},
  media: [],
  ...fields,
});
const values = (given: Partial<EditorValues> = {}): EditorValues => ({
  kind: 'single',
  folder: 1,
  status: 'draft',
  description: '',
  parts: [part('A text')],
  ...emptyDetails,
  ...given,
});
const itself = { by: 'itself', key: 'key', keepalive: false, creates: false } as const;
const saved = { ...itemOf({ id: 7, version: 3 }) } as Parameters<typeof save>[1];
const sent = () => server.requests[0];

beforeEach(() => queryClient.clear());

describe('what is in the editor is sent', () => {
  test('as a new item, once however often it is repeated', async () => {
    server.answers.set('POST /api/content/items/', { body: itemOf({ id: 7 }) });
    await save(values(), undefined, itself);
    expect(sent()?.body).toMatchObject({ folder: 1, content: 'A text', is_standalone: true });
    expect(sent()?.headers.get('idempotency-key')).toBe('key');
  });

  test('as the item that it is, with the version that was read', async () => {
    server.answers.set('PUT /api/content/items/7/', { body: itemOf({ id: 7 }) });
    await save(values({ tags: ['spring'] }), saved, itself);
    expect(sent()?.body).toMatchObject({ version: 3, tags: ['spring'], autosave: true });
  });

  test('as a new thread, without the keys of its parts', async () => {
    server.answers.set('POST /api/content/items/thread/', { body: threadOf([7, 8]) });
    const parts = [part('One'), part('Two')];
    await save(values({ kind: 'thread', parts, description: ' About it ' }), undefined, itself);
    expect(sent()?.body).toMatchObject({
      description: 'About it',
      items: [
        { content: 'One', network_texts: {}, media: [] },
        { content: 'Two', network_texts: {}, media: [] },
      ],
    });
    expect(JSON.stringify(sent()?.body)).not.toContain('"key"');
  });

  test('as the thread that it is, without the details that are unchanged', async () => {
    server.answers.set('PUT /api/content/items/7/thread/', { body: threadOf([7, 8]) });
    const thread = { kind: 'thread', parts: [part('One', { id: 7 })] } as const;
    await save(values({ ...thread, parts: [...thread.parts] }), saved, itself);
    expect(sent()?.body).not.toHaveProperty('tags');
    await save(values({ ...thread, parts: [...thread.parts], tags: ['new'] }), saved, itself);
    expect(server.requests[1]?.body).toMatchObject({ tags: ['new'], version: 3 });
  });
});

test('a thread that is cached has what was saved, and nothing is cached anew', async () => {
  const items = threadOf([7, 8], { title: 'Saved' });
  server.answers.set('PUT /api/content/items/7/thread/', { body: items });
  queryClient.setQueryData(keys.thread(7), threadOf([7]));
  await save(values({ kind: 'thread' }), saved, itself);
  expect(queryClient.getQueryData<Item[]>(keys.thread(7))).toEqual(items);
  expect(queryClient.getQueryData(keys.thread(8))).toBeUndefined();
});
