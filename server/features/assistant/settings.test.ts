import { afterAll, expect, test } from 'vitest';
import { createSecrets } from '../../secrets.ts';
import { colleague, useApp, writer } from '../../testing/app.ts';
import { assisted, resultOf, run } from '../../testing/assistant/runs.ts';
import { startAssistantServer } from '../../testing/assistant/server.ts';
import { serverWith } from './servers.ts';

/** Who chooses the server, who is told of it, and voices. */

const server = await startAssistantServer({ profile: 'ollama' });
afterAll(() => server.stop());
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
/** Where the operator has set it. */
const operated = useApp({
  AI_URL: server.url,
  AI_KEY: server.options.key,
  AI_MODEL: 'qwen3:8b',
  AI_SECONDS: '1',
});
const PATH = '/api/settings/assistant/';
const FIELDS = {
  url: `${server.url}/`,
  key: 'sk-a-secret-key-7Q2A',
  model: 'qwen3:8b',
  vision_model: null,
  context: 8192,
};

test('without a server nothing is offered, and a run says so', async () => {
  const me = await writer(app);
  const { body } = await app.get('/api/assistant/', me.token);
  expect(body).toMatchObject({ server: null, acknowledged: false });
  const { error } = await run(app, me.token, { action: 'improve', text: 'A' });
  expect(error).toMatchObject({ kind: 'off', host: null });
});

test('an owner chooses a server; its key is sealed and shown to nobody', async () => {
  const me = await writer(app);
  const admin = await colleague(app, me.folder, 'admin');
  expect((await admin.call(PATH, 'PUT', FIELDS)).status).toBe(403);
  const { body } = await app.put(PATH, FIELDS, me.token);
  expect(body).toMatchObject({
    server: { host: server.host, model: 'qwen3:8b', is_private: true, set_by: 'workspace' },
    address: server.url,
    key_ends: '7Q2A',
  });
  expect((await admin.call(PATH)).body).toMatchObject({ address: null, key_ends: null });
  const { rows } = await app.database.query('select key from assistant_servers');
  expect(JSON.stringify(rows)).not.toContain('sk-a-secret');
  // The stored key stays with its server, and is sent to no other.
  const { key: _, ...keyless } = FIELDS;
  expect((await app.put(PATH, keyless, me.token)).body.key_ends).toBe('7Q2A');
  const moved = { ...keyless, url: 'http://127.0.0.1:9/v1' };
  expect((await app.put(PATH, moved, me.token)).body.key_ends).toBeNull();
  expect((await app.delete(PATH, me.token)).status).toBe(204);
  expect((await app.get('/api/assistant/', me.token)).body.server).toBeNull();
});

test('everyone is told before the first use, and again when the server changes', async () => {
  const me = await assisted(app, 'ollama', server);
  const member = await colleague(app, me.folder, 'editor');
  const improve = () =>
    run(app, member.token, { action: 'improve', text: 'A text.' }, { workspace: member.workspace });
  expect((await improve()).error).toMatchObject({ kind: 'not_acknowledged', host: server.host });
  const acknowledge = (id: string) =>
    member.call('/api/assistant/acknowledge/', 'POST', { server: id });
  expect((await acknowledge('another')).status).toBe(409);
  expect((await acknowledge(me.id)).status).toBe(204);
  expect((await improve()).done).toBeDefined();
  await app.put(PATH, { ...FIELDS, key: server.options.key, model: 'llama3.2:3b' }, me.token);
  expect((await improve()).error).toMatchObject({ kind: 'not_acknowledged' });
});

test('viewers have no assistant', async () => {
  const me = await assisted(app, 'ollama', server);
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await viewer.call('/api/assistant/')).status).toBe(403);
  expect((await viewer.call('/api/assistant/runs/', 'POST', { action: 'ideas' })).status).toBe(403);
});

test('addresses in private networks, and without TLS, are refused where they are not allowed', async () => {
  const secrets = createSecrets('x'.repeat(32));
  const context = { config: { allowPrivateNetworks: false }, secrets, database: app.database };
  const choose = (url: string) =>
    serverWith(context as never, { workspaceId: 1 } as never, { ...FIELDS, url });
  for (const url of [
    'http://127.0.0.1:11434/v1',
    'https://10.0.0.7/v1',
    'https://[::1]/v1',
    'https://ollama/v1',
    'https://llm.internal/v1',
    'https://169.254.169.254/v1',
    'http://llm.example.org/v1',
  ])
    await expect(choose(url)).rejects.toMatchObject({
      status: 400,
      extra: { url: [expect.any(String)] },
    });
  await expect(choose('https://llm.example.org/v1/')).resolves.toMatchObject({
    url: 'https://llm.example.org/v1',
    isPrivate: false,
  });
});

test('the operator sets the server for all; it is read-only, and a silent one is given up', async () => {
  const me = await writer(operated);
  const { body } = await operated.get('/api/assistant/', me.token);
  expect(body.server).toMatchObject({ set_by: 'operator', chosen_by: null, seconds: 1 });
  expect((await operated.put(PATH, FIELDS, me.token)).status).toBe(403);
  expect((await operated.get(PATH, me.token)).body).toMatchObject({
    address: null,
    key_ends: null,
  });
  await operated.post('/api/assistant/acknowledge/', { server: body.server?.id }, me.token);
  for (const fault of ['silent', 'stall'] as const) {
    server.be('ollama', fault);
    const { error } = await run(operated, me.token, { action: 'improve', text: 'A longer text.' });
    expect(error).toMatchObject({ kind: 'timeout', seconds: 1 });
  }
  server.be('ollama');
});

test('a server is tried: its models, what works, and that it cuts long questions', async () => {
  const me = await writer(app);
  const probe = async (fields: object) =>
    (await app.post(`${PATH}probe/`, { ...FIELDS, ...fields }, me.token)).body;
  const found = await probe({ vision_model: 'qwen3-vl:8b' });
  expect(found).toMatchObject({
    failure: null,
    models: ['qwen3:8b', 'llama3.2:3b', 'qwen3-vl:8b'],
    streams: true,
    json: 'schema',
    pictures: true,
    cuts_at: 4096,
  });
  expect(await probe({ model: 'unknown' })).toMatchObject({
    failure: { kind: 'model_unknown', others: 3 },
  });
  expect(await probe({ url: 'http://127.0.0.1:9/v1' })).toMatchObject({
    failure: { kind: 'unreachable' },
  });
  server.be('openai');
  expect(await probe({ key: 'wrong', model: 'gpt-5.2' })).toMatchObject({
    failure: { kind: 'key_refused', status: 401 },
  });
  server.be('anthropic');
  expect(await probe({ key: server.options.key, model: 'claude' })).toMatchObject({
    models: null,
    json: 'words',
  });
  server.be('ollama');
});

const VOICE = {
  name: 'Northwind',
  description: 'A roastery that dislikes coffee snobs',
  never: ['unbeatable', 'journey'],
  spelling: 'british',
  examples: [{ item: null, text: 'Number seven. Plum, cocoa, a little smoke.' }],
};

test('a voice is that of its folder and the folders in it, else the default', async () => {
  const me = await assisted(app, 'ollama', server);
  const voices = `${PATH}voices/` as const;
  const { body: inner } = await app.post(
    '/api/content/folders/',
    { name: 'Tips', parent: me.folder },
    me.token,
  );
  const { body: other } = await app.post('/api/content/folders/', { name: 'Else' }, me.token);
  const { body: voice } = await app.post(voices, { ...VOICE, folders: [me.folder] }, me.token);
  const { body: house } = await app.post(voices, { name: 'House', is_default: true }, me.token);
  expect(voice).toMatchObject({ ...VOICE, folders: [me.folder], is_default: false });
  const used = async (given: object) =>
    (await me.run({ action: 'improve', text: 'Fine.', ...given })).named('started')[0]?.voice;
  expect(await used({ folder: inner.id })).toEqual({ id: voice.id, name: 'Northwind' });
  expect(server.questions.at(-1).messages[0].content).toContain('Plum, cocoa');
  expect(await used({ folder: other.id })).toEqual({ id: house.id, name: 'House' });
  expect(await used({ folder: inner.id, voice: null })).toBeNull();
  expect((await app.post(voices, { name: 'northwind' }, me.token)).status).toBe(400);
  // A workspace has one default, and a folder one voice.
  await app.put(`${voices}${voice.id}/`, { ...VOICE, folders: [], is_default: true }, me.token);
  const { body: listed } = await app.get(voices, me.token);
  expect(listed.map(({ is_default, folders }) => [is_default, folders])).toEqual([
    [false, []],
    [true, []],
  ]);
  const result = await resultOf(
    'text',
    me.run({
      action: 'spelling',
      text: 'Our Journey is unbeatable, not journeys.',
      voice: voice.id,
    }),
  );
  expect(result).toMatchObject({ same: true, forbidden: ['unbeatable', 'journey'] });
  expect((await app.delete(`${voices}${voice.id}/`, me.token)).status).toBe(204);
  const editor = await me.member('editor');
  expect((await editor.call(voices, 'POST', { name: 'Mine' })).status).toBe(403);
});

test('an own action is an instruction under a name, and its uses are counted', async () => {
  const me = await assisted(app, 'ollama', server);
  const path = `${PATH}actions/` as const;
  const fields = { name: 'For readers', instruction: 'Add a town' };
  const { body: own } = await app.post(path, fields, me.token);
  const result = await resultOf(
    'text',
    me.run({ action: 'own', text: 'Fine.', own_action: own.id }),
  );
  expect(result.text).toBe('Fine. Add a town.');
  expect((await app.get(path, me.token)).body).toMatchObject([{ ...fields, uses: 1 }]);
  expect((await app.get('/api/assistant/', me.token)).body.own_actions).toEqual([
    { id: own.id, name: 'For readers' },
  ]);
  await app.put(`${path}${own.id}/`, { ...fields, instruction: 'Add a river' }, me.token);
  expect((await app.delete(`${path}${own.id}/`, me.token)).status).toBe(204);
  expect((await app.post(path, fields, me.token)).status).toBe(201);
});
