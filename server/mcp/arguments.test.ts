import { expect, test } from 'vitest';
import { agent, keyOf } from '../testing/agents.ts';
import { useApp, writer } from '../testing/app.ts';
import { expectShortTurns } from '../testing/longest-turn.ts';

/** What models get wrong in calls, and what they are told. */
const app = useApp();

async function publisher() {
  const me = await writer(app);
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, me.token);
  const key = await keyOf(app, me.token, { scopes: ['read', 'write', 'publish'] });
  const { client, call } = await agent(app, key, 'today');
  const refused = async (name: string, given: object) => {
    const { isError, text } = await call(name, given);
    expect([name, isError]).toEqual([name, true]);
    return text;
  };
  return { ...me, channel: channel.id, key, client, call, refused };
}

test('an argument that a tool does not know is an error that names it', async () => {
  const { client, channel, folder, write, refused } = await publisher();
  const { id, version } = await write();
  const given = { post_id: id, channel_ids: [channel], at: '2030-01-01T09:00' };
  expect(await refused('schedule_publication', { ...given, time_zone: 'Asia/Tokyo' })).toContain(
    '"time_zone"',
  );
  expect(await refused('update_draft', { post_id: id, version, content: 'B' })).toContain(
    '"content"',
  );
  const parts = [{ text: 'One', media: [5] }];
  expect(await refused('create_thread', { folder_id: folder, parts })).toContain('"media"');

  // Objects within arguments are as strict, except for those whose names are data.
  const open = (schema: unknown, path: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const { type, properties, additionalProperties } = schema as Record<string, unknown>;
    const isOpen = type === 'object' && properties && additionalProperties !== false;
    return [
      ...(isOpen ? [path] : []),
      ...Object.entries(schema).flatMap(([name, value]) => open(value, `${path}.${name}`)),
    ];
  };
  const { tools } = await client.listTools();
  expect(tools.flatMap(({ name, inputSchema }) => open(inputSchema, name))).toEqual([]);
});

test('what the API refuses of a field is said of the argument', async () => {
  const { folder, refused } = await publisher();
  expect(await refused('create_draft', { folder_id: folder, text: ' ' })).toMatch(/^text: /);
  expect(await refused('describe_media', { cursor: 'x' })).toMatch(/^cursor: /);
});

test('a list of folders continues by its own cursors alone', async () => {
  const { token, call, refused } = await publisher();
  for (const name of ['A', 'B', 'C']) await app.post('/api/content/folders/', { name }, token);
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await call('list_folders', { limit: 1, cursor });
    names.push(...data.folders.map(({ name }: { name: string }) => name));
    if (data.next_cursor === null) break;
    cursor = data.next_cursor;
  }
  expect(names).toEqual(['A', 'B', 'C', 'Ideas']);
  for (const cursor of ['-2', '0', 'abc', '1e9', '2x', '9007199254740993'])
    expect(await refused('list_folders', { cursor, limit: 1 })).toContain('Invalid cursor.');
});

test('a request id is of one tool, and of one caller', async () => {
  const { channel, key, write, call, refused } = await publisher();
  const { id } = await write();
  const given = { post_id: id, channel_ids: [channel], at: '2030-01-01T09:00', request_id: 'r1' };
  const proposed = await call('propose_publication', given);
  const [{ id: publication_id }] = proposed.data.publications;
  expect((await call('propose_publication', given)).data).toEqual(proposed.data);
  await call('cancel_publication', { publication_id });
  const scheduled = await call('schedule_publication', given);
  expect(scheduled.data?.publications[0].state).toBe('scheduled');

  // A request with the rights of the key is another one than a call without the right to publish.
  const other = await write();
  const path = `/api/content/items/${other.id}/publications/` as const;
  const body = { channels: [channel], at: { local: given.at } };
  const headers = { 'idempotency-key': 'propose_publication:r2' };
  await app.request(path, { method: 'POST', token: key, body, headers });
  const asked = { ...given, post_id: other.id, request_id: 'r2' };
  expect(await refused('propose_publication', asked)).toMatch(/belongs to another request/);
});

test('files that cannot be attached are not uploaded', async () => {
  const { folder, write, call, refused } = await publisher();
  const { id } = await write();
  const pdf = (n: number) => ({
    name: `${n}.pdf`,
    data: Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n% ${n}`).toString(
      'base64',
    ),
  });
  const unknown = [{ file_id: 999_999 }];
  await refused('attach_media', { post_id: id, files: unknown, uploads: [pdf(1)] });
  const elsewhere = { ...pdf(3), folder_id: 999_999 };
  await refused('attach_media', { post_id: id, uploads: [pdf(2), elsewhere] });
  expect((await call('describe_media')).data.count).toBe(0);
  // The same bytes are one file.
  const twice = [pdf(4), { ...pdf(4), folder_id: folder }];
  expect(
    (await call('attach_media', { post_id: id, uploads: twice })).data.part.media,
  ).toHaveLength(1);
});

test('an answer to a comment can be read', async () => {
  const { write, call } = await publisher();
  const { id } = await write();
  const { data } = await call('comment', { post_id: id, text: 'Is this right?' });
  const reply_to = data.comment_id;
  await call('comment', { post_id: id, text: 'No: the date is wrong.', reply_to });
  const { data: read } = await call('get_post', { post_id: id, comments: true });
  expect(read.comments[0]).toMatchObject({
    replies: 1,
    answers: [{ by: 'Ada Byron', text: 'No: the date is wrong.' }],
  });
});

test('a long text that is checked for many channels holds nobody up', async () => {
  const { token, call } = await publisher();
  for (let more = 1; more < 50; more++)
    await app.post('/api/channels/', { network: 'practice' }, token);
  // Accounts with rules of their own.
  await app.database.query(
    "update channels set limits = jsonb_build_object('characters', 500 + id)",
  );
  const texts = ['https://a.example/x 👍 '.repeat(4500).slice(0, 99_000)];
  await expectShortTurns('check_text', async () => {
    const { data } = await call('check_text', { texts });
    expect(data.channels).toHaveLength(50);
  });
});
