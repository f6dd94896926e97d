import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();
const SNIPPETS = '/api/snippets/';

const SIGNATURE = { name: 'Jo, signed', kind: 'text', text: '— Jo, behind the bar' };
const COFFEE = {
  name: 'Coffee, English',
  short_name: 'coffee',
  kind: 'hashtags',
  hashtags: [{ tag: '#v60' }, { tag: 'Kaffeerösterei' }, { tag: 'northwind', is_pinned: true }],
  take: 2,
};

test('a snippet is made, found, saved with its version, and deleted', async () => {
  const me = await publisherOn(app, practice);
  const { status, body: jo } = await me.call(SNIPPETS, 'POST', SIGNATURE);
  expect([status, jo]).toMatchObject([
    201,
    { ...SIGNATURE, short_name: null, hashtags: [], take: null, version: 1, uses: 0 },
  ]);
  const { body: coffee } = await me.call(SNIPPETS, 'POST', { ...COFFEE, text: 'Not of a group' });
  expect(coffee).toMatchObject({
    ...{ text: '', take: 2 },
    hashtags: [
      { tag: 'v60', is_pinned: false },
      { tag: 'Kaffeerösterei', is_pinned: false },
      { tag: 'northwind', is_pinned: true },
    ],
  });
  const found = async (search: string) =>
    (await me.call(`${SNIPPETS}?search=${encodeURIComponent(search)}`)).body.map(
      ({ name }: { name: string }) => name,
    );
  expect(await found('')).toEqual(['Coffee, English', 'Jo, signed']);
  expect(await found('behind THE')).toEqual(['Jo, signed']);
  expect(await found('#KAFFEE')).toEqual(['Coffee, English']);
  expect(await found('100%')).toEqual([]);

  const path = `${SNIPPETS}${jo.id}/` as const;
  const change = { ...SIGNATURE, text: 'Jo', version: 1 };
  expect((await me.call(path, 'PUT', change)).body).toMatchObject({ text: 'Jo', version: 2 });
  const stale = await me.call(path, 'PUT', change);
  expect([stale.status, stale.body.current]).toMatchObject([409, { version: 2, text: 'Jo' }]);
  expect((await me.call('/api/content/audit-logs/')).body[0]).toMatchObject({
    ...{ action: 'update', object_type: 'snippet', title: 'Jo, signed' },
    changes: { text: { before: '— Jo, behind the bar', after: 'Jo' } },
  });
  expect((await me.call(path, 'DELETE')).status).toBe(204);
  expect((await me.call(path)).status).toBe(404);
  expect(await found('')).toEqual(['Coffee, English']);
});

test('a use is counted, and a post keeps its hashtags', async () => {
  const me = await publisherOn(app, practice);
  const { body: group } = await me.call(SNIPPETS, 'POST', COFFEE);
  const use = async (seed: string) =>
    (await me.call(`${SNIPPETS}${group.id}/use/`, 'POST', { seed })).body.text as string;
  const texts = await Promise.all(['7', '7', '7'].map(use));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^#\S+ #northwind$/);
  const { body } = await me.call(`${SNIPPETS}${group.id}/`);
  expect(body).toMatchObject({ uses: 3, version: 1, last_used_at: expect.any(String) });
});

test('names are taken once in a workspace, whatever their case', async () => {
  const me = await publisherOn(app, practice);
  await me.call(SNIPPETS, 'POST', COFFEE);
  const { body: jo } = await me.call(SNIPPETS, 'POST', SIGNATURE);
  const refused = async (fields: object) => {
    const { status, body } = await me.call(`${SNIPPETS}${jo.id}/`, 'PUT', {
      ...SIGNATURE,
      ...fields,
    });
    return [status, body];
  };
  expect(await refused({ name: 'COFFEE, english' })).toMatchObject([
    400,
    { name: ['There is already a snippet with this name.'] },
  ]);
  expect(await refused({ short_name: 'coffee' })).toMatchObject([
    400,
    { short_name: ['There is already a snippet with this short name.'] },
  ]);
  const other = await publisherOn(app, practice);
  expect((await other.call(SNIPPETS, 'POST', COFFEE)).status).toBe(201);
  expect((await other.call(`${SNIPPETS}${jo.id}/`)).status).toBe(404);
});

test('what is wrong is named', async () => {
  const me = await publisherOn(app, practice);
  const why = async (fields: object) => {
    const { status, body } = await me.call(SNIPPETS, 'POST', fields);
    expect(status).toBe(400);
    return body;
  };
  expect(await why({ ...SIGNATURE, text: ' ' })).toMatchObject({ text: ['Enter a text'] });
  expect(await why({ ...SIGNATURE, text: 'x'.repeat(2001) })).toMatchObject({
    text: ['A text has at most 2000 characters'],
  });
  expect(await why({ ...COFFEE, hashtags: [] })).toMatchObject({ hashtags: ['Add a hashtag'] });
  expect(await why({ ...COFFEE, take: 4 })).toMatchObject({
    take: ['Expected a number from 1 to 3.'],
  });
  const pins = COFFEE.hashtags.map((entry) => ({ ...entry, is_pinned: true }));
  expect(await why({ ...COFFEE, hashtags: pins })).toMatchObject({
    take: ['Expected a number from 3 to 3.'],
  });
  expect(await why({ ...COFFEE, hashtags: [{ tag: 'V60' }, { tag: 'v60' }] })).toMatchObject({
    hashtags: ['Each hashtag can be listed only once.'],
  });
  for (const tag of ['two words', '123', '#', 'a-b', 'x'.repeat(101)])
    expect(JSON.stringify(await why({ ...COFFEE, hashtags: [{ tag }] }))).toContain(
      'A hashtag is one word of letters, digits and _, with a letter in it.',
    );
  expect(await why({ ...SIGNATURE, short_name: 'Two words' })).toMatchObject({
    short_name: ['A short name has small letters, digits, - and _, such as coffee.'],
  });
});

test('a viewer reads snippets; a workspace has at most 200, also when two are made at once', async () => {
  const me = await publisherOn(app, practice);
  await app.database.query(
    `insert into snippets (workspace_id, name, kind, text, hashtags, updated_at)
     select workspace_id, 'Snippet ' || n, 'text', 'A text', '[]', now()
     from folders, generate_series(1, 199) n where folders.id = $1`,
    [me.folder],
  );
  const create = (name: string) => me.call(SNIPPETS, 'POST', { ...SIGNATURE, name });
  const statuses = (await Promise.all(['A', 'B'].map(create))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 400]);
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await viewer.call(SNIPPETS)).body).toHaveLength(200);
  expect((await viewer.call(SNIPPETS, 'POST', SIGNATURE)).status).toBe(403);
});
