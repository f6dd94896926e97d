import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { person, start, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { insertPosts } from '../../../testing/insert-posts.ts';
import { NEEDLES, QUERIES, writePosts } from '../../../testing/posts.ts';

const app = useApp();
const BASE = '/api/content/items/';
type Writer = Awaited<ReturnType<typeof writer>>;
type Query = Record<string, string | string[]>;

const ask = ({ token }: Writer, q: string, query: Query = {}) => {
  const parameters = new URLSearchParams({ q });
  for (const [name, value] of Object.entries(query))
    for (const entry of [value].flat()) parameters.append(name, entry);
  return app.get(`${BASE}search/?${parameters}`, token);
};
const search = async (me: Writer, q: string, query: Query = {}) => (await ask(me, q, query)).body;
const titles = async (me: Writer, q: string, query: Query = {}): Promise<string[]> =>
  (await search(me, q, query)).results.map(({ title }: { title: string }) => title);
const suggest = async ({ token }: Writer, q: string, limit = '10') =>
  (await app.get(`${BASE}autocomplete/?${new URLSearchParams({ q, limit })}`, token)).body;
describe('of 40,000 posts in eleven languages', () => {
  let me: Writer;

  beforeAll(async () => {
    me = await writer(app);
    const workspaceId = await workspaceOf(app, me.folder);
    // The result is the oldest item of all.
    const posts = [...NEEDLES, ...writePosts(40_000)];
    for (let n = 0; n < posts.length; n += 500) {
      await app.database.query(
        insertPosts(`
          select $1::bigint as workspace_id, $2::bigint as folder_id, $3::bigint as created_by, content, description, tags
          from json_to_recordset($4) as post(content text, description text, tags text[])`),
        [workspaceId, me.folder, me.id, JSON.stringify(posts.slice(n, n + 500))],
      );
    }
    await app.database.query('vacuum analyze items, search_documents, search_vocabulary');
  });

  test.each(QUERIES)('%s finds %s first: %s', async (query, first) => {
    expect((await search(me, query)).results[0]?.title).toBe(first);
  });

  test('every post is found once, however many match', async () => {
    const found = new Set<number>();
    let url: string | null = `${BASE}search/?q=checklist+launch&page_size=100`;
    let count = 0;
    while (url) {
      const { body } = await app.get(url, me.token);
      ({ count, next: url } = body);
      for (const { id } of body.results) found.add(id);
    }
    expect(count).toBeGreaterThan(2000);
    expect(found.size).toBe(count);
  });

  test('suggestions appear from the first letter on', async () => {
    const kinds = (await suggest(me, 'l')).map(({ kind }: { kind: string }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['tag', 'item']));
  });
});

test('changed, copied and deleted items are found in their present state', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'About otters', tags: ['river'] });
  const path = `${BASE}${id}/`;
  expect(await titles(me, 'otters')).toEqual(['About otters']);
  await app.put(path, { content: 'About beavers', description: 'Builders' }, me.token);
  expect(await titles(me, 'otters')).toEqual([]);
  expect(await titles(me, 'beavers builders river')).toEqual(['Builders']);
  await app.put(path, { tags: ['lake'] }, me.token);
  expect(await titles(me, 'river')).toEqual([]);
  await app.post(`${path}restore/`, { version: 1 }, me.token);
  expect(await titles(me, 'otters river')).toEqual(['About otters']);
  await app.post(`${BASE}bulk_operations/`, { operation: 'duplicate', item_ids: [id] }, me.token);
  expect(await titles(me, 'otters')).toEqual(['About otters', 'About otters (Copy)']);
  await app.delete(path, me.token);
  expect(await titles(me, 'otters')).toEqual(['About otters (Copy)']);
  const thread = {
    folder: me.folder,
    items: [{ content: 'A root' }, { content: 'A reply on otters' }],
  };
  await app.post(`${BASE}thread/`, thread, me.token);
  expect(await titles(me, 'otters reply')).toEqual(['A reply on otters']);
});

test('a search neither finds content of another workspace nor suggests its words', async () => {
  const [me, other] = [await writer(app), await writer(app)];
  await other.write({ content: 'Confidential otters', tags: ['secret'] });
  for (const q of ['confidential', 'confidentail', 'secr', '']) {
    expect(await search(me, q)).toMatchObject({ count: 0, results: [], corrected: null });
    expect(await suggest(me, q)).toEqual([]);
  }
});

test('unknown words are corrected, and the response says to what', async () => {
  const me = await writer(app);
  await me.write({ content: 'The marketing calendar of 2026' });
  await me.write({ content: 'Pots and pans' });
  const corrected = async (q: string) => {
    const { corrected, count } = await search(me, q);
    return [corrected, count];
  };
  // Polled: the job that learns words may have taken the texts a moment ago.
  await expect.poll(() => corrected('markting')).toEqual(['marketing', 1]);
  expect(await corrected('markteing calender')).toEqual(['marketing calendar', 1]);
  expect(await corrected('psot')).toEqual([null, 0]);
  expect(await corrected('calnedar')).toEqual(['calendar', 1]);
  expect(await corrected('MARKETNIG -pots')).toEqual(['marketing -pots', 1]);
  // No correction of words that have results, or that are incomplete, quoted, excluded, too short
  // or unlike any known word.
  expect(await corrected('marketing')).toEqual([null, 1]);
  expect(await corrected('marketi')).toEqual([null, 1]);
  expect(await corrected('"markting"')).toEqual([null, 0]);
  expect(await corrected('pans calendar')).toEqual([null, 0]);
  expect(await corrected('markting pans')).toEqual([null, 0]);
  expect(await corrected('pns')).toEqual([null, 0]);
  expect(await corrected('elephant')).toEqual([null, 0]);
  expect(await corrected('parts')).toEqual([null, 0]);
  expect(await corrected('bans')).toEqual([null, 0]);
  expect(await corrected('2062')).toEqual([null, 0]);
});

test('a word is no longer suggested once the last text with it was purged', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'Confidential otters' });
  await me.write({ content: 'Other otters' });
  const workspaceId = await workspaceOf(app, me.folder);
  const words = async () => {
    const { rows } = await app.database.query(
      'select word from search_vocabulary where workspace_id = $1',
      [workspaceId],
    );
    return rows.map(({ word }) => word).sort();
  };
  await app.database.query("insert into jobs.job (name) values ('search.learn_words')");
  await expect.poll(words, { timeout: 15_000 }).toEqual(['confidential', 'other', 'otters']);
  const params = { soft_delete: false };
  await app.post(
    `${BASE}bulk_operations/`,
    { operation: 'delete', item_ids: [id], params },
    me.token,
  );
  await app.database.query("insert into jobs.job (name) values ('upkeep.forget_words')");
  await expect.poll(words, { timeout: 15_000 }).toEqual(['other', 'otters']);
});

test('a word in the trash, or of an old version, is neither known nor suggested', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'A qualitty of ottters' });
  await me.write({ content: 'The quality of otters' });
  await app.put(`${BASE}${id}/`, { content: 'Ottters' }, me.token);
  // As above.
  await expect.poll(() => search(me, 'qualitty')).toMatchObject({ count: 1, corrected: 'quality' });
  await app.delete(`${BASE}${id}/`, me.token);
  expect(await search(me, 'ottters')).toMatchObject({ count: 1, corrected: 'otters' });
});

test('punctuation is searched literally, and `or` alone is a word', async () => {
  const me = await writer(app);
  await me.write({ content: 'A party', description: 'Party 🥳 title', tags: ['🦄'] });
  await me.write({ content: 'For more, or less' });
  expect(await titles(me, '🥳')).toEqual(['Party 🥳 title']);
  expect(await titles(me, '🦄')).toEqual(['Party 🥳 title']);
  expect(await titles(me, 'OR')).toEqual(['For more, or less']);
  // Signs are found as they are written, one beside the other, until the text changes.
  await me.write({ content: '🥳 and 🎉', description: 'Apart' });
  const item = await me.write({ content: 'A 🥳🎉 €', description: 'Together' });
  expect(await titles(me, '🎉')).toEqual(['Together', 'Apart']);
  expect(await titles(me, '🥳🎉')).toEqual(['Together']);
  expect(await titles(me, '€')).toEqual(['Together']);
  expect(await titles(me, '🦦')).toEqual([]);
  await app.put(`${BASE}${item.id}/`, { content: 'A 🦦' }, me.token);
  expect(await titles(me, '🦦')).toEqual(['Together']);
  expect(await titles(me, '🥳🎉')).toEqual([]);
});

test('threads with the same new words are created concurrently', async () => {
  const me = await writer(app);
  const words = Array.from({ length: 12 }, (_, n) => `neologism${String.fromCharCode(97 + n)}`);
  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, n) => {
      const items = words.map((_, m) => ({ content: words[(m * 5 + n) % 12] }));
      return app.post(`${BASE}thread/`, { folder: me.folder, items }, me.token);
    }),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  expect((await search(me, 'neologisma')).count).toBe(16);
});

test('the longest texts are saved and found, and do not block other searches', async () => {
  const me = await writer(app);
  const texts = [
    '字'.repeat(100_000),
    `a${'\u0301\u0327\u0323'.repeat(33_000)}`,
    'Straße größer '.repeat(7000),
  ];
  for (const content of texts) await me.write({ content, description: 'Longest' });
  for (const q of ['longest', '字 '.repeat(250)]) {
    const [found, meanwhile] = [ask(me, q), app.get('/api/users/me/', me.token)];
    expect([(await meanwhile).status, (await found).status]).toEqual([200, 200]);
  }
}, 10_000);

test('filters and sort orders apply', async () => {
  const me = await writer(app);
  const { body: second } = await app.post('/api/content/folders/', { name: 'Second' }, me.token);
  const first = await me.write({ content: 'B launch', tags: ['one', 'two'] });
  await me.write({ content: 'C launch', status: 'review', folder: second.id, tags: ['one'] });
  const thread = {
    folder: me.folder,
    status: 'published',
    items: [{ content: 'A launch' }, { content: 'D launch' }],
  };
  await app.post(`${BASE}thread/`, thread, me.token);
  await app.put(`${BASE}${first.id}/`, { content: 'B launch, changed' }, me.token);
  const sorted = async (query: Query) =>
    (await titles(me, 'launch', query))
      .map((title) => title[0])
      .sort()
      .join('');
  const inOrder = async (ordering: string) =>
    (await titles(me, 'launch', { ordering })).map((title) => title[0]).join('');
  expect(await sorted({})).toBe('ABCD');
  expect(await sorted({ status: ['review', 'published'] })).toBe('ACD');
  expect(await sorted({ folder: String(second.id) })).toBe('C');
  expect(await sorted({ folder: [String(second.id), String(me.folder)] })).toBe('ABCD');
  expect(await sorted({ content_type: 'single' })).toBe('BC');
  expect(await sorted({ content_type: 'thread' })).toBe('AD');
  expect(await sorted({ tags: 'one' })).toBe('BC');
  expect(await sorted({ tags: ['one', 'two'] })).toBe('B');
  expect(await sorted({ author: String(me.id) })).toBe('ABCD');
  expect(await sorted({ author: String((await person(app)).id) })).toBe('');
  expect(await inOrder('title')).toBe('ABCD');
  expect(await inOrder('-title')).toBe('DCBA');
  expect(await inOrder('created_at')).toBe('BCAD');
  expect(await inOrder('-updated_at')).toBe('BDAC');
  // A query without words matches everything.
  expect(await titles(me, '', { ordering: 'title' })).toHaveLength(4);
  expect((await ask(me, 'x', { ordering: 'loudness' })).body.ordering[0]).toContain(
    'Expected one of relevance',
  );
  expect((await ask(me, 'x', { type: 'person' })).body.type).toEqual(['Expected item or folder.']);
});

test.each(['relevance', '-created_at'])(
  'pages by %s link to their neighbours',
  async (ordering) => {
    const me = await writer(app);
    for (let n = 1; n <= 5; n++) await me.write({ content: `Launch ${n}` });
    const { body: one } = await ask(me, 'launch', { ordering, page_size: '2' });
    expect(one).toMatchObject({ count: 5, previous: null });
    const { body: two } = await app.get(one.next, me.token);
    const { body: three } = await app.get(two.next, me.token);
    const { body: back } = await app.get(three.previous, me.token);
    const shown = [one, two, three].flatMap(({ results }) =>
      results.map(({ content }: { content: string }) => content),
    );
    expect(shown).toEqual([5, 4, 3, 2, 1].map((n) => `Launch ${n}`));
    expect(three).toMatchObject({ count: 5, next: null });
    expect(back.results).toEqual(two.results);
    const { body: beyond } = await ask(me, 'launch', { ordering, page_size: '2', page: '9' });
    expect(beyond).toMatchObject({ count: 5, results: [], next: null });
  },
);

test('folders are found by name and description, and suggested with tags and items', async () => {
  const me = await writer(app);
  const create = async (name: string, description?: string) =>
    (await app.post('/api/content/folders/', { name, description }, me.token)).body.id;
  const campaigns = await create('Summer campaigns', 'Plans for Málaga');
  const other = await create('Malaga');
  const { id } = await me.write({ content: 'Our summer in Málaga', tags: ['summertime'] });
  const { results, count } = await search(me, 'malaga', { type: 'folder' });
  expect(count).toBe(2);
  expect(results.map((folder: { id: number }) => folder.id)).toEqual([other, campaigns]);
  expect(results[1]).toMatchObject({
    name: 'Summer campaigns',
    excerpt: 'Plans for Málaga',
    matches: [[10, 16]],
  });
  expect(await search(me, '', { type: 'folder' })).toMatchObject({ count: 0 });
  expect(await suggest(me, 'summ')).toEqual([
    { kind: 'folder', text: 'Summer campaigns', id: campaigns },
    { kind: 'tag', text: 'summertime' },
    { kind: 'item', text: 'Our summer in Málaga', id },
  ]);
  expect(await suggest(me, 'summ', '1')).toHaveLength(1);
  expect(await suggest(me, 'sumemrtime')).toEqual(await suggest(me, 'summertime'));
});

test('a result is an item with an excerpt and what matches in it', async () => {
  const me = await writer(app);
  const item = await me.write({ content: 'We open the Straße again', description: 'Reopening' });
  const { results } = await search(me, 'strasse');
  expect(results).toEqual([{ ...item, excerpt: item.content, matches: [[12, 18]] }]);
});

const HOSTILE = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '"unfinished phrase',
  "'; drop table items; --",
  '& | ! <-> ( ) :* <2>',
  'a & b | !c <-> d:*',
  '-',
  '--',
  '-"',
  '""',
  '- - or or -or',
  'or',
  'OR or "or" -or',
  ':A :*B',
  '\0',
  'lau\0nch',
  '\ud83d',
  '\u202e\u200b\ufeff',
  '{}[]$1 {{x}}',
  'x'.repeat(10_000),
  'word '.repeat(2_000),
  '"'.repeat(10_000),
  '-'.repeat(10_000),
  '東'.repeat(10_000),
  '🎉'.repeat(5_000),
  '-a '.repeat(170),
  '%00%zz+%',
  'ﷺ'.repeat(500),
  'ﷲ'.repeat(500),
  '字 '.repeat(250),
  'the '.repeat(125),
  'e\u0301'.repeat(250),
  'ÿ'.repeat(500),
];

test('any text is a valid query', async () => {
  const me = await writer(app);
  await me.write({ content: 'launch' });
  for (const q of HOSTILE) {
    for (const ordering of ['relevance', '-created_at']) {
      for (const type of ['item', 'folder']) {
        const { status, body } = await ask(me, q, { ordering, type });
        expect([q.slice(0, 30), status, Array.isArray(body.results)]).toEqual([
          q.slice(0, 30),
          200,
          true,
        ]);
      }
    }
    expect([q.slice(0, 30), Array.isArray(await suggest(me, q))]).toEqual([q.slice(0, 30), true]);
  }
  // As no browser would send it.
  for (const query of ['q=%', 'q=%zz', 'q=%ff', 'q=%00launch', 'q=a&q=b', 'q[]=a', 'q', '']) {
    expect([query, (await app.get(`${BASE}search/?${query}`, me.token)).status]).toEqual([
      query,
      200,
    ]);
    expect([query, (await app.get(`${BASE}autocomplete/?${query}`, me.token)).status]).toEqual([
      query,
      200,
    ]);
  }
  expect(await titles(me, 'lau\0nch')).toEqual(['launch']);
});

test('any text can be saved, whatever it costs to parse', async () => {
  const me = await writer(app);
  const characters = Array.from({ length: 20_902 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  const han = Array.from(
    { length: 99_000 },
    (_, n) => characters[(n * (1 + Math.floor(n / 20_902) * 2)) % 20_902],
  ).join('');
  const words = Array.from({ length: 20_000 }, (_, n) => n.toString(36).padStart(4, 'x')).join(' ');
  for (const content of [
    han,
    words,
    'x'.repeat(100_000),
    'ﷺ'.repeat(99_000),
    `${'ｶﾞ'.repeat(49_000)}`,
  ]) {
    expect((await me.write({ content: `otter ${content}`.slice(0, 100_000) })).id).toEqual(
      expect.any(Number),
    );
  }
  expect((await search(me, 'otter')).count).toBe(5);
});

describe('an expensive search', () => {
  const words = (word: string, count: number) => `"${Array(count).fill(word).join(' ')}"`;
  const find = (q: string, token: string) =>
    app.get(`/api/content/items/search/?q=${encodeURIComponent(q)}`, token);

  test('is bounded: a phrase of one repeated word, or of one punctuation mark', async () => {
    const { token, write } = await writer(app);
    for (let n = 0; n < 20; n++) {
      await write({ content: 'a '.repeat(300) });
      await write({ content: '漢'.repeat(300) });
    }
    // These took half a minute each.
    for (const q of [
      words('a', 249),
      '漢'.repeat(500),
      Array(240).fill('"a a"').join(' '),
      'a '.repeat(249),
    ])
      expect((await find(q, token)).body.count).toBeGreaterThanOrEqual(20);
    const suggested = await app.get(
      `/api/content/items/autocomplete/?q=${encodeURIComponent(words('a', 249))}`,
      token,
    );
    expect(suggested.status).toBe(200);
  });

  test('does not starve others: two at a time for a person, cancelled on disconnect', async () => {
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
    const { token, write } = await writer(app);
    await write({ content: 'otters' });
    const other = await writer(app);
    const holder = await app.database.connect();
    const ask = (signal: AbortSignal) =>
      fetch(`${strict.base}/api/content/items/search/?q=otters`, {
        headers: { authorization: `Bearer ${token}` },
        signal,
      }).then(
        ({ status }) => status,
        () => 0,
      );
    // Besides the job that learns words, which waits for the same table when its minute comes.
    const running = async () =>
      (
        await app.database.query(
          `select from pg_stat_activity where datname = current_database() and state = 'active'
             and wait_event_type = 'Lock' and query not like '%search_unlearned%'`,
        )
      ).rowCount;
    try {
      await holder.query('begin; lock table search_documents in access exclusive mode');
      const gone = new AbortController();
      const asked = Array.from({ length: 9 }, () => ask(gone.signal));
      await expect.poll(running).toBe(2);
      expect((await strict.get('/api/content/items/', other.token)).status).toBe(200);
      gone.abort();
      await expect.poll(running, { timeout: 2000 }).toBe(0);
      expect((await Promise.all(asked)).filter((status) => status === 429)).toHaveLength(1);
      // Nor by repeated disconnects.
      let most = 0;
      for (let round = 0; round < 10; round++) {
        const storm = new AbortController();
        const all = Array.from({ length: 8 }, () => ask(storm.signal));
        await expect.poll(running).toBeGreaterThan(0);
        most = Math.max(most, (await running()) ?? 0);
        storm.abort();
        await Promise.all(all);
      }
      expect(most).toBeLessThanOrEqual(2);
      // A statement that was cancelled before it began is cancelled again.
      for (let ms = 0; ms < 40; ms++) {
        const early = new AbortController();
        const all = Array.from({ length: 8 }, () => ask(early.signal));
        await delay(ms / 2);
        early.abort();
        await Promise.all(all);
      }
      await expect.poll(running, { timeout: 2000 }).toBe(0);
      await holder.query('rollback');
      // A search that was cut off ends a moment later, and makes way only then.
      const found = async () =>
        (await strict.get('/api/content/items/search/?q=otters', token)).body.count;
      await expect.poll(found, { timeout: 5000, interval: 200 }).toBe(1);
    } finally {
      holder.release(true);
      await strict.stop();
    }
  });
});
