import { afterAll, expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../testing/app.ts';
import { assisted, resultOf, run } from '../../testing/assistant/runs.ts';
import { startAssistantServer } from '../../testing/assistant/server.ts';
import { eventually } from '../../testing/eventually.ts';
import { jpeg } from '../../testing/media-files.ts';

/** Alt texts are proposed by a model, and confirmed by a person. */

const server = await startAssistantServer({ profile: 'llamacpp' });
afterAll(() => server.stop());
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const ALTS = '/api/assistant/alt-texts/';
const SIGN = 'A hand-painted sign on a white wall, photographed from the front.';

let seeds = 0;
async function picture(token: string) {
  const uploaded = await fetch(`${app.base}/api/media/?name=sign.jpg`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(await jpeg({ seed: ++seeds, width: 60, height: 40 })),
  });
  expect(uploaded.status).toBe(201);
  return ((await uploaded.json()) as { id: number }).id;
}

/** An owner with a picture, in a workspace with an assistant. */
async function someone() {
  const me = await assisted(app, 'llamacpp', server);
  const file = await picture(me.token);
  return {
    ...me,
    file,
    describe: () => resultOf('alt', me.run({ action: 'alt', file })),
    proposed: async () => (await app.get(ALTS, me.token)).body,
    alt: async () => (await app.get(`/api/media/${file}/`, me.token)).body.alt,
    confirm: (alt: string) => app.put(`/api/media/${file}/`, { alt }, me.token),
    change: (operation: 'trash' | 'restore' | 'erase') =>
      app.post('/api/media/operations/', { operation, files: [file] }, me.token),
  };
}

test('an alt text is proposed and not used, until a person saves one for the file', async () => {
  const me = await someone();
  const { id, text } = await me.describe();
  expect(text).toBe(SIGN);
  expect(await me.proposed()).toMatchObject([{ id, file: me.file, text, host: server.host }]);
  expect(await me.alt()).toBe('');
  const { body } = await me.confirm(' A sign, seen from below. ');
  expect(body.alt).toBe('A sign, seen from below.');
  expect(await me.proposed()).toEqual([]);
  expect((await app.delete(`${ALTS}${id}/`, me.token)).status).toBe(404);
});

test('a proposal is one for its picture, also of two people at once', async () => {
  const me = await someone();
  const editor = await me.member('editor');
  const proposals = await Promise.all([
    me.describe(),
    resultOf('alt', editor.run({ action: 'alt', file: me.file })),
  ]);
  expect(new Set(proposals.map(({ id }) => id)).size).toBe(1);
  expect(await me.proposed()).toHaveLength(1);
  // One confirms while the other discards: the text that was saved stays.
  const [confirmed, discarded] = await Promise.all([
    me.confirm('Of the first'),
    editor.call(`${ALTS}${proposals[0]?.id}/`, 'DELETE'),
  ]);
  expect(confirmed.status).toBe(200);
  expect([204, 404]).toContain(discarded.status);
  expect(await me.alt()).toBe('Of the first');
  expect(await me.proposed()).toEqual([]);
});

test('a picture that is deleted while it is described is named, and has no proposal', async () => {
  const me = await someone();
  for (const operation of ['trash', 'erase'] as const) {
    await me.change('restore');
    const release = server.hold();
    const asked = server.questions.length;
    const running = me.run({ action: 'alt', file: me.file });
    await eventually(async () => expect(server.questions.length).toBeGreaterThan(asked));
    await me.change('trash');
    if (operation === 'erase') await me.change('erase');
    release();
    const { error, done } = await running;
    expect(done).toBeUndefined();
    expect(error).toMatchObject({ kind: 'picture_gone', host: server.host });
    expect(await me.proposed()).toEqual([]);
  }
  await expect(me.run({ action: 'alt', file: me.file })).rejects.toThrow(/^400|^404/);
});

test('a proposal of a picture in the trash waits until it is restored', async () => {
  const me = await someone();
  await me.describe();
  await me.change('trash');
  expect(await me.proposed()).toEqual([]);
  await me.change('restore');
  expect(await me.proposed()).toHaveLength(1);
  await me.change('trash');
  await me.change('erase');
  const { rows } = await app.database.query('select * from assistant_alts where file_id = $1', [
    me.file,
  ]);
  expect(rows).toEqual([]);
});

test('viewers neither ask nor see nor discard', async () => {
  const me = await someone();
  const { id } = await me.describe();
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await viewer.call(ALTS)).status).toBe(403);
  for (const path of [ALTS, `${ALTS}${id}/`])
    expect((await viewer.call(path, 'DELETE')).status).toBe(403);
  await expect(
    run(app, viewer.token, { action: 'alt', file: me.file }, { workspace: viewer.workspace }),
  ).rejects.toThrow(/^403/);
  expect((await viewer.call(`/api/media/${me.file}/`, 'PUT', { alt: 'Mine' })).status).toBe(403);
  expect(await me.proposed()).toHaveLength(1);
});

test('another workspace neither describes the picture nor sees its proposal', async () => {
  const me = await someone();
  const { id } = await me.describe();
  const other = await assisted(app, 'llamacpp', server);
  await expect(other.run({ action: 'alt', file: me.file })).rejects.toThrow(/^40[04]/);
  expect((await app.get(ALTS, other.token)).body).toEqual([]);
  expect((await app.delete(`${ALTS}${id}/`, other.token)).status).toBe(404);
  expect((await app.delete(ALTS, other.token)).status).toBe(204);
  expect((await app.put(`/api/media/${me.file}/`, { alt: 'Mine' }, other.token)).status).toBe(404);
  expect(await me.proposed()).toHaveLength(1);
  // Nor somebody without an assistant.
  const without = await writer(app);
  expect((await app.get(ALTS, without.token)).body).toEqual([]);
});

test('neither a model nor a person writes control characters into an alt text', async () => {
  const me = await someone();
  server.options.answer = 'A\u0000 sign\u0007 on\u001b[31m a\r\n\twall';
  const { text } = await me.describe();
  server.options.answer = null;
  expect(text).not.toMatch(/\p{Cc}/u);
  expect((await me.proposed())[0]?.text).toBe(text);
  const refused = { 'A\u0000sign': 'NUL', 'A\u0007sign': 'control', 'A\u001b[31msign': 'control' };
  for (const [alt, reason] of Object.entries(refused)) {
    const { status, body } = await me.confirm(alt);
    expect(status).toBe(400);
    expect(body).toMatchObject({ alt: [expect.stringContaining(reason)] });
  }
  expect(await me.alt()).toBe('');
  const lines = await me.confirm('A sign.\nIt says: open.');
  expect(lines.body.alt).toBe('A sign.\nIt says: open.');
});
