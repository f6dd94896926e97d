import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../testing/app.ts';
import { transaction } from './transaction.ts';

/** What the database itself forbids, whoever writes to it. */
const app = useApp();

const refusal = async (work: () => Promise<unknown>) => {
  try {
    await work();
  } catch (error) {
    return (error as { constraint?: string; message: string }).constraint ?? (error as Error).message;
  }
  return 'nothing was refused';
};

/** A thread of three, made in one transaction as the database asks. */
async function thread() {
  const { write, folder, token, id: userId } = await writer(app);
  const parts: number[] = [];
  for (let i = 0; i < 3; i++) parts.push((await write({ content: `Part ${i}` })).id);
  await app.database.query(
    'update items set thread_root = $1[1], thread_order = array_position($1, id) - 1, thread_size = 3 where id = any($1)'
      .replaceAll('$1', '$1::bigint[]')
      .replace('$1::bigint[][1]', '($1::bigint[])[1]'),
    [parts],
  );
  return { parts, folder, token, userId };
}

describe('a thread', () => {
  test.each([
    ['a gap in the order', 'update items set thread_order = 2 where id = $2', 'threads_are_whole'],
    ['a size that is not so', 'update items set thread_size = 4 where thread_root = $1', 'threads_are_whole'],
    [
      'a part that leaves without renumbering',
      'update items set thread_root = null, thread_order = 0, thread_size = 1 where id = $2',
      'threads_are_whole',
    ],
    [
      'a part in the trash without renumbering',
      'update items set deleted_at = now() where id = $2',
      'threads_are_whole',
    ],
    ['a part that is gone without renumbering', 'delete from items where id = $2', 'threads_are_whole'],
    ['two statuses', "update items set status = 'archived' where id = $2", 'threads_are_whole'],
    [
      'a root that is not first',
      'update items set thread_order = 2 - thread_order where thread_root = $1',
      'items_root_comes_first',
    ],
    ['an order outside of it', 'update items set thread_order = 3 where id = $2', 'items_order_within_thread'],
  ])('refuses %s', async (_, text, rule) => {
    const { parts } = await thread();
    const values = text.includes('$1') ? [parts[0]] : [parts[1]];
    expect(await refusal(() => app.database.query(text.replace('$2', '$1'), values))).toBe(rule);
  });

  test('takes any order in between, as long as it is whole at the commit', async () => {
    const { parts } = await thread();
    await transaction(app.database, async (tx) => {
      await tx.query('update items set thread_order = 2 where id = $1', [parts[1]]);
      await tx.query('update items set thread_order = 1 where id = $1', [parts[2]]);
    });
    const { rows } = await app.database.query('select id from items where thread_root = $1 order by thread_order', [
      parts[0],
    ]);
    expect(rows.map(({ id }) => id)).toEqual([parts[0], parts[2], parts[1]]);
  });

  test('stays whole when two writers change it at the same time', async () => {
    const { parts } = await thread();
    const leave = (id: number | undefined) =>
      transaction(app.database, async (tx) => {
        await tx.query('update items set thread_root = null, thread_order = 0, thread_size = 1 where id = $1', [id]);
        await tx.query('select pg_sleep(0.05)');
        await tx.query(
          'with parts as (select id, row_number() over (order by thread_order) - 1 as place, count(*) over () as size from items where thread_root = $1) update items set thread_order = place, thread_size = size from parts where parts.id = items.id',
          [parts[0]],
        );
      }).catch(() => undefined);
    await Promise.all([leave(parts[1]), leave(parts[2])]);
    const { rows } = await app.database.query(
      'select thread_order, thread_size from items where thread_root = $1 order by thread_order',
      [parts[0]],
    );
    expect(rows).toEqual(rows.map((_, thread_order) => ({ thread_order, thread_size: rows.length })));
  });
});

describe('an item', () => {
  test.each([
    ['text that is only white space', "update items set content = E' \\n\\t' where id = $1", 'items_content_check'],
    ['a status that does not exist', "update items set status = 'lost' where id = $1", 'items_status_check'],
    ['no folder outside of the trash', 'update items set folder_id = null where id = $1', 'items_have_a_folder'],
    [
      'a draft with a date of publication',
      'update items set published_date = now() where id = $1',
      'items_published_date',
    ],
    ['standing alone with a place in a thread', 'update items set thread_size = 2 where id = $1', 'items_standalone'],
  ])('cannot have %s', async (_, text, rule) => {
    const { write } = await writer(app);
    const { id } = await write();
    expect(await refusal(() => app.database.query(text, [id]))).toBe(rule);
  });

  test('cannot lie in the folder of another workspace', async () => {
    const [mine, theirs] = [await writer(app), await writer(app)];
    const { id } = await mine.write();
    expect(
      await refusal(() => app.database.query('update items set folder_id = $1 where id = $2', [theirs.folder, id])),
    ).toBe('items_workspace_id_folder_id_fkey');
  });
});

test('audit entries can be neither changed, nor deleted, nor emptied out', async () => {
  await writer(app);
  const words = 'audit entries can be neither changed nor deleted';
  for (const text of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    expect(await refusal(() => app.database.query(text))).toBe(words);
  }
});
