import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp({ RATE_LIMIT_FACTOR: '50' });
const limited = useApp({ RATE_LIMIT_FACTOR: '1' });

type Fields = { name?: string; folder?: number | null; mapping?: object };

/** Somebody with an address of their own. */
async function receiver(fields: Fields = {}, on = app) {
  const me = await writer(on);
  const body = { name: 'A form', folder: me.folder, ...fields };
  const { status, body: made } = await on.post('/api/incoming/', body, me.token);
  expect(status).toBe(201);
  const url = on.base + new URL(made.address).pathname;
  const send = async (
    content: string | Uint8Array<ArrayBuffer> | object,
    headers: Record<string, string> = {},
    method = 'POST',
  ) => {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body:
        typeof content === 'string' || content instanceof Uint8Array
          ? content
          : JSON.stringify(content),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer, headers: response.headers };
  };
  const item = async (id: unknown) =>
    (await on.get(`/api/content/items/${Number(id)}/`, me.token)).body;
  const count = async () =>
    (await on.get('/api/content/items/', me.token)).body.results.length as number;
  return { ...me, made, url, send, item, count };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('JSON with the usual names becomes a draft, by its maker', async () => {
  const { send, item, id, folder, made, token } = await receiver();
  const { status, body } = await send({
    title: 'Opening hours',
    text: 'We open at nine.',
    url: 'https://shop.example.org/hours',
    tags: ['#news', 'shop', 'news'],
  });
  expect(status).toBe(201);
  expect(body).toEqual({ item: expect.any(Number), repeated: false });
  expect(await item(body.item)).toMatchObject({
    status: 'draft',
    folder,
    description: 'Opening hours',
    content: 'We open at nine.\n\nhttps://shop.example.org/hours',
    tags: ['news', 'shop'],
  });
  const { rows } = await app.database.query('select created_by from items where id = $1', [
    body.item,
  ]);
  expect(Number(rows[0].created_by)).toBe(id);
  const { body: listed } = await app.get('/api/incoming/', token);
  expect(listed).toEqual([
    expect.objectContaining({
      id: made.id,
      drafts: 1,
      ending: made.address.slice(-5, -1),
      obstacle: null,
    }),
  ]);
  expect(JSON.stringify(listed)).not.toContain(made.address.slice(-33, -1));
});

test('a form and a mapping of paths', async () => {
  const mapping = { title: 'fields[0].value', text: 'data.body', tags: 'data.topics', link: null };
  const { send, item } = await receiver({ mapping });
  const json = {
    fields: [{ value: 'Class moved' }],
    data: { body: 'To Monday', topics: 'yoga, #timetable' },
    link: 'https://example.org/a',
  };
  const made = await send(json);
  expect(await item(made.body.item)).toMatchObject({
    description: 'Class moved',
    content: 'To Monday\n\nhttps://example.org/a',
    tags: ['yoga', 'timetable'],
  });
  // A field of a form has the whole path as its name.
  const form = new URLSearchParams({ 'data.body': 'From a form – ü', title: 'Not asked for' });
  const second = await send(form.toString(), FORM);
  expect(await item(second.body.item)).toMatchObject({
    content: 'From a form – ü',
    description: null,
  });
});

test('a repeated call makes no second draft, also at the same time', async () => {
  const { send, count, token } = await receiver();
  const key = { 'webhook-id': 'msg_1' };
  const all = await Promise.all([1, 2, 3, 4].map(() => send({ text: 'Once' }, key)));
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(all.map(({ body }) => body.item)).size).toBe(1);
  expect(all.filter(({ body }) => body.repeated === false)).toHaveLength(1);
  expect(await count()).toBe(1);
  const again = await send({ text: 'Once more' }, { 'idempotency-key': 'msg_1' });
  expect(again.body).toEqual({ item: all[0]?.body.item, repeated: true });
  await send({ text: 'Twice' }, { 'webhook-id': 'msg_2' });
  await send({ text: 'Twice' });
  await send({ text: 'Twice' });
  expect(await count()).toBe(4);
  // A draft that was deleted is not made again.
  await app.delete(`/api/content/items/${Number(again.body.item)}/`, token);
  expect((await send({ text: 'Once' }, key)).body).toEqual({ item: null, repeated: true });
});

test.each([
  ['{', {}, 400, /not valid JSON/],
  ['', {}, 400, /not valid JSON/],
  ['7', {}, 400, /must be a JSON object/],
  [`{"a":${'['.repeat(70)}1${']'.repeat(70)}}`, {}, 400, /nested more than 64/],
  ['<a/>', { 'content-type': 'text/xml' }, 415, /application\/json or/],
  ['{"text": "x"}', { 'content-type': 'multipart/form-data; boundary=x' }, 415, /Send it as/],
  [JSON.stringify({ text: 'x'.repeat(65 * 1024) }), {}, 413, /64 KiB/],
])('a body that cannot be read is named: %#', async (body, headers, status, detail) => {
  const { send, count } = await receiver();
  const answer = await send(body, headers as Record<string, string>);
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  expect(await count()).toBe(0);
});

test.each([
  [{}, 'text', /looked for at: title, name, subject, headline; text,/],
  [{ text: { a: 1 }, title: [] }, 'text', /no title, text or link/],
  [{ text: 'x'.repeat(20_001) }, 'text', /20000/],
  [{ text: 'a', link: 'javascript:alert(1)' }, 'link', /begins with https/],
  [{ text: 'a', link: `https://example.org/${'x'.repeat(2000)}` }, 'link', /2000/],
  [{ text: 'a', tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }, 'tags', /30 tags/],
  [{ text: 'a', tags: ['x'.repeat(51)] }, 'tags', /50 characters/],
])('a field that cannot be used is named: %#', async (body, field, message) => {
  const { send, count } = await receiver();
  const answer = await send(body);
  expect(answer.status).toBe(400);
  expect(String(answer.body[field])).toMatch(message);
  expect(await count()).toBe(0);
});

test('hostile names and texts are only text', async () => {
  const { send, item } = await receiver({ mapping: { text: '__proto__.toString' } });
  expect((await send('{"constructor": {"name": "x"}}')).status).toBe(400);
  const { body } = await send('{"title": "a\\u0000b \\ud800 <script>", "__proto__": 1}');
  expect((await item(body.item)).description).toMatch(/^ab . <script>$/);
});

test('who makes an address has the rights of now', async () => {
  const { send, folder, id, made, token, count } = await receiver();
  const role = (name: string) =>
    app.database.query(
      'update memberships set role = $2 from folders where folders.id = $3 and memberships.workspace_id = folders.workspace_id and user_id = $1',
      [id, name, folder],
    );
  await role('viewer');
  const refused = await send({ text: 'Hello' });
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toMatch(/may not write/);
  expect(await count()).toBe(0);
  await role('owner');
  expect((await send({ text: 'Hello' })).status).toBe(201);
  // Its folder is deleted: nothing goes elsewhere.
  const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body;
  const body = { name: 'Renamed', folder: other.id, version: made.version };
  const one = `/api/incoming/${made.id}/` as const;
  expect((await app.put(one, body, token)).body).toMatchObject({ folder: other.id, version: 2 });
  expect((await app.put(one, body, token)).status).toBe(409);
  await app.delete(`/api/content/folders/${other.id}/`, token);
  expect((await send({ text: 'Hello' })).body.detail).toMatch(/folder was deleted/);
});

test('revoked at once; a wrong address is none; without a folder no draft is made', async () => {
  const { send, made, token, url, count } = await receiver({ folder: null });
  expect((await send({ text: 'For rules' })).body).toEqual({ item: null, repeated: false });
  expect(await count()).toBe(0);
  expect((await app.delete(`/api/incoming/${made.id}/`, token)).status).toBe(204);
  expect((await send({ text: 'Late' })).status).toBe(404);
  for (const path of [url.slice(0, -3), `${url.slice(0, -2)}!`, `${app.base}/api/in/x/`])
    expect((await fetch(path, { method: 'POST', body: 'x' })).status).toBe(404);
});

test('sixty a minute, whatever is sent, and 1,000 a day', async () => {
  const { send, count, made } = await receiver({}, limited);
  for (let n = 0; n < 60; n++) await send('{');
  const refused = await send({ text: 'One more' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await count()).toBe(0);

  const other = await receiver({}, limited);
  await limited.database.query(
    `insert into incoming_calls (workspace_id, address_id, title, text, tags, received_at)
     select workspace_id, id, 'x', '', '{}', now() from incoming_addresses, generate_series(1, 1000)
     where id = $1 and id <> $2`,
    [other.made.id, made.id],
  );
  const full = await other.send({ text: 'One more' });
  expect([full.status, full.body.detail]).toEqual([429, expect.stringMatching(/1000 calls in 24/)]);
});

test('twenty addresses, no more', async () => {
  const { folder, token } = await receiver();
  const add = () => app.post('/api/incoming/', { name: 'Another', folder }, token);
  for (let n = 1; n < 20; n++) expect((await add()).status).toBe(201);
  expect(await add()).toMatchObject({
    status: 400,
    body: { name: ['A workspace has at most 20 addresses.'] },
  });
  const mapping = { title: 'a..b' };
  const wrong = await app.post('/api/incoming/', { name: 'x', folder, mapping }, token);
  expect(wrong.status).toBe(400);
});

test('an empty webhook-id names nothing: each call is another one', async () => {
  const { send, count } = await receiver();
  for (const text of ['One', 'Two'])
    expect(await send({ text }, { 'webhook-id': '' })).toMatchObject({
      status: 201,
      body: { repeated: false },
    });
  expect(await count()).toBe(2);
  // The other header counts then.
  const both = { 'webhook-id': ' ', 'idempotency-key': 'three' };
  await send({ text: 'Three' }, both);
  expect((await send({ text: 'Three' }, both)).body.repeated).toBe(true);
});

test('a text that is not UTF-8 is refused, and a byte order mark is no part of it', async () => {
  const { send, item, count } = await receiver();
  const latin = new Uint8Array(Buffer.from('{"text":"Caf\xe9"}', 'latin1'));
  const named = { 'content-type': 'application/json; charset="ISO-8859-1"' };
  expect(await send(latin, named)).toMatchObject({
    status: 415,
    body: { detail: 'Send it in UTF-8, not in iso-8859-1.' },
  });
  expect(await send(latin)).toMatchObject({
    status: 400,
    body: { detail: 'The body is not valid UTF-8.' },
  });
  expect(await count()).toBe(0);
  for (const type of ['application/json', 'application/json; charset=utf-8']) {
    const { status, body } = await send('\ufeff{"text":"Café"}', { 'content-type': type });
    expect([status, (await item(body.item)).content]).toEqual([201, 'Café']);
  }
});

test('calls come in while their folder is deleted', async () => {
  const me = await writer(app);
  for (let round = 0; round < 6; round++) {
    const { body: folder } = await app.post(
      '/api/content/folders/',
      { name: `F${round}` },
      me.token,
    );
    const { body: made } = await app.post(
      '/api/incoming/',
      { name: 'A form', folder: folder.id },
      me.token,
    );
    const send = async () => {
      const response = await fetch(app.base + new URL(made.address).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"text":"A text"}',
      });
      return response.status;
    };
    const remove = app.delete(`/api/content/folders/${folder.id}/`, me.token);
    for (const status of await Promise.all([send(), send(), send(), send()]))
      expect([201, 409]).toContain(status);
    expect((await remove).status).toBe(204);
    await app.delete(`/api/incoming/${made.id}/`, me.token);
  }
  const { rows } = await app.database.query(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  expect(rows[0].deadlocks).toBe(0);
});

test('what a stranger sends is text: no variable, no mention, nothing that nobody sees', async () => {
  const { send, item } = await receiver();
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  const shown = `\u{1f469}\u200d\u{1f680} ${flag} می\u200cخواهم क्\u200dष`;
  const { body } = await send({
    title: `Ti\u200btle\u{e0041} ${shown}`,
    text: `{{author}} \\{{date}} {{ x }} {{@Ada|bluesky:evil.example}}\u{e0042}\u2066\u202e ${shown}`,
    tags: ['n\u200bews'],
  });
  expect(await item(body.item)).toMatchObject({
    description: `Title ${shown}`,
    content: `\\{{author}} \\\\{{date}} \\{{ x }} \\{{@Ada|bluesky:evil.example}} ${shown}`,
    tags: ['news'],
  });
});
