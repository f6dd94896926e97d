import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';

/**
 * What somebody writes with a client that is generated from the OpenAPI document: makes, changes,
 * schedules and reads a post with a key. Compiled and run by `client.test.ts`.
 */

const { BASE = '', KEY = '', FOLDER, CHANNEL } = process.env;
const client = createClient<paths>({ baseUrl: BASE, headers: { authorization: `Bearer ${KEY}` } });

/** What was answered; throws what went wrong. */
function answered<Data>({
  data,
  error,
}: {
  data?: Data;
  error?: { detail: string; code: string };
}): Data {
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  return data as Data;
}

const me = answered(await client.GET('/api/whoami/', {}));
const made = answered(
  await client.POST('/api/posts/', {
    params: { query: {}, header: { 'Idempotency-Key': 'a-client' } },
    body: {
      folder: Number(FOLDER),
      text: 'Made by a client',
      channels: [Number(CHANNEL)],
      at: { local: '2030-07-01T09:00', zone: 'Europe/Berlin' },
    },
  }),
);
const id: number = made.post?.id ?? 0;
const changed = answered(
  await client.PUT('/api/posts/{id}/', {
    params: { path: { id: String(id) } },
    body: { title: 'A title', version: made.post?.version },
  }),
);
const publication = changed.publications[0]?.id ?? 0;
const moved = answered(
  await client.PUT('/api/publications/{id}/', {
    params: { path: { id: String(publication) } },
    body: { at: '2030-07-02T09:00:00Z' },
  }),
);
const read = answered(
  await client.GET('/api/posts/{id}/', { params: { path: { id: String(id) } } }),
);
const list = answered(
  await client.GET('/api/posts/', { params: { query: { status: 'draft', page_size: '10' } } }),
);
const stale = await client.PUT('/api/posts/{id}/', {
  params: { path: { id: String(id) } },
  body: { title: 'Too late', version: 1 },
});
await client.POST('/api/posts/', {
  // @ts-expect-error A post without a folder does not compile.
  body: { text: 'Nowhere' },
});
const state: 'proposed' | 'scheduled' | 'publishing' | 'published' | 'stopped' | 'cancelled' =
  moved.state;

console.log(
  JSON.stringify({
    scopes: me.scopes,
    title: read.title,
    text: read.parts.map((part) => part.text),
    due_at: read.publications.map((entry) => entry.due_at),
    state,
    listed: list.results.map((post) => post.id).includes(id),
    stale: stale.error?.code,
  }),
);
