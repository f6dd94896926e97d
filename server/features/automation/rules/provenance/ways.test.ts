import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agent } from '../../../../testing/agents.ts';
import { colleague, useApp } from '../../../../testing/app.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { passTime } from '../../../../testing/pass-time.ts';
import { publisherOn } from '../../../../testing/publishing.ts';
import { rulesOf } from '../../../../testing/rules.ts';
import { runJob } from '../../../../testing/run-job.ts';

/**
 * Each way in which a post is made or changed, before rules that ask nobody: whose words they publish
 * (docs/domain/automation.md, 'Whose words').
 */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });

/** A site with a feed; the second reading has another entry. */
let readings = 0;
const site = createServer(({ url }, response) => {
  const items = ['First', 'Second']
    .slice(0, url?.includes('growing') ? ++readings : 1)
    .map((title) => ({ id: title, title: `${title} by a stranger`, url: `http://site/${title}` }));
  response.end(
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Site', items }),
  );
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());

type Answer = { status: number; body: unknown };
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
type Call = (path: string, method?: string, body?: object) => Promise<any>;

async function someone() {
  const me = await publisherOn(app, practice);
  const { body: set } = await me.call('/api/channel-sets/', 'POST', {
    ...{ name: 'Short', channels: [me.channel] },
  });
  const checked =
    (call: (...given: Parameters<typeof me.call>) => Promise<Answer>): Call =>
    async (...given) => {
      const { status, body } = await call(...given);
      if (status >= 300) throw new Error(`${given[0]}: ${status} ${JSON.stringify(body)}`);
      return body;
    };
  const becomes = { kind: 'schedule', set: set.id, when: { days: 1, at: '09:00' } };
  const draft = { kind: 'draft', from: 'trigger', folder: me.folder };
  const editor = await colleague(app, me.folder, 'editor');
  const call = checked(me.call);
  return {
    ...{ ...me, call },
    rules: rulesOf(app, me.token),
    rule: (trigger: object) => ({ trigger, actions: [draft], becomes }),
    editor: { id: editor.id, call: checked(editor.call) },
    /** Acts by a key of the owner. */
    key: async (limits: object) => {
      const { id, secret } = await call('/api/keys/', 'POST', { name: 'A key', ...limits });
      const byKey = checked((path, method, body) =>
        app.request(path, { method, token: secret, body } as never),
      );
      return { id: id as number, secret: secret as string, call: byKey };
    },
  };
}
type Someone = Awaited<ReturnType<typeof someone>>;

const DRAFTS = { drafts_only: true };
const FULL = { scopes: ['read', 'write', 'publish'], drafts_only: false };

const write = async ({ folder }: Someone, call: Call): Promise<number> => {
  const fields = { folder, content: 'Words' };
  return (await call('/api/content/items/', 'POST', fields)).id;
};
const put = (call: Call, id: number, body: object) =>
  call(`/api/content/items/${id}/`, 'PUT', body);
const thread = async ({ folder }: Someone, call: Call): Promise<number> => {
  const items = [{ content: 'One' }, { content: 'Two' }];
  return (await call('/api/content/items/thread/', 'POST', { folder, items }))[0].id;
};
const duplicate = async (me: Someone, item: number): Promise<number> => {
  const given = { operation: 'duplicate', item_ids: [item] };
  return (await me.call('/api/content/items/bulk_operations/', 'POST', given)).items[0].id;
};
const newest = async ({ folder }: Someone): Promise<number> => {
  const { rows } = await app.database.query(
    `select max(items.id) as id from items join folders on folders.id = $1
     where items.workspace_id = folders.workspace_id and position = 0`,
    [folder],
  );
  return Number(rows[0].id);
};
const fill = async (me: Someone, by: Call): Promise<number> => {
  const { id } = await by('/api/templates/', 'POST', {
    ...{ name: 'Template', folder: me.folder, items: [{ content: 'Words' }], variables: [] },
  });
  return (await me.call(`/api/templates/${id}/use/`, 'POST', { values: {} }))[0].id;
};
const templateOf = async (me: Someone, item: number): Promise<number> => {
  const made = await me.call(`/api/content/items/${item}/save-as-template/`, 'POST', {});
  const copy = await me.call(`/api/templates/${made.id}/duplicate/`, 'POST', {});
  return (await me.call(`/api/templates/${copy.id}/use/`, 'POST', { values: {} }))[0].id;
};
const repeat = async (me: Someone, item: number): Promise<number> => {
  await me.call(`/api/content/items/${item}/repeat/`, 'POST', {
    at: { local: '2031-01-31T02:30', zone: 'Europe/Berlin' },
    ...{ channels: [me.channel], interval: 'week', count: 1 },
  });
  return newest(me);
};
const feed = async (me: Someone, by: Call = me.call, path = 'feed'): Promise<number> =>
  (await by('/api/feeds/', 'POST', { url: `${base}/${path}` })).id;
const entryOf = async (me: Someone, id: number): Promise<number> =>
  (await me.call(`/api/feeds/${id}/entries/`)).results[0].id;
const feedDraft = async (me: Someone, by: Call): Promise<number> => {
  readings = 0;
  const id = await feed(me, me.call, 'growing');
  await by(`/api/feeds/${id}/`, 'PUT', { drafts_folder: me.folder });
  await passTime(app, 61_000, ['feeds', 'feed_entries'], () =>
    me.call(`/api/feeds/${id}/read/`, 'POST', {}),
  );
  return newest(me);
};
const send = async (me: Someone, by: Call): Promise<number> => {
  const { address } = await by('/api/incoming/', 'POST', {
    ...{ name: 'A form', folder: me.folder },
  });
  const sent = await fetch(app.base + new URL(address).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Words of a stranger', tags: ['go'] }),
  });
  expect(sent.status).toBe(201);
  return ((await sent.json()) as { item: number }).item;
};
const approve = (me: Someone, id: number) => put(me.call, id, { status: 'approved' });

/** Makes a post; `scheduled`: what rules do that ask nobody. */
type Way = [outcome: 'scheduled' | 'proposed', make: (me: Someone) => Promise<number>];

const WAYS: Record<string, Way> = {
  'a page': ['scheduled', (me) => write(me, me.call)],
  'a page, by an editor': ['proposed', (me) => write(me, me.editor.call)],
  'a page, by an editor who may publish later': [
    'proposed',
    async (me) => {
      const id = await write(me, me.editor.call);
      await me.call(`/api/members/${me.editor.id}/`, 'PUT', { role: 'approver' });
      return id;
    },
  ],
  'an edit of an editor': [
    'proposed',
    async (me) => {
      const id = await write(me, me.call);
      await put(me.editor.call, id, { content: 'Others' });
      return id;
    },
  ],
  'a page that saves by itself': [
    'scheduled',
    async (me) => {
      const id = await write(me, me.call);
      await put(me.call, id, { content: 'Typed', autosave: true });
      await put(me.call, id, { content: 'Typed on' });
      return id;
    },
  ],
  'an autosave of a key for drafts only that its owner saves': [
    'proposed',
    async (me) => {
      const id = await write(me, me.call);
      await put((await me.key(DRAFTS)).call, id, { content: 'Of a key', autosave: true });
      await put(me.call, id, { content: 'Of a key, saved' });
      return id;
    },
  ],
  'a key': ['scheduled', async (me) => write(me, (await me.key(FULL)).call)],
  'a key for drafts only': ['proposed', async (me) => write(me, (await me.key(DRAFTS)).call)],
  'a key for some channels': [
    'proposed',
    async (me) => write(me, (await me.key({ ...FULL, channels: [me.channel] })).call),
  ],
  'a key without the scope': [
    'proposed',
    async (me) => write(me, (await me.key({ ...FULL, scopes: ['read', 'write'] })).call),
  ],
  'a key that is widened afterwards': [
    'proposed',
    async (me) => {
      const { id: key, call } = await me.key(DRAFTS);
      const id = await write(me, call);
      await app.database.query(
        "update api_keys set drafts_only = false, scopes = scopes || '{publish}' where id = $1",
        [key],
      );
      return id;
    },
  ],
  ...Object.fromEntries(
    (['admin', 'editor'] as const).map((role): [string, Way] => [
      `a service account, ${role}`,
      [
        role === 'admin' ? 'scheduled' : 'proposed',
        async (me) => {
          const bot = await me.call('/api/service-accounts/', 'POST', { name: 'Bot', role });
          return write(me, (await me.key({ ...FULL, acts_as: bot.id })).call);
        },
      ],
    ]),
  ),
  'a thread': ['scheduled', (me) => thread(me, me.call)],
  'a thread, by a key for drafts only': [
    'proposed',
    async (me) => thread(me, (await me.key(DRAFTS)).call),
  ],
  'a tool of an agent': [
    'proposed',
    async (me) => {
      const { secret } = await me.key(DRAFTS);
      const { call } = await agent(app, secret, 'today');
      const { text, isError } = await call('create_draft', { folder_id: me.folder, text: 'Words' });
      expect([isError, text]).toEqual([false, expect.anything()]);
      return newest(me);
    },
  ],
  'posts in one go': [
    'scheduled',
    async (me) => {
      const { post } = await me.call('/api/posts/', 'POST', { folder: me.folder, text: 'Words' });
      return post.id;
    },
  ],
  'a version of an editor, restored': [
    'proposed',
    async (me) => {
      const id = await write(me, me.call);
      await put(me.editor.call, id, { content: 'Others' });
      await put(me.call, id, { content: 'Mine' });
      await me.call(`/api/content/items/${id}/restore/`, 'POST', { version: 2 });
      return id;
    },
  ],
  'an answer of the assistant, taken': [
    'scheduled',
    async (me) => {
      const id = await write(me, me.call);
      await put(me.call, id, { content: 'Taken', assisted: true });
      return id;
    },
  ],
  'a copy': ['scheduled', async (me) => duplicate(me, await write(me, me.call))],
  'a copy of a post of an editor': [
    'proposed',
    async (me) => duplicate(me, await write(me, me.editor.call)),
  ],
  'a copy of a copy of a stranger’s draft': [
    'proposed',
    async (me) => duplicate(me, await duplicate(me, await send(me, me.call))),
  ],
  'a copy of an approved post of an editor': [
    'scheduled',
    async (me) => {
      const id = await write(me, me.editor.call);
      await approve(me, id);
      return duplicate(me, id);
    },
  ],
  'a copy that was approved': [
    'scheduled',
    async (me) => {
      const id = await duplicate(me, await write(me, me.editor.call));
      await approve(me, id);
      return id;
    },
  ],
  'a copy of a thread of a key for drafts only': [
    'proposed',
    async (me) => {
      const id = await thread(me, (await me.key(DRAFTS)).call);
      const path = `/api/content/items/${id}/duplicate-thread/`;
      return (await me.call(path, 'POST', {}))[0].id;
    },
  ],
  'a part that leaves a thread of an editor': [
    'proposed',
    async (me) => {
      const id = await thread(me, me.editor.call);
      const path = `/api/content/items/${id}/thread/`;
      const parts: { id: number; content: string }[] = await me.call(path);
      const items = parts.map(({ id: part, content }) => ({ id: part, content }));
      const given = { items: [...items, { content: 'Cut from another part' }] };
      const cut = (await me.call(path, 'PUT', given))[2].id;
      await me.call(`/api/content/items/${cut}/remove-from-thread/`, 'POST', {});
      return cut;
    },
  ],
  'a part of an editor that joins': [
    'proposed',
    async (me) => {
      const id = await write(me, me.call);
      const part = await write(me, me.editor.call);
      await me.call(`/api/content/items/${part}/add-to-thread/`, 'POST', { parent: id });
      return id;
    },
  ],
  'a template': ['scheduled', (me) => fill(me, me.call)],
  'a template of an editor': ['proposed', (me) => fill(me, me.editor.call)],
  'a template of a key for drafts only': [
    'proposed',
    async (me) => fill(me, (await me.key(DRAFTS)).call),
  ],
  'a template of a post': ['scheduled', async (me) => templateOf(me, await write(me, me.call))],
  'a template of a post of an editor': [
    'proposed',
    async (me) => templateOf(me, await write(me, me.editor.call)),
  ],
  'a repeated post': ['scheduled', async (me) => repeat(me, await write(me, me.call))],
  'a repeated post of an editor': [
    'proposed',
    async (me) => repeat(me, await write(me, me.editor.call)),
  ],
  'an import': [
    'proposed',
    async (me) => {
      const given = { csv: 'text\nWords', folder: me.folder };
      expect(await me.call('/api/calendar/import/', 'POST', given)).toMatchObject({ imported: 1 });
      return newest(me);
    },
  ],
  'an address': ['proposed', (me) => send(me, me.call)],
  'a feed': ['proposed', (me) => feedDraft(me, me.call)],
  'a feed of a key for drafts only': [
    'proposed',
    async (me) => feedDraft(me, (await me.key(DRAFTS)).call),
  ],
  'an entry of a feed, by hand': [
    'proposed',
    async (me) => {
      const entry = await entryOf(me, await feed(me));
      await me.call(`/api/feeds/entries/${entry}/draft/`, 'POST', { folder: me.folder });
      return newest(me);
    },
  ],
};

/** What became of the drafts that rules have made of a post, or of all. */
const statesOf = async (me: Someone, item?: number): Promise<string[]> => {
  const { rows } = await app.database.query<{ state: string }>(
    `select distinct publications.state from publications
       join rule_runs on rule_runs.post_id = publications.post_id
     where channel_id = $1 and ($2::bigint is null
       or about ->> 'post' = (select post_id::text from items where id = $2))`,
    [me.channel, item],
  );
  return rows.map(({ state }) => state);
};

const TRIGGERS = {
  made: { kind: 'post_made' },
  tagged: { kind: 'post_tagged', tag: 'go' },
  moved: { kind: 'post_moved', status: 'archived' },
};

test.each(Object.entries(WAYS))('A rule that asks nobody: %s', async (_, [outcome, make]) => {
  const me = await someone();
  for (const trigger of Object.values(TRIGGERS)) await me.rules.on(me.rule(trigger));
  const item = await make(me);
  const { status } = await me.call(`/api/content/items/${item}/`);
  if (status !== 'approved') await put(me.call, item, { tags: ['go'] });
  await runJob(app, 'rules.run');
  expect(await statesOf(me, item)).toEqual([outcome]);
  if (status !== 'approved') await put(me.call, item, { status: 'archived' });
  await runJob(app, 'rules.run');
  expect(await statesOf(me, item)).toEqual([outcome]);
});

test('Words of a stranger go out by a rule that names the address, and by no rule after it', async () => {
  const me = await someone();
  const { id, address } = await me.call('/api/incoming/', 'POST', { name: 'A form', folder: null });
  await me.rules.on(me.rule({ kind: 'incoming', address: id }));
  const post = (text: string) =>
    fetch(app.base + new URL(address).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
  await post('Words');
  await runJob(app, 'rules.run');
  expect(await statesOf(me)).toEqual(['scheduled']);
  await me.rules.on(me.rule(TRIGGERS.made));
  await post('Words again');
  await runJob(app, 'rules.run');
  await runJob(app, 'rules.run');
  expect((await statesOf(me)).toSorted()).toEqual(['proposed', 'scheduled']);
});

test('Entries of a feed go out by a rule that names it, unless a key for drafts only has set it', async () => {
  const outcome = async (by: (me: Someone) => Promise<Call>) => {
    const me = await someone();
    readings = 0;
    const id = await feed(me, me.call, 'growing');
    await me.rules.on(me.rule({ kind: 'feed_entry', feed: id }));
    await (await by(me))(`/api/feeds/${id}/`, 'PUT', { drafts_folder: null });
    await passTime(app, 61_000, ['feeds', 'feed_entries'], () =>
      me.call(`/api/feeds/${id}/read/`, 'POST', {}),
    );
    await runJob(app, 'rules.run');
    return statesOf(me);
  };
  expect(await outcome(async (me) => me.call)).toEqual(['scheduled']);
  expect(await outcome(async (me) => (await me.key(DRAFTS)).call)).toEqual(['proposed']);
});

test('Nobody approves a copy of their own words, where nobody approves their own', async () => {
  const me = await someone();
  await me.call(`/api/members/${me.editor.id}/`, 'PUT', { role: 'approver' });
  await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
  const id = await duplicate(me, await write(me, me.editor.call));
  const approved = put(me.editor.call, id, { status: 'approved' });
  await expect(approved).rejects.toThrow('You can’t approve your own content');
});
