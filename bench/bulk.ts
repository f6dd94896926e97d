// Measures one bulk operation over 10,000 items: 8,000 standalone ones and 200 threads of ten.
// Called by run.ts.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { memoryOf } from './processes.ts';
import type { Server } from './subjects.ts';

const ITEMS = 10_000;
const IN_THREADS = 2_000;
const PARTS = 10;
const ROUNDS = 3;
/** Memory is given back within a minute. */
const AFTER_MS = 60_000;

export type BulkRow = { operation: string; milliseconds: number };

/** Creates a workspace for these items, and returns what its caller needs. */
export async function seedBulk(pool: pg.Pool) {
  const one = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id as number;
  const user = await one(
    "insert into users (email, name, password_hash) values ('bulk@example.org', 'B', 'none')",
  );
  const workspace = await one("insert into workspaces (name) values ('Bulk')");
  await pool.query(
    "insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')",
    [workspace, user],
  );
  const folders: number[] = [];
  for (const name of ['A', 'B'])
    folders.push(
      await one('insert into folders (workspace_id, name) values ($1, $2)', [workspace, name]),
    );
  return { user, workspace, folders: folders as [number, number] };
}

export type BulkSeed = Awaited<ReturnType<typeof seedBulk>>;

async function fill(pool: pg.Pool, { user, workspace, folders: [folder] }: BulkSeed) {
  await pool.query('delete from posts where workspace_id = $1', [workspace]);
  await pool.query(
    `with numbered as (
       select n, nextval('items_id_seq') as id, nextval('posts_id_seq') as post
         from generate_series(0, ${ITEMS - 1}) n
     ), part as materialized (
       select part.id, root.id as root, root.post, part.n, part.n < ${IN_THREADS} as is_thread
       from numbered part join numbered root on root.n = case when part.n < ${IN_THREADS}
         then part.n - part.n % ${PARTS} else part.n end
     ), post as (
       insert into posts (id, workspace_id, folder_id, created_by, is_thread, root_id, size)
       select post, $1, $2, $3, is_thread, id, case when is_thread then ${PARTS} else 1 end
         from part where id = root
     )
     insert into items (id, workspace_id, folder_id, created_by, content, tags, post_id, root_id,
       is_thread, position, size)
     select id, $1, $2, $3, 'Post ' || n || repeat(' of some words', 10), '{tag}', post, root,
       is_thread,
       case when is_thread then n % ${PARTS} else 0 end, case when is_thread then ${PARTS}
         else 1 end
     from part`,
    [workspace, folder, user],
  );
}

/**
 * Each operation, by ids and by a filter; the median of some rounds, in milliseconds until the
 * whole response.
 */
export async function measureBulk(
  pool: pg.Pool,
  seed: BulkSeed,
  { base, pid }: Server,
  authorization: string,
): Promise<{ operations: BulkRow[]; after: number }> {
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
        const { rows: created } = await pool.query<{ id: number }>(
          'select id from items where workspace_id = $1',
          [seed.workspace],
        );
        const target = by === 'ids' ? { item_ids: created.map(({ id }) => id) } : { filter: {} };
        const begun = performance.now();
        const response = await fetch(`${base}/api/content/items/bulk_operations/`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ operation, ...target, params }),
        });
        const body = (await response.json()) as { count?: number };
        times.push(performance.now() - begun);
        if (body.count !== count)
          throw new Error(`${operation} responded with ${response.status}, ${body.count} items`);
      }
      const milliseconds = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
      console.log(`${operation} of ${ITEMS} by ${by}: ${milliseconds.toFixed(0)} ms`);
      rows.push({ operation: `${operation}, by ${by}`, milliseconds });
    }
  }
  await delay(AFTER_MS);
  return { operations: rows, after: memoryOf(pid) };
}
