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
