// How long one bulk operation over 10,000 items takes: 8,000 that stand alone and 200 threads of ten. Called by run.ts.
import type pg from 'pg';

const ITEMS = 10_000;
const IN_THREADS = 2_000;
const PARTS = 10;
const ROUNDS = 3;

export type BulkRow = { operation: string; milliseconds: number };

/** Makes a workspace of its own for these items, and gives what calls on its behalf need. */
export async function seedBulk(pool: pg.Pool) {
  const one = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id as number;
  const user = await one("insert into users (email, name, password_hash) values ('bulk@example.org', 'B', 'none')");
  const workspace = await one("insert into workspaces (name) values ('Bulk')");
  await pool.query("insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')", [workspace, user]);
  const folders: number[] = [];
  for (const name of ['A', 'B'])
    folders.push(await one('insert into folders (workspace_id, name) values ($1, $2)', [workspace, name]));
  return { user, workspace, folders: folders as [number, number] };
}

export type BulkSeed = Awaited<ReturnType<typeof seedBulk>>;

async function fill(pool: pg.Pool, { user, workspace, folders: [folder] }: BulkSeed) {
  await pool.query('delete from items where workspace_id = $1', [workspace]);
  await pool.query(
    `with numbered as (
       select n, nextval(pg_get_serial_sequence('items', 'id')) as id from generate_series(0, ${ITEMS - 1}) n
     )
     insert into items (id, workspace_id, folder_id, created_by, content, tags, thread_root, thread_order, thread_size)
     select part.id, $1, $2, $3, 'Post ' || part.n || repeat(' of some words', 10), '{tag}', root.id,
       case when root.id is null then 0 else part.n % ${PARTS} end, case when root.id is null then 1 else ${PARTS} end
     from numbered part left join numbered root on part.n < ${IN_THREADS} and root.n = part.n - part.n % ${PARTS}`,
    [workspace, folder, user],
  );
}

/** Each operation, by ids and by a filter; the middle of some rounds, in milliseconds from the call to the whole answer. */
export async function measureBulk(
  pool: pg.Pool,
  seed: BulkSeed,
  base: string,
  authorization: string,
): Promise<BulkRow[]> {
  const operations: { operation: string; params: object; count: number }[] = [
    { operation: 'status_change', params: { status: 'review' }, count: ITEMS },
    { operation: 'move', params: { folder_id: seed.folders[1] }, count: ITEMS },
    { operation: 'duplicate', params: {}, count: ITEMS },
    { operation: 'delete', params: {}, count: ITEMS },
  ];
  const rows: BulkRow[] = [];
  for (const { operation, params, count } of operations) {
    for (const by of ['ids', 'filter']) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await fill(pool, seed);
        const { rows: made } = await pool.query<{ id: number }>('select id from items where workspace_id = $1', [
          seed.workspace,
        ]);
        const target = by === 'ids' ? { item_ids: made.map(({ id }) => id) } : { filter: {} };
        const begun = performance.now();
        const response = await fetch(`${base}/api/content/items/bulk_operations/`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ operation, ...target, params }),
        });
        const answer = (await response.json()) as { count?: number };
        times.push(performance.now() - begun);
        if (answer.count !== count) throw new Error(`${operation} answered ${response.status}, ${answer.count} items`);
      }
      const milliseconds = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
      console.log(`${operation} of ${ITEMS} by ${by}: ${milliseconds.toFixed(0)} ms`);
      rows.push({ operation: `${operation}, by ${by}`, milliseconds });
    }
  }
  return rows;
}
