import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RuleText } from '#contract/automation/rules-settings.ts';
import { colleague, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { passTime } from '../../../testing/pass-time.ts';
import { rulesOf } from '../../../testing/rules.ts';
import { runJob, startJob, untilJobEnds } from '../../../testing/run-job.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });

/** A site with feeds, each as a test says. */
const feeds = new Map<string, string>();
const site = createServer(({ url = '' }, response) => void response.end(feeds.get(url) ?? ''));
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());

type Entry = { id: string; title: string };
const serve = (path: string, entries: readonly Entry[]) =>
  feeds.set(
    path,
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Northwind Journal',
      items: entries.map(({ id, title }) => ({ id, title, url: `${base}/${id}` })),
    }),
  );

const MINUTE_MS = 60_000;

/** Runs the job that carries rules out, so much later. */
const FEEDS = ['feeds', 'feed_entries'];
const runRules = (ms = 0) => passTime(app, ms, ['rule_runs'], () => runJob(app, 'rules.run'));

const TAGGED: Partial<RuleText> = {
  trigger: { kind: 'post_tagged', tag: 'ready' },
  actions: [{ kind: 'submit' }],
};

let names = 0;

/** An owner with rules of their own. */
async function someone() {
  const me = await writer(app);
  const { token, folder } = me;
  const { create, on } = rulesOf(app, token);
  const rule = async (id: number) => (await app.get(`/api/rules/${id}/`, token)).body;
  const runs = async (query = '') =>
    (await app.get(`/api/rule-runs/${query}` as '/api/rule-runs/', token)).body;
  const run = async (id: number) => (await app.get(`/api/rule-runs/${id}/`, token)).body;
  const items = async () => (await app.get('/api/content/items/', token)).body.results;
  const item = async (id: number) => (await app.get(`/api/content/items/${id}/`, token)).body;
  const addFeed = async (path: string, entries: readonly Entry[] = []) => {
    serve(path, entries);
    return (await app.post('/api/feeds/', { url: base + path }, token)).body;
  };
  const readFeed = (id: number) =>
    passTime(app, 2 * MINUTE_MS, FEEDS, () => app.post(`/api/feeds/${id}/read/`, {}, token));
  const template = async (fields: object) =>
    (await app.post('/api/templates/', { name: `Template ${++names}`, folder, ...fields }, token))
      .body;
  const channelSet = async () => {
    const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, token);
    const fields = { name: `Set ${++names}`, channels: [channel.id] };
    return (await app.post('/api/channel-sets/', fields, token)).body;
  };
  return {
    ...{ ...me, create, on, rule, runs, run, items, item, addFeed, readFeed, template },
    channelSet,
  };
}

const HEADLINE = {
  items: [{ content: 'New: {{headline}}\n\n{{address}}' }],
  variables: [
    { name: 'headline', label: 'Headline', kind: 'text' },
    { name: 'address', label: 'Address', kind: 'link' },
  ],
};

test('A rule whose template would refuse its values is neither tried nor saved', async () => {
  const me = await someone();
  const { id: template } = await me.template(HEADLINE);
  const text = (values: Record<string, string>): RuleText => ({
    name: 'Headlines',
    trigger: { kind: 'post_made' },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template', template, values, folder: null }],
    becomes: { kind: 'draft' },
  });
  for (const [values, why] of [
    [{}, '1: Headline is missing.'],
    [{ headline: ' ', address: '{{link}}' }, '1: Headline is missing.'],
    [{ headline: '{{title}}', address: 'not a link' }, '1: Address must be a link.'],
  ] as const)
    for (const path of ['/api/rules/try/', '/api/rules/'] as const) {
      const { status, body } = await app.post(path, text(values), me.token);
      expect(status).toBe(400);
      expect(body).toMatchObject({ actions: expect.arrayContaining([why]) });
    }
  const given = text({ headline: '{{title}}', address: '{{link}}' });
  expect((await app.post('/api/rules/', given, me.token)).status).toBe(201);
});

test('A new entry of a feed becomes a draft of a template, once', async () => {
  const me = await someone();
  const feed = await me.addFeed('/journal');
  const { id: template } = await me.template(HEADLINE);
  const { id } = await me.on({
    name: 'Journal to drafts',
    trigger: { kind: 'feed_entry', feed: feed.id },
    conditions: [{ kind: 'words', of: 'title', has: 'none', words: ['sale'] }],
    actions: [
      {
        kind: 'draft',
        from: 'template',
        template,
        values: { headline: '{{title}}', address: '{{link}}' },
      },
    ],
    becomes: { kind: 'review' },
  });
  serve('/journal', [
    { id: 'sale', title: 'Autumn sale: everything must brew' },
    { id: 'plum', title: 'The bag says {{plum}}' },
  ]);
  await me.readFeed(feed.id);
  await runRules();
  await runRules();
  const { all, results } = await me.runs(`?rule=${id}`);
  expect([all, results.map(({ title, state, result }) => [title, state, result])]).toEqual([
    2,
    [
      ['Autumn sale: everything must brew', 'left_out', 'left out: the title has “sale”'],
      ['The bag says {{plum}}', 'done', '1 draft, in review'],
    ],
  ]);
  const [draft, ...others] = await me.items();
  expect(others).toEqual([]);
  expect(draft).toMatchObject({
    content: `New: The bag says \\{{plum}}\n\n${base}/plum`,
    status: 'review',
  });
  const done = await me.run(results[1]?.id as number);
  expect(done.steps.map(({ part, state, text, item }) => [part, state, text, item?.id])).toEqual([
    ['trigger', 'done', 'When a new entry appears in Northwind Journal', undefined],
    ['condition', 'done', 'the title has none of “sale”', undefined],
    ['action', 'done', expect.stringContaining('make a draft from Template'), draft?.id],
    ['becomes', 'done', 'submit it for review', draft?.id],
  ]);
  expect(done).toMatchObject({
    number: 2 - 1,
    acted_as: 'Acted as Journal to drafts with the rights of Ada Byron (owner)',
    can_undo: true,
    undo_text: `Undo moves draft #${draft?.id} to the trash and takes the request back. The entry stays used up: Run again makes the draft anew.`,
  });
  const entries = await app.get(`/api/feeds/${feed.id}/entries/`, me.token);
  expect(entries.body.results.map(({ state }) => state).toSorted()).toEqual(['made', 'new']);
  expect(await me.rule(id)).toMatchObject({ runs: 2, last_run: { state: 'done' } });
});

test('More than twenty entries at once wait for a person', async () => {
  const me = await someone();
  const feed = await me.addFeed('/many');
  await me.on({
    trigger: { kind: 'feed_entry', feed: feed.id },
    actions: [{ kind: 'draft', from: 'trigger', folder: me.folder }],
  });
  const entries = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `entry-${n}`, title: `Entry ${n}` }));
  serve('/many', entries(21));
  await me.readFeed(feed.id);
  await runRules();
  expect([(await me.runs()).all, await me.items()]).toEqual([0, []]);
  serve('/many', entries(23));
  await passTime(app, 2 * MINUTE_MS, FEEDS, () => me.readFeed(feed.id));
  await runRules();
  const made = (await me.items()).map(({ content }) => content);
  expect(made.toSorted()).toEqual([21, 22].map((n) => `Entry ${n}\n\n${base}/entry-${n}`));
});

test('What the workspace has published itself starts no rule of a feed', async () => {
  const me = await someone();
  const set = await me.channelSet();
  const feed = await me.addFeed('/own');
  await me.on({
    trigger: { kind: 'feed_entry', feed: feed.id },
    actions: [{ kind: 'notify', people: [me.id], author: false }],
  });
  const { id } = await me.write({ status: 'approved' });
  const channels = { channels: set.channels };
  await app.post(`/api/content/items/${id}/publications/`, channels, me.token);
  await eventually(async () => {
    const { rowCount } = await app.database.query(
      `update publication_parts set url = $2 from publications join items using (post_id)
       where publication_id = publications.id and items.id = $1
         and publications.published_at is not null`,
      [id, `${base}/mine`],
    );
    expect(rowCount).toBe(1);
  });
  serve('/own', [
    { id: 'other', title: 'Of others' },
    { id: 'mine', title: 'Our own' },
  ]);
  await me.readFeed(feed.id);
  await runRules();
  expect((await me.runs()).results.map(({ title }) => title)).toEqual(['Of others']);
});

test('A dry run tells what a real one does, and changes nothing', async () => {
  const me = await someone();
  const feed = await me.addFeed('/dry');
  const { id: template } = await me.template(HEADLINE);
  const rule = {
    trigger: { kind: 'feed_entry', feed: feed.id },
    conditions: [{ kind: 'words', of: 'title', has: 'none', words: ['sale'] }],
    actions: [
      {
        kind: 'draft',
        from: 'template',
        template,
        values: { headline: '{{title}}', address: '{{link}}' },
      },
    ],
  };
  const { id } = await me.on(rule);
  serve('/dry', [
    { id: 'a', title: 'A sale' },
    { id: 'b', title: 'Bread' },
    { id: 'c', title: 'Coffee' },
  ]);
  await me.readFeed(feed.id);
  const { body: tried } = await app.clock.later(3 * MINUTE_MS, () =>
    app.post(`/api/rules/${id}/try/`, {}, me.token),
  );
  expect(await me.items()).toEqual([]);
  expect(tried).toMatchObject({ events: 3, drafts: 2, left_out: 1, published: 0, failed: 0 });
  await runRules();
  const made = (await me.items()).map(({ content }) => content).toSorted();
  const previews = tried.results.flatMap(({ preview }) => preview ?? []).toSorted();
  expect(made).toEqual(previews);
  const left = (await me.runs()).results.filter(({ state }) => state === 'left_out');
  expect(left.map(({ title, result }) => [title, result])).toEqual([
    ['A sale', 'left out: the title has “sale”'],
  ]);
  expect(tried.results.find(({ outcome }) => outcome === 'left_out')).toMatchObject({
    title: 'A sale',
    text: 'Left out: the title has “sale”',
  });
});

test('A dry run tells what happened to posts: they moved, were tagged, made and published', async () => {
  const me = await someone();
  const { id } = await me.write({ content: 'A text', tags: ['coffee'], status: 'review' });
  await app.put(`/api/content/items/${id}/`, { status: 'approved' }, me.token);
  await me.write({ content: 'Another' });
  const titles = async (trigger: object) => {
    const rule = { name: 'A', trigger, actions: [{ kind: 'notify', people: [me.id] }] };
    const { status, body } = await app.post('/api/rules/try/', rule, me.token);
    expect(status).toBe(200);
    return body.results.map(({ title, outcome }) => `${title}: ${outcome}`);
  };
  expect(await titles({ kind: 'post_moved', status: 'approved' })).toEqual(['A text: act']);
  expect(await titles({ kind: 'post_tagged', tag: 'coffee' })).toEqual(['A text: act']);
  expect(await titles({ kind: 'post_made' })).toEqual(['Another: act', 'A text: act']);
  expect(await titles({ kind: 'publication', became: 'stopped' })).toEqual([]);
  const week = await titles({ kind: 'time', every: 'week', weekday: 5, at: '16:00' });
  expect(new Set(week)).toEqual(new Set(['Friday, 16:00: act']));
  expect([4, 5]).toContain(week.length);
});

describe('switching on', () => {
  test('takes a dry run of the present text; a proof of it counts', async () => {
    const me = await someone();
    const { body: rule } = await me.create(TAGGED);
    const path = `/api/rules/${rule.id}/` as const;
    const refused = await app.put(`${path}switch/`, { on: true }, me.token);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Try it first: this text of the rule was not tried.',
    ]);
    await app.post(`${path}try/`, {}, me.token);
    await app.put(`${path}switch/`, { on: true }, me.token);
    const renamed = await app.put(path, { ...TAGGED, name: 'Renamed' }, me.token);
    expect(renamed.body).toMatchObject({ state: 'on', is_tried: true, version: 2 });
    const changed = { name: 'Other', ...TAGGED, trigger: { kind: 'post_tagged', tag: 'other' } };
    const { body: saved } = await app.put(path, changed, me.token);
    expect(saved).toMatchObject({ state: 'off', is_tried: false, version: 3 });
    const { body: tried } = await app.post('/api/rules/try/', changed, me.token);
    const proved = await app.put(path, { ...changed, proof: tried.proof }, me.token);
    expect(proved.body).toMatchObject({ is_tried: true, version: 4 });
    const forged = await app.put(path, { ...changed, ...TAGGED, proof: tried.proof }, me.token);
    expect(forged.body).toMatchObject({ is_tried: false });
    const stale = await app.put(path, { ...changed, version: 1 }, me.token);
    expect([stale.status, stale.body]).toMatchObject([409, { current: { version: 5 } }]);
  });

  test('takes the right to publish where nobody is asked', async () => {
    const me = await someone();
    const set = await me.channelSet();
    const editor = await colleague(app, me.folder, 'editor');
    const unasked = {
      trigger: { kind: 'post_tagged', tag: 'x' },
      actions: [{ kind: 'draft', from: 'trigger', folder: me.folder }],
      becomes: { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } },
    };
    expect((await editor.call('/api/rules/', 'POST', { name: 'A', ...unasked })).status).toBe(403);
    const { publishes_unasked: unread, id } = await me.on(unasked);
    expect(unread).toBe(true);
    const { body } = await app.get('/api/rules/', me.token);
    expect(body).toMatchObject({ publish_unasked: 1, runs_today: 0, max_runs_today: 1000 });
    await app.put(`/api/rules/${id}/switch/`, { on: false }, me.token);
    const path = `/api/rules/${id}/switch/` as const;
    expect((await editor.call(path, 'PUT', { on: true })).status).toBe(403);
  });
});

test('What does not fit, or is of others, is refused by name', async () => {
  const [me, other] = [await someone(), await someone()];
  const { body: unfit } = await me.create({
    ...TAGGED,
    actions: [{ kind: 'tags', add: ['ready'] }],
  });
  expect(unfit).toMatchObject({
    actions: ['1: This would answer itself: it tags what it waits for.'],
  });
  const { body: empty } = await me.create({ ...TAGGED, actions: [] });
  expect(empty).toMatchObject({ actions: ['Add an action.'] });
  const foreign = await me.create({
    ...TAGGED,
    actions: [{ kind: 'move', folder: other.folder }],
  });
  expect([foreign.status, foreign.body]).toMatchObject([
    404,
    { actions: [`There is no folder ${other.folder}.`] },
  ]);
});

test('Actions on a post are done in their order, and undone', async () => {
  const me = await someone();
  const { body: other } = await app.post('/api/content/folders/', { name: 'Other' }, me.token);
  const rule = await me.on({
    trigger: { kind: 'post_tagged', tag: 'ready' },
    conditions: [{ kind: 'folder', folders: [me.folder] }],
    actions: [
      { kind: 'tags', add: ['seen'], remove: ['ready'] },
      { kind: 'move', folder: other.id },
      { kind: 'comment', text: 'Moved: {{title}}' },
      { kind: 'submit' },
      { kind: 'notify', people: [], author: true },
    ],
  });
  const { id } = await me.write({ content: 'A text', tags: ['ready', 'coffee'] });
  await runRules();
  const [run] = (await me.runs()).results;
  expect(run).toMatchObject({
    state: 'done',
    result: 'tagged, moved, commented, in review, people notified',
    rule: { id: rule.id },
  });
  expect(await me.item(id)).toMatchObject({
    tags: ['coffee', 'seen'],
    folder: other.id,
    status: 'review',
    comments: 1,
  });
  const { body: told } = await app.get('/api/notifications/', me.token);
  expect(told.results.map(({ kind, text }) => [kind, text])).toEqual([
    ['rule_notice', "A rule tells you about 'A text'"],
  ]);
  const undone = await app.post(`/api/rule-runs/${run?.id as number}/undo/`, {}, me.token);
  expect([undone.status, undone.body]).toMatchObject([200, { state: 'undone', can_undo: false }]);
  expect(await me.item(id)).toMatchObject({
    tags: ['coffee', 'ready'],
    folder: me.folder,
    status: 'draft',
    comments: 0,
  });
  const again = await app.post(`/api/rule-runs/${run?.id as number}/undo/`, {}, me.token);
  expect(again.status).toBe(409);
  // What was undone by a person started it once more.
  const { body: log } = await app.get('/api/content/audit-logs/', me.token);
  expect(log.some(({ object_type: type, title }) => type === 'rule' && title === rule.name)).toBe(
    true,
  );
});

test('A rule starts others, up to three in a row, and never itself', async () => {
  const me = await someone();
  const link = (from: string, to: string) =>
    me.on({
      trigger: { kind: 'post_tagged', tag: from },
      actions: [{ kind: 'tags', add: [to], remove: [from] }],
    });
  const chain = [await link('a', 'b'), await link('b', 'a'), await link('b', 'c')];
  chain.push(await link('c', 'd'), await link('d', 'e'));
  const { id } = await me.write({ tags: ['a'] });
  await runRules();
  expect((await me.item(id)).tags).toEqual(['a', 'd']);
  const ran = (await me.runs()).results.map(({ rule }) => rule.id).toReversed();
  expect(ran).toEqual(chain.slice(0, 4).map((link) => link.id));
});

test('Its first run waits for a look, and goes on or is left out', async () => {
  const me = await someone();
  const rule = await me.on({ ...TAGGED, first_run_waits: true });
  const [ready, other] = [await me.write({ tags: ['ready'] }), await me.write({ tags: ['ready'] })];
  await runRules();
  const { waits, results } = await me.runs('?state=waits');
  expect([waits, results.map(({ state }) => state)]).toEqual([2, ['waits', 'waits']]);
  expect((await me.item(ready.id)).status).toBe('draft');
  expect(await me.rule(rule.id)).toMatchObject({ first_run_waits: true, waiting: 2 });
  const [second, first] = results.map(({ id }) => `/api/rule-runs/${id}/` as const);
  const left = await app.post(`${second}leave-out/` as '/api/rule-runs/1/leave-out/', {}, me.token);
  expect(left.body).toMatchObject({ state: 'left_out' });
  const on = await app.post(`${first}go-on/` as '/api/rule-runs/1/go-on/', {}, me.token);
  expect(on.body).toMatchObject({ state: 'done', result: 'in review' });
  expect(await me.item(ready.id)).toMatchObject({ status: 'review' });
  expect(await me.item(other.id)).toMatchObject({ status: 'draft' });
  const twice = await app.post(`${first}go-on/` as '/api/rule-runs/1/go-on/', {}, me.token);
  expect(twice.status).toBe(409);
  const again = await app.post(`${second}again/` as '/api/rule-runs/1/again/', {}, me.token);
  expect([again.status, again.body]).toMatchObject([200, { state: 'done', number: 3 }]);
  expect(await me.item(other.id)).toMatchObject({ status: 'review' });
  expect(await me.rule(rule.id)).toMatchObject({ first_run_waits: false });
});

describe('what publishes without asking', () => {
  async function unasked() {
    const me = await someone();
    const set = await me.channelSet();
    const rule = await me.on({
      trigger: { kind: 'post_tagged', tag: 'go' },
      actions: [{ kind: 'draft', from: 'trigger', folder: me.folder }],
      becomes: { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } },
    });
    const start = async () => {
      await me.write({ content: `A text ${++names}`, tags: ['go'] });
      await runRules();
      const [latest] = (await me.runs()).results;
      return me.run(latest?.id as number);
    };
    const publications = async () =>
      (await app.get('/api/publications/', me.token)).body.results.map(({ state }) => state);
    return { ...me, made: rule, start, publications };
  }

  test('schedules its draft, and undoing takes it back', async () => {
    const me = await unasked();
    const run = await me.start();
    expect(run).toMatchObject({ state: 'done', result: '1 draft, scheduled' });
    expect(run.steps.at(-1)?.result).toBe('Scheduled: 1 publication, a day later at 09:00.');
    expect(await me.publications()).toEqual(['scheduled']);
    await app.post(`/api/rule-runs/${run.id}/undo/`, {}, me.token);
    expect(await me.publications()).toEqual(['cancelled']);
  });

  test('proposes while all publishing is paused', async () => {
    const me = await unasked();
    // Another that is on and asks, and one that is off.
    await me.on(TAGGED);
    const { trigger, actions, becomes } = me.made;
    await me.create({ trigger, actions, becomes });
    await app.put('/api/pause/', { reason: 'An incident' }, me.token);
    const { body: preview } = await app.get('/api/pause/preview/', me.token);
    expect(preview.unasked_rules).toBe(1);
    const run = await me.start();
    expect(run.steps.at(-1)?.result).toContain('A person decides.');
    expect(await me.publications()).toEqual(['proposed']);
  });

  test('proposes once its maker may not publish, and says so', async () => {
    const me = await unasked();
    await app.database.query('update memberships set role = $2 where workspace_id = $1', [
      await workspaceOf(app, me.folder),
      'editor',
    ]);
    const run = await me.start();
    expect(run.acted_as).toContain('(editor)');
    expect(await me.publications()).toEqual(['proposed']);
    expect((await me.rule(me.made.id)).warning).toBe(
      'Ada Byron may not publish any more: it makes proposals.',
    );
  });
});

test('A run that waits publishes only for who may, whatever its rule has become', async () => {
  const me = await someone();
  const editor = await colleague(app, me.folder, 'editor');
  const set = await me.channelSet();
  const rule = {
    name: 'Careful',
    trigger: { kind: 'post_tagged', tag: 'careful' },
    actions: [{ kind: 'draft', from: 'trigger', folder: me.folder }],
  };
  const becomes = { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } };
  const { id } = await me.on({ ...rule, becomes, first_run_waits: true });
  await me.write({ content: 'A text', tags: ['careful'] });
  await runRules();
  expect((await app.put(`/api/rules/${id}/`, rule, me.token)).status).toBe(200);
  const [waiting] = (await me.runs('?state=waits')).results;
  const goOn = `/api/rule-runs/${waiting?.id as number}/go-on/` as const;
  expect((await editor.call(goOn, 'POST', {})).status).toBe(403);
  expect((await app.post(goOn, {}, me.token)).status).toBe(200);
});

test('A template that somebody changed is not published without asking', async () => {
  const me = await someone();
  const editor = await colleague(app, me.folder, 'editor');
  const set = await me.channelSet();
  const fields = { name: 'Recap', items: [{ content: 'The recap' }], variables: [] };
  const { id: template } = await me.template(fields);
  const rule = {
    name: 'Recap',
    trigger: { kind: 'post_tagged', tag: 'recap' },
    actions: [{ kind: 'draft', from: 'template', template, values: {} }],
    becomes: { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } },
  };
  const { id } = await me.on(rule);
  const changed = { ...fields, folder: me.folder, items: [{ content: 'Buy my coins' }] };
  const body = { is_thread: false, ...changed };
  expect((await editor.call(`/api/templates/${template}/`, 'PUT', body)).status).toBe(200);
  const start = async () => {
    await me.write({ content: `A text ${++names}`, tags: ['recap'] });
    await runRules();
    const { results } = (await app.get('/api/publications/', me.token)).body;
    return results.map(({ state }) => state).toSorted();
  };
  expect(await start()).toEqual(['proposed']);
  expect((await me.rule(id)).warning).toContain('template was changed');
  expect((await app.put(`/api/rules/${id}/`, rule, me.token)).status).toBe(200);
  expect(await start()).toEqual(['proposed', 'scheduled']);
});

test('An approved post is scheduled; what nobody has approved is proposed, whoever tags it', async () => {
  const me = await someone();
  const set = await me.channelSet();
  const editor = await colleague(app, me.folder, 'editor');
  await me.on({
    trigger: { kind: 'post_tagged', tag: 'go' },
    actions: [{ kind: 'schedule', set: set.id, when: { days: 2, at: '10:00' } }],
  });
  const write = (fields: object) =>
    editor.call('/api/content/items/', 'POST', { folder: me.folder, tags: ['go'], ...fields });
  await write({ content: 'Not approved' });
  await me.write({ content: 'Approved', tags: ['go'], status: 'approved' });
  await runRules();
  const { results } = (await app.get('/api/publications/', me.token)).body;
  expect(results.map(({ excerpt, state }) => [excerpt, state]).toSorted()).toEqual([
    ['Approved', 'scheduled'],
    ['Not approved', 'proposed'],
  ]);
});

describe('a rule is paused', () => {
  test('after five failures in a row, and its maker is told', async () => {
    const me = await someone();
    const set = await me.channelSet();
    const rule = await me.on({
      trigger: { kind: 'post_tagged', tag: 'go' },
      actions: [
        { kind: 'tags', add: ['seen'], remove: [] },
        { kind: 'schedule', set: set.id, when: 'queue' },
        { kind: 'comment', text: 'Queued' },
      ],
    });
    for (let n = 0; n < 6; n++) await me.write({ tags: ['go'] });
    await runRules();
    const { failed, results } = await me.runs();
    expect([failed, results.map(({ state }) => state)]).toEqual([
      5,
      ['left_out', ...Array(5).fill('failed')],
    ]);
    expect(results[1]?.result).toContain('has no free slot');
    // What was done before stays, and can be undone.
    const { steps, can_undo: canUndo } = await me.run(results[1]?.id as number);
    expect([canUndo, steps.map(({ state }) => state)]).toEqual([
      true,
      ['done', 'done', 'failed', 'not_reached'],
    ]);
    expect(await me.rule(rule.id)).toMatchObject({
      state: 'paused',
      pause_reason: expect.stringContaining('has no free slot'),
    });
    const { body: told } = await app.get('/api/notifications/', me.token);
    expect(told.results.map(({ kind }) => kind)).toEqual(['rule_paused']);
  });

  test('when its maker is no member any more', async () => {
    const me = await someone();
    const editor = await colleague(app, me.folder, 'editor');
    const { body } = await editor.call('/api/rules/', 'POST', { name: 'Theirs', ...TAGGED });
    await editor.call(`/api/rules/${body.id}/try/`, 'POST', {});
    await editor.call(`/api/rules/${body.id}/switch/`, 'PUT', { on: true });
    await app.database.query('delete from memberships where user_id = $1 and workspace_id = $2', [
      editor.id,
      editor.workspace,
    ]);
    const { id } = await me.write({ tags: ['ready'] });
    await runRules();
    expect(await me.item(id)).toMatchObject({ status: 'draft' });
    expect(await me.rule(body.id)).toMatchObject({
      state: 'paused',
      pause_reason: 'Its maker is no member of this workspace any more.',
    });
    const { body: told } = await app.get('/api/notifications/', me.token);
    expect(told.results.map(({ kind }) => kind)).toContain('rule_paused');
  });
});

test('A workspace with thousands of runs makes no other wait', async () => {
  const busy = await someone();
  const { id: rule } = await busy.on(TAGGED);
  const { id: post } = await busy.write({ content: 'One of many' });
  await app.database.query(
    `insert into rule_runs (workspace_id, rule_id, about)
     select workspace_id, id, jsonb_build_object('post', $2::bigint)
     from rules, generate_series(1, 5000) where id = $1`,
    [rule, post],
  );
  const quiet = await someone();
  const { id: own } = await quiet.on(TAGGED);
  await quiet.write({ content: 'The only one', tags: ['ready'] });
  const running = await startJob(app, 'rules.run');
  await eventually(async () => {
    const { results } = await quiet.runs(`?rule=${own}`);
    expect(results[0]?.state).toBe('done');
  });
  const { rows: left } = await app.database.query(
    "delete from rule_runs where rule_id = $1 and state = 'due' returning id",
    [rule],
  );
  expect(left.length).toBeGreaterThan(4000);
  await untilJobEnds(app, running);
});

test('A rule has a hundred runs a day; more are left out', async () => {
  const me = await someone();
  const { id } = await me.on(TAGGED);
  await app.database.query(
    `insert into rule_runs (workspace_id, rule_id, state, number, about, began_at)
     select workspace_id, id, 'done', 1, '{}', now() from rules, generate_series(1, 99) where id = $1`,
    [id],
  );
  await me.write({ tags: ['ready'] });
  await me.write({ tags: ['ready'] });
  await runRules();
  const { results } = await me.runs();
  expect(results.slice(0, 2).map(({ result }) => result)).toEqual([
    'left out: the rule had 100 runs in 24 hours',
    'in review',
  ]);
});

test('A time comes once, however long nothing ran', async () => {
  const me = await someone();
  const { id } = await me.on({
    trigger: { kind: 'time', every: 'day', at: '09:00' },
    actions: [{ kind: 'notify', people: [me.id], author: false }],
  });
  const { next_at: next } = await me.rule(id);
  expect(Date.parse(next as string)).toBeGreaterThan(Date.now());
  await runRules();
  expect((await me.runs()).all).toBe(0);
  await runRules(3 * 24 * 60 * MINUTE_MS);
  await runRules(3 * 24 * 60 * MINUTE_MS);
  const { all, results } = await me.runs();
  expect([all, results[0]?.result]).toEqual([1, 'people notified']);
  const { body: told } = await app.get('/api/notifications/', me.token);
  expect(told.results.map(({ kind }) => kind)).toEqual(['rule_ran']);
});

describe('run now', () => {
  test('does one run of a rule for a time, though it is off, and neither counts nor waits', async () => {
    const me = await someone();
    const { body: rule } = await me.create({
      trigger: { kind: 'time', every: 'day', at: '09:00' },
      actions: [{ kind: 'notify', people: [me.id], author: false }],
      first_run_waits: true,
    });
    const path = `/api/rules/${rule.id}/run/` as const;
    const untried = await app.post(path, {}, me.token);
    expect([untried.status, untried.body.detail]).toEqual([
      409,
      'Try it first: this text of the rule was not tried.',
    ]);
    await app.post(`/api/rules/${rule.id}/try/`, {}, me.token);
    const { status, body } = await app.post(path, {}, me.token);
    expect([status, body]).toMatchObject([
      200,
      { number: 1, state: 'done', result: 'people notified', rule: { id: rule.id } },
    ]);
    // Nothing is left for the job, and its own time comes as before.
    await runRules();
    const listed = (await app.get('/api/rules/', me.token)).body;
    expect(listed).toMatchObject({
      runs_today: 0,
      rules: [{ state: 'off', runs: 1, waiting: 0, first_run_waits: true }],
    });
    await app.put(`/api/rules/${rule.id}/switch/`, { on: true }, me.token);
    const { next_at: next } = await me.rule(rule.id);
    await app.post(path, {}, me.token);
    expect((await me.rule(rule.id)).next_at).toBe(next);
    const { body: log } = await app.get('/api/content/audit-logs/', me.token);
    expect(log.filter(({ changes }) => changes.run?.after === 'run now')).toHaveLength(2);
  });

  test('is about the account whose queue has the least, and says where none is low', async () => {
    const me = await someone();
    const set = await me.channelSet();
    const low = (fewer: number) => ({
      trigger: { kind: 'queue_low', set: set.id, fewer_than: fewer },
      actions: [{ kind: 'notify', people: [me.id], author: false }],
    });
    const { id } = await me.on(low(1));
    const { body } = await app.post(`/api/rules/${id}/run/`, {}, me.token);
    expect(body.title).toMatch(/^Queue of .+: 0 left$/);
    await app.database.query('update channel_sets set channels = $2 where id = $1', [set.id, []]);
    const none = await app.post(`/api/rules/${id}/run/`, {}, me.token);
    expect([none.status, none.body.detail]).toEqual([
      409,
      'No queue of its accounts has fewer than 1 post now.',
    ]);
    const { id: tagged } = await me.on(TAGGED);
    const other = await app.post(`/api/rules/${tagged}/run/`, {}, me.token);
    expect([other.status, other.body.detail]).toEqual([
      409,
      'It runs when something happens: only a rule for a time or a low queue can be run by hand.',
    ]);
    expect((await me.runs()).all).toBe(1);
  });

  test('takes the right to publish where nobody is asked', async () => {
    const me = await someone();
    const set = await me.channelSet();
    const [editor, viewer] = [
      await colleague(app, me.folder, 'editor'),
      await colleague(app, me.folder, 'viewer'),
    ];
    const { id: template } = await me.template({ items: [{ content: 'Recap' }], variables: [] });
    const { id } = await me.on({
      trigger: { kind: 'time', every: 'day', at: '09:00' },
      actions: [{ kind: 'draft', from: 'template', template, values: {} }],
      becomes: { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } },
    });
    const path = `/api/rules/${id}/run/` as const;
    for (const { call } of [editor, viewer])
      expect((await call(path, 'POST', {})).status).toBe(403);
    expect((await me.runs()).all).toBe(0);
    expect((await app.post(path, {}, me.token)).body).toMatchObject({
      state: 'done',
      result: '1 draft, scheduled',
    });
  });
});

test('A dry run that nobody waits for ends, and counts for nothing', async () => {
  const me = await someone();
  const { body: rule } = await me.create({
    trigger: { kind: 'post_moved', status: 'review' },
    actions: [{ kind: 'notify', people: [me.id], author: false }],
  });
  const holder = await app.database.connect();
  const waiting = async () => {
    const { rows } = await app.database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%with trigger as%'
         and datname = current_database() and pid in (
           select pid from pg_locks where not granted and relation = 'events'::regclass)`,
    );
    return rows.length;
  };
  try {
    await holder.query('begin; lock table events in access exclusive mode');
    const gone = new AbortController();
    const asked = fetch(`${app.base}/api/rules/${rule.id}/try/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: gone.signal,
    }).catch(() => null);
    await eventually(async () => expect(await waiting()).toBe(1));
    gone.abort();
    await asked;
    await eventually(async () => expect(await waiting()).toBe(0));
    await holder.query('rollback');
  } finally {
    holder.release(true);
  }
  expect((await me.rule(rule.id)).is_tried).toBe(false);
  expect((await app.post(`/api/rules/${rule.id}/try/`, {}, me.token)).status).toBe(200);
  expect((await me.rule(rule.id)).is_tried).toBe(true);
});

test('A publication, its figures and a low queue start rules, once each', async () => {
  const me = await someone();
  const set = await me.channelSet();
  const told = { kind: 'notify', people: [me.id], author: false };
  const rules = [
    await me.on({ trigger: { kind: 'publication', became: 'published' }, actions: [told] }),
    await me.on({
      trigger: { kind: 'figures', metric: 'reactions', at_least: 100, within_hours: 48 },
      conditions: [{ kind: 'network', networks: ['practice'] }],
      actions: [told],
    }),
    await me.on({ trigger: { kind: 'queue_low', set: set.id, fewer_than: 1 }, actions: [told] }),
  ];
  const { id } = await me.write({ status: 'approved' });
  const [channel] = set.channels;
  await app.post(`/api/content/items/${id}/publications/`, { channels: [channel] }, me.token);
  const published = async () =>
    (await app.get('/api/publications/', me.token)).body.results.find(
      ({ state }) => state === 'published',
    );
  await eventually(async () => expect(await published()).toBeDefined());
  const figures = (reactions: number) =>
    app.database.query(
      `insert into publication_figures (publication_id, read_at, latest) values ($1, now(), $2)
       on conflict (publication_id) do update set latest = excluded.latest`,
      [publication?.id, JSON.stringify({ reactions })],
    );
  const publication = await published();
  for (const reactions of [99, 100, 120, 98, 130]) await figures(reactions);
  await runRules();
  await runRules();
  const { results } = await me.runs();
  expect(results.map(({ rule, state }) => [rule.id, state]).toSorted()).toEqual(
    rules.map((rule) => [rule.id, 'done']).toSorted(),
  );
  // Figures that were above a mark before do not reach it.
  await me.on({
    trigger: { kind: 'figures', metric: 'reactions', at_least: 50, within_hours: null },
    actions: [told],
  });
  await figures(140);
  await runRules();
  expect((await me.runs()).all).toBe(rules.length);
  expect(results.find(({ rule }) => rule.id === rules[2]?.id)?.title).toMatch(
    /^Queue of .+: 0 left$/,
  );
});

test('Runs are removed after 90 days, and what they used up stays used up', async () => {
  const me = await someone();
  const { id } = await me.on({ trigger: { kind: 'post_made' }, actions: [{ kind: 'submit' }] });
  await me.write();
  await runRules();
  expect((await me.runs()).all).toBe(1);
  await passTime(app, 91 * 24 * 60 * MINUTE_MS, ['rule_runs'], async () => {
    await app.database.query("insert into jobs.job (name) values ('rules.remove_old')");
    await eventually(async () => {
      const { rows } = await app.database.query('select from rule_runs where rule_id = $1', [id]);
      expect(rows).toEqual([]);
    });
  });
  const { rows } = await app.database.query('select from rule_sources where rule_id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect((await app.delete(`/api/rules/${id}/`, me.token)).status).toBe(204);
});
