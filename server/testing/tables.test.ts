import { expect, test } from 'vitest';
import { changedIn, tablesOf } from './tables.ts';

test.each<[string, string[], string[]]>([
  ['select "items"."id" from "items" left join "users" on true', ['items', 'users'], []],
  ['select * from posts, items as part, lateral comments(1)', ['posts', 'items'], []],
  ["select 'from users' -- from users", [], []],
  ['select extract(epoch from items.due) from posts', ['posts'], []],
  [
    'select posts, items from post_counts where folders is distinct from users',
    ['post_counts'],
    [],
  ],
  [
    'select id, (select 1 from items), users from posts for update of posts',
    ['items', 'posts'],
    [],
  ],
  ['select 1 from posts join items using (id), users', ['posts', 'items', 'users'], []],
  ['with a as (delete from items using posts) select 1', ['posts'], ['items']],
  [
    'insert into users select 1 from posts on conflict (id) do update set id = 1',
    ['posts'],
    ['users'],
  ],
  ['update posts set id = 1 from items, users where true', ['items', 'users'], ['posts']],
])('the tables of: %s', (statement, read, changed) => {
  expect(tablesOf(statement)).toEqual({ read, changed });
});

test('the tables that a source changes', () => {
  const source = "query(`update users set name = ''`); query('delete from posts'); // update names";
  expect(changedIn(source)).toEqual(['users', 'posts']);
});
