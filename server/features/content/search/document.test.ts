import { expect, test } from 'vitest';
import { TEXT_FIELDS, type TextFields } from '#contract/content/items.ts';
import { useApp, writer } from '../../../testing/app.ts';
import { jpeg } from '../../../testing/media-files.ts';

/** What of a post is searched: a new field is in the document (migration 0162), or says here why not. */

const app = useApp();

const NOT_SEARCHED: Partial<Record<keyof TextFields, string>> = {
  language: 'a filter',
  endings_off: 'ids of snippets',
};
/** What searches know beside the fields: that of the whole post, and whether it is in the trash. */
const BESIDE = ['description', 'trashed'];
const SEARCHED = TEXT_FIELDS.filter((name) => !NOT_SEARCHED[name]);

test('a change of each field that is searched renews the document', async () => {
  const { rows } = await app.database.query<{ columns: string[] }>(
    `select array_agg(attname::text) as columns from pg_trigger
       join pg_attribute on attrelid = tgrelid and attnum = any(tgattr)
     where tgrelid = 'items'::regclass and tgname = 'change_search_document'`,
  );
  expect(rows[0]?.columns.toSorted()).toEqual([...SEARCHED, ...BESIDE].toSorted());
});

test('a post is found by each field that is searched, as it was written and as it is changed', async () => {
  const me = await writer(app);
  const upload = await fetch(`${app.base}/api/media/?name=a.jpg`, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}` },
    body: new Uint8Array(await jpeg()),
  });
  const { id: file } = (await upload.json()) as { id: number };
  /** Each field with a word. */
  const having: Record<string, (word: string) => object> = {
    content: (content) => ({ content }),
    network_texts: (word) => ({ network_texts: { x: word } }),
    media: (alt) => ({ media: [{ file, alt }] }),
    tags: (tag) => ({ tags: [tag] }),
    variations: (word) => ({ variations: [word] }),
  };
  expect(Object.keys(having).toSorted()).toEqual(SEARCHED.toSorted());
  const find = async (word: string) => {
    const { body } = await app.get(`/api/content/items/search/?q=${word}`, me.token);
    // Nothing was found, and what is similar was searched instead.
    return body.corrected === null ? body.results.map(({ id }) => id) : [];
  };
  for (const [name, fields] of Object.entries(having)) {
    const letters = name.replaceAll('_', '');
    const [first, second] = [`quince${letters}`, `medlar${letters}`];
    const { id } = await me.write(fields(first));
    expect([name, await find(first)]).toEqual([name, [id]]);
    expect((await app.put(`/api/content/items/${id}/`, fields(second), me.token)).status).toBe(200);
    expect([name, await find(first), await find(second)]).toEqual([name, [], [id]]);
  }
});
