import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp();

test('who was mentioned is offered with the handles of all networks, as written last', async () => {
  const [me, other] = [await writer(app), await writer(app)];
  const find = async (text: string, { token } = me) =>
    (await app.get(`/api/content/mentioned/?q=${encodeURIComponent(text)}`, token)).body;
  const { id } = await me.write({
    content: 'By {{@Ada Lovelace|x:ada}} and {{@Bob|x:not a handle}}',
  });
  expect(await find('love')).toEqual([{ name: 'Ada Lovelace', handles: { x: 'ada' } }]);
  await app.put(
    `/api/content/items/${id}/`,
    { content: 'Now {{@ada lovelace|bluesky:ada.example.org|x:ada_l}}' },
    me.token,
  );
  const all = [{ name: 'ada lovelace', handles: { bluesky: 'ada.example.org', x: 'ada_l' } }];
  expect(await find('ADA')).toEqual(all);
  expect(await find('ada.ex')).toEqual(all);
  expect(await find('velace')).toEqual([]);
  expect(await find('ada', other)).toEqual([]);
  expect((await app.get('/api/content/mentioned/?q=a', me.token)).status).toBe(400);
});

test('two posts that mention the same people at once wait for nobody for long', async () => {
  const me = await writer(app);
  const text = (names: string[]) => names.map((name) => `{{@${name}|x:${name}}}`).join(' ');
  const names = ['ann', 'bea', 'cid', 'dot'];
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      me.write({ content: text(n % 2 ? names : names.toReversed()) }),
    ),
  );
  expect(made.map(({ id }) => id)).toEqual(made.map(() => expect.any(Number)));
});

test('a text has at most a hundred mentions', async () => {
  const me = await writer(app);
  const mentions = (count: number) =>
    Array.from({ length: count }, (_, n) => `{{@Person ${n}|x:person${n}}}`).join(' ');
  const { id } = await me.write({ content: mentions(100) });
  const save = (fields: object) => app.put(`/api/content/items/${id as number}/`, fields, me.token);
  const refusal = 'A text has at most 100 mentions';
  const answers = [
    await save({ content: mentions(101) }),
    await save({ content: 'A', network_texts: { x: mentions(101) } }),
    await save({ content: 'A', variations: [mentions(101)] }),
    await app.post(
      '/api/snippets/',
      { name: 'Many', kind: 'text', text: '{{@a|x:b}}'.repeat(101) },
      me.token,
    ),
  ];
  for (const { status, body } of answers)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(refusal)]);
  // What is literal mentions nobody.
  const literal = mentions(900).replaceAll('{{', '\\{{');
  expect((await save({ content: literal })).status).toBe(200);
  const { body } = await app.get('/api/content/mentioned/?q=person%2099', me.token);
  expect(body).toEqual([{ name: 'Person 99', handles: { x: 'person99' } }]);
});
