import { expect, test } from 'vitest';
import { localOf } from '#contract/times.ts';
import { useApp, writer } from '../../../testing/app.ts';
import { passTime } from '../../../testing/pass-time.ts';
import { rulesOf } from '../../../testing/rules.ts';
import { runJob } from '../../../testing/run-job.ts';

/** Rules that wait for what other programs send, and for notes of days. */
const app = useApp({ RATE_LIMIT_FACTOR: '50' });

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

const runRules = (ms = 0) => passTime(app, ms, ['rule_runs'], () => runJob(app, 'rules.run'));

let names = 0;

async function someone() {
  const me = await writer(app);
  const { token, folder } = me;
  const { create, on } = rulesOf(app, token);
  const tried = async (id: number) =>
    (await app.post(`/api/rules/${id}/try/` as '/api/rules/:id/try/', {}, token)).body;
  const items = async () => (await app.get('/api/content/items/', token)).body.results;
  const runs = async () => (await app.get('/api/rule-runs/', token)).body.results;
  const template = async (content: string, variables: string[]) => {
    const fields = { items: [{ content }], name: `Template ${++names}`, folder };
    const declared = variables.map((name) => ({ name, label: name, kind: 'text' }));
    return (await app.post('/api/templates/', { ...fields, variables: declared }, token)).body.id;
  };
  const address = async (into: number | null = null) => {
    const fields = { name: 'Press form', folder: into };
    const { body } = await app.post('/api/incoming/', fields, token);
    const url = app.base + new URL(body.address).pathname;
    const send = (content: object, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(content),
      });
    return { id: body.id as number, send };
  };
  const note = async (days: number, text: string) => {
    const day = localOf(new Date(app.clock.now() + days * DAY_MS), 'UTC').slice(0, 10);
    const { status } = await app.post('/api/calendar/notes/', { day, text }, token);
    expect(status).toBe(201);
    return day;
  };
  return { ...me, create, on, tried, items, runs, template, address, note };
}

test('what comes in fills in a template, once', async () => {
  const me = await someone();
  const { id: address, send } = await me.address();
  await send({ title: 'Before the rule', text: 'Earlier', tags: 'old' });
  const template = await me.template('{{what}} ({{of}}): {{tags}}', ['what', 'of', 'tags']);
  const values = { what: '{{title}}', of: '{{source}}', tags: '{{tags}}' };
  const rule = await me.on({
    trigger: { kind: 'incoming', address },
    conditions: [{ kind: 'words', of: 'text', has: 'none', words: ['sale'] }],
    actions: [{ kind: 'draft', from: 'template', template, values }],
  });
  expect(rule.trigger).toEqual({ kind: 'incoming', address });
  const { results } = await me.tried(rule.id);
  expect(results).toEqual([
    expect.objectContaining({
      title: 'Before the rule',
      preview: 'Before the rule (Press form): old',
    }),
  ]);

  const key = { 'webhook-id': 'a' };
  await send({ title: 'Prize won', text: 'Hooray', tags: ['news', 'prize'] }, key);
  await send({ title: 'Prize won', text: 'Hooray', tags: ['news', 'prize'] }, key);
  await send({ title: 'A sale', text: 'Cheap' });
  await runRules();
  await runRules();
  expect((await me.items()).map(({ content }: { content: string }) => content)).toEqual([
    'Prize won (Press form): news, prize',
  ]);
  expect((await me.runs()).map(({ state }: { state: string }) => state).toSorted()).toEqual([
    'done',
    'left_out',
  ]);
});

test('what comes in is the text of a draft, beside the draft of its address', async () => {
  const me = await someone();
  const { id: address, send } = await me.address(me.folder);
  await me.on({
    trigger: { kind: 'incoming', address },
    conditions: [{ kind: 'link', has: true }],
    actions: [
      { kind: 'draft', from: 'trigger', folder: me.folder },
      { kind: 'tags', add: ['in'] },
    ],
  });
  await send({ text: 'Read {{this}}', link: 'https://example.org/a' });
  await runRules();
  const items = await me.items();
  expect(items.map(({ tags }: { tags: string[] }) => tags).toSorted()).toEqual([[], ['in']]);
  for (const { content } of items) expect(content).toContain('https://example.org/a');
});

test('an address that is revoked, and one of another workspace, start nothing', async () => {
  const [me, other] = [await someone(), await someone()];
  const theirs = await other.address();
  const actions = [{ kind: 'draft', from: 'trigger', folder: me.folder }];
  const foreign = { trigger: { kind: 'incoming', address: theirs.id }, actions };
  expect((await me.create(foreign)).status).toBe(404);
  const { id: address, send } = await me.address();
  await me.on({ trigger: { kind: 'incoming', address }, actions });
  await send({ text: 'Hello' });
  await app.delete(`/api/incoming/${address}/`, me.token);
  await runRules();
  expect(await me.items()).toEqual([]);
  expect((await me.runs())[0]).toMatchObject({ state: 'left_out' });
});

test('a note of a day fills in a template at its hour, once, whatever its other days say', async () => {
  const me = await someone();
  const template = await me.template('{{note}} on {{dayname}}', ['note', 'dayname']);
  const values = { note: '{{note}}', dayname: '{{weekday}}' };
  await me.note(-1, 'Birthday of Ada');
  const tomorrow = await me.note(1, 'Birthday of Ben');
  await me.note(1, 'Rent is due');
  await me.note(3, 'BIRTHDAY of Cleo');
  await me.note(9, 'Birthday of Dan');
  const rule = await me.on({
    trigger: { kind: 'day_note', words: ['birthday'], at: '00:00' },
    actions: [{ kind: 'draft', from: 'template', template, values }],
  });
  expect(rule.next_at?.slice(0, 10)).toBe(tomorrow);
  const { results } = await me.tried(rule.id);
  expect(results.map(({ title }: { title: string }) => title)).toEqual(['Birthday of Ada']);
  await runRules();
  expect(await me.items()).toEqual([]);

  const weekday = new Date(`${tomorrow}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  await runRules(DAY_MS);
  await runRules(DAY_MS + HOUR_MS);
  const texts = async () => (await me.items()).map(({ content }: { content: string }) => content);
  expect(await texts()).toEqual([`Birthday of Ben on ${weekday}`]);
  // Nothing ran for days: what was missed comes once.
  await runRules(5 * DAY_MS);
  await runRules(5 * DAY_MS + HOUR_MS);
  expect((await texts()).toSorted()).toEqual([
    expect.stringMatching(/^BIRTHDAY of Cleo on /),
    `Birthday of Ben on ${weekday}`,
  ]);
});

test('a note that is deleted before its run does nothing; without words each note counts', async () => {
  const me = await someone();
  const template = await me.template('Today: {{note}}', ['note']);
  await me.on({
    trigger: { kind: 'day_note', at: '00:00' },
    actions: [{ kind: 'draft', from: 'template', template, values: { note: '{{note}}' } }],
  });
  await me.note(1, 'First');
  await me.note(1, 'Second');
  await runRules(DAY_MS);
  expect(await me.items()).toHaveLength(2);
});
