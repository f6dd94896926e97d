import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../../testing/app.ts';
import { assisted } from '../../../../testing/assistant/runs.ts';
import { startAssistantServer } from '../../../../testing/assistant/server.ts';
import { passTime } from '../../../../testing/pass-time.ts';
import { rulesOf } from '../../../../testing/rules.ts';
import { runJob } from '../../../../testing/run-job.ts';

/** Rules that ask the assistant: what it answers is proposed. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
const server = await startAssistantServer({ profile: 'llamacpp' });
afterAll(() => server.stop());

const MINUTE_MS = 60_000;
const ASKS = {
  trigger: { kind: 'post_tagged', tag: 'polish' },
  actions: [
    { kind: 'prompt', ask: 'spelling' },
    { kind: 'tags', add: ['asked'], remove: [] },
  ],
} as const;

async function someone() {
  server.be('llamacpp');
  const me = await assisted(app, 'llamacpp', server);
  const { token } = me;
  const runs = async () => (await app.get('/api/rule-runs/', token)).body.results;
  const proposals = async (item: number) =>
    (await app.get(`/api/content/items/${item}/proposals/`, token)).body;
  const item = async (id: number) => (await app.get(`/api/content/items/${id}/`, token)).body;
  const ask = async (ms = 0) => {
    await passTime(app, ms, ['rule_runs'], async () => {
      await runJob(app, 'rules.run');
      await runJob(app, 'rules.ask');
    });
  };
  /** A post with a text that starts the rule. */
  const polish = async (content = 'Teh milk.') =>
    (await me.write({ content, tags: ['polish'] })).id;
  return { ...me, ...rulesOf(app, token), runs, proposals, item, ask, polish };
}

test('What the assistant answers is a proposal in the draft, which a person takes or discards', async () => {
  const me = await someone();
  server.options.answer = 'The milk.';
  const { id: rule, name } = await me.on(ASKS);
  const id = await me.polish();
  const before = server.questions.length;
  await runJob(app, 'rules.run');
  // The run waits for the job that asks.
  expect((await me.runs())[0]).toMatchObject({ state: 'running' });
  expect(server.questions.length).toBe(before);
  await runJob(app, 'rules.ask');
  expect(server.questions.length).toBe(before + 1);
  const [run] = await me.runs();
  expect(run).toMatchObject({ state: 'done', result: 'asked for a proposal, tagged' });
  expect(await me.item(id)).toMatchObject({ content: 'Teh milk.', tags: ['polish', 'asked'] });
  const [proposal, ...others] = await me.proposals(id);
  expect(others).toEqual([]);
  expect(proposal).toMatchObject({
    ...{ rule, rule_name: name, asked: 'fix its spelling', host: server.host, is_stale: false },
    parts: [{ item: id, before: 'Teh milk.', after: 'The milk.' }],
  });
  const { body: state } = await app.get('/api/assistant/', me.token);
  expect(state.usage.day.used).toBeGreaterThan(0);
  await app.put(`/api/content/items/${id}/`, { content: 'Teh milk today.' }, me.token);
  expect(await me.proposals(id)).toMatchObject([{ is_stale: true }]);
  const path = `/api/rule-proposals/${proposal?.id}/take/` as const;
  expect((await app.post(path, {}, me.token)).status).toBe(204);
  expect((await app.post(path, {}, me.token)).status).toBe(404);
  expect(await me.proposals(id)).toEqual([]);
  // It is saved by the page; nothing but the person changes the text.
  expect(await me.item(id)).toMatchObject({ content: 'Teh milk today.' });
});

test('A rule that asks can be tried without a question, and undone; the next one takes its place', async () => {
  const me = await someone();
  server.options.answer = 'The milk.';
  const id = await me.polish();
  const before = server.questions.length;
  const { body: dry } = await app.post('/api/rules/try/', { name: 'A', ...ASKS }, me.token);
  expect(dry.results[0]?.text).toContain('The assistant would be asked: nothing was sent');
  expect(server.questions.length).toBe(before);
  await me.on(ASKS);
  await app.put(`/api/content/items/${id}/`, { tags: [] }, me.token);
  await app.put(`/api/content/items/${id}/`, { tags: ['polish'] }, me.token);
  await me.ask();
  server.options.answer = 'Milk.';
  await app.put(`/api/content/items/${id}/`, { tags: [] }, me.token);
  await app.put(`/api/content/items/${id}/`, { tags: ['polish'] }, me.token);
  await me.ask();
  expect((await me.proposals(id)).map(({ parts }) => parts[0]?.after)).toEqual(['Milk.']);
  const [run] = await me.runs();
  const { body: undone } = await app.post(`/api/rule-runs/${run?.id}/undo/`, {}, me.token);
  expect(undone.state).toBe('undone');
  expect(await me.proposals(id)).toEqual([]);
});

test('A rule that asks cannot be switched on without an assistant, or by whom it was not told', async () => {
  const me = await someone();
  const { body: own } = await app.post(
    '/api/settings/assistant/actions/',
    { name: 'Plain words', instruction: 'Say it in plain words.' },
    me.token,
  );
  const { body: rule } = await me.create({
    ...ASKS,
    actions: [{ kind: 'prompt', ask: 'own', own_action: own.id }],
  });
  await app.post(`/api/rules/${rule.id}/try/`, {}, me.token);
  const path = `/api/rules/${rule.id}/switch/` as const;
  await app.database.query('delete from assistant_acknowledgements');
  const untold = await app.put(path, { on: true }, me.token);
  expect([untold.status, untold.body.detail]).toEqual([
    409,
    `Its maker has not read yet that texts are sent to ${server.host}.`,
  ]);
  await app.delete('/api/settings/assistant/', me.token);
  const off = await app.put(path, { on: true }, me.token);
  expect([off.status, off.body.detail]).toEqual([
    409,
    'The assistant is off: an owner can choose its server.',
  ]);
  // What it lacks is named.
  const { status, body } = await me.create({ ...ASKS, actions: [{ kind: 'prompt', ask: 'tone' }] });
  expect([status, body]).toMatchObject([400, { actions: ['Choose a tone.'] }]);
});

test('A server that fails ends the run with its sentence, and one that is busy is asked again', async () => {
  const me = await someone();
  server.options.answer = 'The milk.';
  await me.on(ASKS);
  const id = await me.polish();
  server.be('llamacpp', 'broken');
  await me.ask();
  const [failed] = await me.runs();
  expect(failed).toMatchObject({ state: 'failed', result: 'The assistant: The server failed.' });
  expect((await me.item(id)).tags).toEqual(['polish']);
  server.be('llamacpp', 'pause');
  const other = await me.polish('Teh other.');
  await me.ask();
  expect((await me.runs())[0]).toMatchObject({ state: 'running' });
  server.be('llamacpp');
  server.options.answer = 'The other.';
  await me.ask(2 * MINUTE_MS);
  expect((await me.runs())[0]).toMatchObject({ state: 'done' });
  expect(await me.proposals(other)).toHaveLength(1);
});

test('Of a thread, only the parts without an answer are asked again', async () => {
  const me = await someone();
  server.options.answer = 'The milk.';
  await me.on(ASKS);
  const items = ['Teh one.', 'Teh two.', 'Teh three.'].map((content) => ({ content }));
  const { body: thread } = await app.post(
    '/api/content/items/thread/',
    { folder: me.folder, tags: ['polish'], items },
    me.token,
  );
  const before = server.questions.length;
  server.be('llamacpp', 'pause', 1, 2);
  await me.ask();
  expect(server.questions.length).toBe(before + 3);
  expect((await me.runs())[0]).toMatchObject({ state: 'running' });
  server.be('llamacpp');
  await me.ask(2 * MINUTE_MS);
  expect(server.questions.length).toBe(before + 4);
  expect((await me.runs())[0]).toMatchObject({ state: 'done' });
  const [proposal] = await me.proposals(thread[0].id);
  expect(proposal?.parts.map(({ before: text }) => text)).toEqual(
    items.map((part) => part.content),
  );
});

test('A process that dies while it asks has the run failed, and nothing asked twice', async () => {
  const me = await someone();
  await me.on(ASKS);
  const id = await me.polish();
  await runJob(app, 'rules.run');
  await app.database.query(
    "update rule_runs set asked_at = now(), leased_until = now() - interval '1 minute' where asks",
  );
  const before = server.questions.length;
  await runJob(app, 'rules.ask');
  expect(server.questions.length).toBe(before);
  expect((await me.runs())[0]).toMatchObject({
    state: 'failed',
    result: 'The server was stopped while the assistant was asked. Run it again.',
  });
  expect(await me.proposals(id)).toEqual([]);
});

test('Whoever discards a proposal that another one has replaced meanwhile leaves the new one', async () => {
  const me = await someone();
  await me.on(ASKS);
  server.options.answer = 'The milk.';
  const id = await me.polish();
  await me.ask();
  const [seen] = await me.proposals(id);
  server.options.answer = 'Oat milk.';
  for (const tags of [[], ['polish']])
    await app.put(`/api/content/items/${id}/`, { tags }, me.token);
  await me.ask();
  server.options.answer = null;
  const path = `/api/rule-proposals/${seen?.id ?? 0}/` as const;
  expect((await app.delete(path, me.token)).status).toBe(404);
  const left = await me.proposals(id);
  expect(left.map(({ parts: [part] }) => part?.after)).toEqual(['Oat milk.']);
});
