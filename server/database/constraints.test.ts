import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../testing/app.ts';
import { runTransaction as transaction } from './transaction.ts';

/** The constraints of the database, whoever writes to it. */
const app = useApp();

const refusal = async (work: () => Promise<unknown>) => {
  try {
    await work();
  } catch (error) {
    return (
      (error as { constraint?: string; message: string }).constraint ?? (error as Error).message
    );
  }
  return 'nothing was refused';
};

/** A thread of three: its post, and its items. */
async function thread() {
  const { folder, token } = await writer(app);
  const items = ['One', 'Two', 'Three'].map((content) => ({ content }));
  const { body } = await app.post('/api/content/items/thread/', { folder, items }, token);
  const parts: number[] = body.map(({ id }: { id: number }) => id);
  const { rows } = await app.database.query('select post_id from items where id = $1', [parts[0]]);
  return { parts, post: rows[0].post_id as number };
}

describe('a post', () => {
  test.each([
    ['a gap in the order', 'update items set position = 5, size = 6 where id = $2', 'items_shared'],
    [
      'two items at one position',
      'update items set position = 2 where id = $2',
      'items_position_in_post',
    ],
    [
      'an item beyond its size',
      'update items set position = 3 where id = $2',
      'items_position_below_size',
    ],
    ['a size that is not so', 'update posts set size = 4 where id = $1', 'posts_are_whole'],
    ['a deleted item', 'delete from items where id = $3', 'posts_are_whole'],
    [
      'a size that leaves items out',
      'update posts set size = 2 where id = $1',
      'items_position_below_size',
    ],
    [
      'several items that are no thread',
      'update posts set is_thread = false where id = $1',
      'posts_of_several_are_threads',
    ],
    [
      'a status that one of its items alone has',
      "update items set status = 'archived' where id = $2",
      'items_shared',
    ],
    ['an item in the trash alone', 'update items set trashed = true where id = $2', 'items_shared'],
    ['an item of another root', 'update items set root_id = $3 where id = $2', 'items_shared'],
    [
      'a root that is not first',
      'update posts set root_id = $2 where id = $1',
      'items_root_comes_first',
    ],
    [
      'to be nowhere outside of the trash',
      'update posts set folder_id = null where id = $1',
      'posts_have_a_folder',
    ],
  ])('refuses %s', async (_, text, rule) => {
    const { parts, post } = await thread();
    const values = [post, parts[1], parts[2]];
    const used = [...new Set(text.match(/\$\d/g))].sort();
    const renamed = used.reduce(
      (created, name, at) => created.replaceAll(name, `$${at + 1}`),
      text,
    );
    const given = used.map((name) => values[Number(name.slice(1)) - 1]);
    expect(await refusal(() => app.database.query(renamed, given))).toBe(rule);
  });

  test('may be in any order within a transaction, as long as it is whole at the commit', async () => {
    const { parts, post } = await thread();
    await transaction(app.database, async (tx) => {
      await tx.query('update items set position = 2 where id = $1', [parts[1]]);
      await tx.query('update items set position = 1 where id = $1', [parts[2]]);
    });
    const { rows } = await app.database.query(
      'select id from items where post_id = $1 order by position',
      [post],
    );
    expect(rows.map(({ id }) => id)).toEqual([parts[0], parts[2], parts[1]]);
  });

  test('passes folder and status to its items', async () => {
    const { parts, post } = await thread();
    await app.database.query(
      "update posts set status = 'archived', deleted_at = now() where id = $1",
      [post],
    );
    const { rows } = await app.database.query(
      'select distinct status, trashed from items where id = any($1)',
      [parts],
    );
    expect(rows).toEqual([{ status: 'archived', trashed: true }]);
  });

  test('stays whole when two writers change it at the same time', async () => {
    const { parts, post } = await thread();
    const remove = (id: number | undefined) =>
      transaction(app.database, async (tx) => {
        await tx.query(
          `with size as (update posts set size = size - 1 where id = $2 returning size)
           update items set size = (select size from size), position = case when position > 1
             then position - 1 else position end
           where post_id = $2 and id <> $1`,
          [id, post],
        );
        await tx.query('delete from items where id = $1', [id]);
      }).catch(() => undefined);
    await Promise.all([remove(parts[1]), remove(parts[2])]);
    const { rows } = await app.database.query(
      `select posts.size, count(*)::int as items, count(distinct position)::int as positions, max(position) as last
       from posts join items on items.post_id = posts.id where posts.id = $1 group by posts.id`,
      [post],
    );
    expect(rows).toEqual([
      {
        size: rows[0].items,
        items: rows[0].items,
        positions: rows[0].items,
        last: rows[0].items - 1,
      },
    ]);
  });

  test('without items is deleted with its item', async () => {
    const { post, parts } = await thread();
    const { rows } = await app.database.query(
      `insert into posts (workspace_id, folder_id, root_id, size) select workspace_id, folder_id, $1, 0 from items where id = $1
       returning id`,
      [parts[1]],
    );
    await app.database.query('delete from posts where id = $1', [post]);
    expect(
      (await app.database.query('select from posts where id = $1', [rows[0].id])).rowCount,
    ).toBe(0);
  });
});

describe('an item', () => {
  test.each([
    [
      'text that is only white space',
      "update items set content = E' \\n\\t' where id = $1",
      'items_content_check',
    ],
    [
      'a status that does not exist',
      "update items set status = 'lost' where id = $1",
      'items_status_check',
    ],
    [
      'no folder outside of the trash',
      'update items set folder_id = null where id = $1',
      'items_have_a_folder',
    ],
    [
      'a draft with a date of publication',
      'update items set published_date = now() where id = $1',
      'items_published_date',
    ],
    [
      'another status than its post',
      "update items set status = 'review' where id = $1",
      'items_shared',
    ],
  ])('cannot have %s', async (_, text, rule) => {
    const { write } = await writer(app);
    const { id } = await write();
    expect(await refusal(() => app.database.query(text, [id]))).toBe(rule);
  });

  test('cannot be in the folder of another workspace', async () => {
    const [mine, theirs] = [await writer(app), await writer(app)];
    const { id } = await mine.write();
    expect(
      await refusal(() =>
        app.database.query('update items set folder_id = $1 where id = $2', [theirs.folder, id]),
      ),
    ).toBe('items_shared');
  });
});

test('audit entries can be neither changed, nor deleted, nor truncated', async () => {
  await writer(app);
  const words = 'audit entries can be neither changed nor deleted';
  for (const text of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    expect(await refusal(() => app.database.query(text))).toBe(words);
  }
});
