import { describe, expect, test } from 'vitest';
import { can, ROLES } from '#contract/roles.ts';
import { localOf } from '#contract/times.ts';
import { colleague, useApp } from '../../../../testing/app.ts';
import { jpeg } from '../../../../testing/media-files.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { passTime } from '../../../../testing/pass-time.ts';
import { publisherOn } from '../../../../testing/publishing.ts';
import { rulesOf } from '../../../../testing/rules.ts';
import { runJob } from '../../../../testing/run-job.ts';
import type { WORDS_OF } from './provenance.ts';

const app = useApp();
const DAY_MS = 86_400_000;

/** Somebody with a set of one channel, a key that writes drafts only, and an editor. */
async function someone() {
  const me = await publisherOn(app, practice);
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const set = { name: 'Short', channels: [me.channel] };
  const { id } = (await me.call('/api/channel-sets/', 'POST', set)).body;
  const key = async (limits: object) =>
    (await me.call('/api/keys/', 'POST', { name: 'Agent', ...limits })).body.secret as string;
  const editor = await colleague(app, me.folder, 'editor');
  const found = async () =>
    (
      await app.database.query<{ state: string; content: string }>(
        `select publications.state, content from publications
          join items on items.post_id = publications.post_id where channel_id = $1`,
        [me.channel],
      )
    ).rows;
  const { body: template } = await me.call('/api/templates/', 'POST', {
    ...{ name: 'Note', folder: me.folder, items: [{ content: '{{note}}' }] },
    variables: [{ name: 'note', label: 'Note', kind: 'text' }],
  });
  return {
    ...{ ...me, ...rulesOf(app, me.token) },
    ...{ set: id as number, template: template.id as number, key, editor, found },
  };
}
type Someone = Awaited<ReturnType<typeof someone>>;
type By = { token: string; workspace?: number };

const send = (by: By, path: string, method: string, body: object) =>
  app.request(path as '/api/calendar/notes/', {
    ...({ method, token: by.token, body } as { method: 'POST'; token: string; body: never }),
    headers: by.workspace === undefined ? {} : { 'x-workspace': String(by.workspace) },
  });

const upload = (by: By, name: string) =>
  jpeg().then((bytes) =>
    fetch(`${app.base}/api/media/?name=${name}.jpg&alt=${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(by.workspace !== undefined && { 'x-workspace': String(by.workspace) }),
      },
      body: new Uint8Array(bytes),
    }),
  );

const tomorrow = () => localOf(new Date(app.clock.now() + DAY_MS), 'UTC').slice(0, 10);

const fromTrigger = (me: Someone) => [{ kind: 'draft', from: 'trigger', folder: me.folder }];

type Source = {
  trigger: object;
  actions: (me: Someone) => object[];
  /** Supplies words, and begins a run with them. */
  supply: (me: Someone, by: By) => Promise<unknown>;
};

/** How the words of each kind come to a rule. */
const SUPPLIED: Record<
  // What comes in from strangers is in ways.test.ts.
  Exclude<(typeof WORDS_OF)[keyof typeof WORDS_OF], 'entry' | 'call' | null>,
  Source
> = {
  post: {
    trigger: { kind: 'post_made' },
    actions: fromTrigger,
    supply: (me, by) =>
      send(by, '/api/content/items/', 'POST', { folder: me.folder, content: 'Words' }),
  },
  file: {
    trigger: { kind: 'file_added', folder: null, tag: null },
    actions: fromTrigger,
    supply: (_me, by) => upload(by, 'Words'),
  },
  note: {
    trigger: { kind: 'day_note', words: [], at: '00:00' },
    actions: (me) => [
      ...[{ kind: 'draft', from: 'template', template: me.template, values: { note: '{{note}}' } }],
    ],
    supply: (_me, by) =>
      send(by, '/api/calendar/notes/', 'POST', { day: tomorrow(), text: 'Words' }),
  },
};

async function outcomeOf(
  me: Someone,
  { trigger, actions, supply }: Source,
  by: By,
): Promise<string[]> {
  const becomes = { kind: 'schedule', set: me.set, when: 'queue' };
  await me.on({ trigger, actions: actions(me), becomes });
  await supply(me, by);
  await runJob(app, 'rules.run');
  await passTime(app, DAY_MS, ['rule_runs'], () => runJob(app, 'rules.run'));
  return (await me.found()).map(({ state }) => state);
}

describe.each(Object.entries(SUPPLIED))('Words of a %s are published unasked', (_, source) => {
  test('where they are those of somebody who may publish', async () => {
    const me = await someone();
    expect(await outcomeOf(me, source, me)).toEqual(['scheduled']);
  });
  test('where a key wrote them that publishes by itself', async () => {
    const me = await someone();
    const token = await me.key({ scopes: ['read', 'write', 'publish'], drafts_only: false });
    expect(await outcomeOf(me, source, { token })).toEqual(['scheduled']);
  });
  test('but not where a key for drafts only wrote them', async () => {
    const me = await someone();
    const token = await me.key({ drafts_only: true });
    expect(await outcomeOf(me, source, { token })).toEqual(['proposed']);
  });
  test('but not where a key without the scope wrote them', async () => {
    const me = await someone();
    const token = await me.key({ scopes: ['read', 'write'], drafts_only: false });
    expect(await outcomeOf(me, source, { token })).toEqual(['proposed']);
  });
  test('but not where an editor wrote them', async () => {
    const me = await someone();
    expect(await outcomeOf(me, source, me.editor)).toEqual(['proposed']);
  });
});

test('The database knows the roles that publish', async () => {
  for (const role of ROLES) {
    const { rows } = await app.database.query('select may_publish($1)', [role]);
    expect(rows[0].may_publish).toBe(can(role, 'decide'));
  }
});

test('A tag of a key for drafts only publishes no draft of somebody else', async () => {
  const me = await someone();
  const key = await me.key({ drafts_only: true });
  const { id } = await me.write({ content: 'Not for today' });
  const tagged: Source = {
    trigger: { kind: 'post_tagged', tag: 'go' },
    actions: fromTrigger,
    supply: (_me, by) => send(by, `/api/content/items/${id}/`, 'PUT', { tags: ['go'] }),
  };
  expect(await outcomeOf(me, tagged, { token: key })).toEqual(['proposed']);
});

test('A tag or another text of a file by a key for drafts only is asked about', async () => {
  const me = await someone();
  const key = await me.key({ drafts_only: true });
  const file = (await (await upload(me, 'Words')).json()) as { id: number };
  const tagged: Source = {
    trigger: { kind: 'file_added', folder: null, tag: 'go' },
    actions: fromTrigger,
    supply: async (_me, by) => {
      await send(by, `/api/media/${file.id}/`, 'PUT', { alt: 'Others' });
      await send(me, `/api/media/${file.id}/`, 'PUT', { tags: ['go'] });
    },
  };
  expect(await outcomeOf(me, tagged, { token: key })).toEqual(['proposed']);
});

test('A note that an editor changes is asked about', async () => {
  const me = await someone();
  const { body: note } = await send(me, '/api/calendar/notes/', 'POST', {
    ...{ day: tomorrow(), text: 'Words' },
  });
  const changed = {
    ...SUPPLIED.note,
    supply: (_me: Someone, by: By) =>
      send(by, `/api/calendar/notes/${note.id}/`, 'PUT', { text: 'Others' }),
  };
  expect(await outcomeOf(me, changed, me.editor)).toEqual(['proposed']);
});

test('What ends posts on a channel is asked about once a key for drafts only has changed it', async () => {
  const me = await someone();
  const key = await me.key({ drafts_only: true });
  const ending = { name: 'Jo', kind: 'text', text: '— Jo' };
  const { body: snippet } = await me.call('/api/snippets/', 'POST', ending);
  const channels = { channels: [me.channel] };
  await me.call(`/api/snippets/${snippet.id}/channels/`, 'PUT', channels);
  expect(await outcomeOf(me, SUPPLIED.post, me)).toEqual(['scheduled']);
  const changed = { ...ending, text: 'Others' };
  expect((await app.put(`/api/snippets/${snippet.id}/`, changed as never, key)).status).toBe(200);
  await SUPPLIED.post.supply(me, me);
  await runJob(app, 'rules.run');
  expect((await me.found()).map(({ state }) => state).toSorted()).toEqual([
    'proposed',
    'scheduled',
  ]);
});

test.each([
  ['an editor', 'proposed'],
  ['its owner', 'scheduled'],
])('A post that ends with what %s has put at the end of posts is %s', async (who, expected) => {
  const me = await someone();
  const by = who === 'an editor' ? me.editor : me;
  const ending = { name: 'Others', kind: 'text', text: 'Others' };
  const { body: snippet } = await by.call('/api/snippets/', 'POST', ending);
  const channels = { channels: [me.channel] };
  const put = await by.call(`/api/snippets/${snippet.id}/channels/`, 'PUT', channels);
  expect(put.status).toBe(200);
  expect(await outcomeOf(me, SUPPLIED.post, me)).toEqual([expected]);
});

/** What becomes of a draft that a run makes which began when somebody else had saved its rule. */
async function outcomeOfFormer(first: (me: Someone) => By): Promise<string[]> {
  const me = await someone();
  const note = { kind: 'draft', from: 'template', template: me.template, values: { note: 'Hi' } };
  const rule = {
    ...{ name: 'Note', trigger: { kind: 'post_tagged', tag: 'go' }, actions: [note] },
    ...{ conditions: [], becomes: { kind: 'draft' }, first_run_waits: true },
  };
  const { id } = await me.on(rule);
  const ok = async (by: By, path: string, method: string, body: object) =>
    expect([path, await send(by, path, method, body)]).toEqual([path, OK]);
  await ok(first(me), `/api/rules/${id}/`, 'PUT', rule);
  const { id: item } = await me.write({ content: 'Tagged' });
  await ok(me, `/api/content/items/${item}/`, 'PUT', { tags: ['go'] });
  await runJob(app, 'rules.run');
  await ok(me, `/api/rules/${id}/`, 'PUT', rule);
  const becomes = { kind: 'schedule', set: me.set, when: 'queue' };
  await me.on({ trigger: { kind: 'post_made' }, actions: fromTrigger(me), becomes });
  const { body: runs } = await me.call(`/api/rule-runs/?rule=${id}` as '/api/rule-runs/');
  await ok(me, `/api/rule-runs/${runs.results[0]?.id}/go-on/`, 'POST', {});
  await runJob(app, 'rules.run');
  return (await me.found()).map(({ state }) => state);
}
const OK = expect.objectContaining({ status: 200 });

test.each([
  ['fewer rights than', (me: Someone) => me.editor, 'proposed'],
  ['the same rights as', (me: Someone) => me, 'scheduled'],
])('Words of a run that began with %s its rule has now', async (_, first, expected) => {
  expect(await outcomeOfFormer(first)).toEqual([expected]);
});

/** As `npm run archive` does, once a year has passed. */
const FORGET = `begin; select set_config('postfolio.archiving', 'on', true);
  delete from audit_log; commit`;

describe('What a person has approved goes out', () => {
  const approved = async (me: Someone, folder = me.folder) => {
    const { id } = await me.write({ content: 'Approved', folder });
    await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
    return `/api/content/items/${id}/`;
  };
  const tagged = async (by: (me: Someone) => Promise<By> | By, isArchived = false) => {
    const me = await someone();
    await me.on({
      trigger: { kind: 'post_tagged', tag: 'go' },
      actions: [{ kind: 'schedule', set: me.set, when: 'queue' }],
    });
    expect((await send(await by(me), await approved(me), 'PUT', { tags: ['go'] })).status).toBe(
      200,
    );
    if (isArchived) await app.database.query(FORGET);
    await runJob(app, 'rules.run');
    return (await me.found()).map(({ state }) => state);
  };
  const moved = async (by: (me: Someone) => Promise<By> | By, isArchived = false) => {
    const me = await someone();
    const { body: archive } = await me.call('/api/content/folders/', 'POST', { name: 'Archive' });
    const path = await approved(me, archive.id);
    await me.call(`/api/content/folders/${me.folder}/evergreen/`, 'PUT', {
      ...{ gap_days: 60, max_uses: 6, season_from: null, season_to: null, ends_on: null },
      ...{ without_asking: true, channel_set: me.set },
    });
    expect((await send(await by(me), path, 'PUT', { folder: me.folder })).status).toBe(200);
    if (isArchived) await app.database.query(FORGET);
    await runJob(app, 'evergreen.fill');
    return (await me.found()).map(({ state }) => state);
  };
  const limited = async (me: Someone) => ({ token: await me.key({ drafts_only: true }) });

  test('by a rule that waits for a tag; a key for drafts only that sets it proposes', async () => {
    expect(await tagged(({ editor }) => editor)).toEqual(['scheduled']);
    expect(await tagged(limited)).toEqual(['proposed']);
    expect(await tagged(limited, true)).toEqual(['proposed']);
  });
  test('from an evergreen folder; a key for drafts only that moves it there proposes', async () => {
    expect(await moved(({ editor }) => editor)).toEqual(['scheduled']);
    expect(await moved(limited)).toEqual(['proposed']);
    expect(await moved(limited, true)).toEqual(['proposed']);
  });
});
