import type { TestApp } from './app.ts';
import { insertPosts } from './insert-posts.ts';
import { untilJobEnds } from './run-job.ts';

/**
 * The job that empties deleted folders runs when a test says so. Call it before the first test. The
 * answer to a deletion takes posts to the trash in the order of their storage: without a vacuum, those
 * that come last are stored last.
 */
export const holdEmptying = ({ database }: TestApp) =>
  database.query(`
    alter table posts set (autovacuum_enabled = false);
    create function hold_emptying() returns trigger language plpgsql as $$
    begin
      new.start_after := now() + interval '1 day';
      return new;
    end $$;
    create trigger hold_emptying before insert on jobs.job for each row
      when (new.name = 'folders.empty' and new.data is distinct from '{"now":true}')
      execute function hold_emptying()`);

export async function runEmptying(app: TestApp): Promise<void> {
  const { rows } = await app.database.query(
    `insert into jobs.job (name, data) values ('folders.empty', '{"now":true}') returning id`,
  );
  await untilJobEnds(app, rows[0].id);
}

/** Puts so many posts into a folder. */
export const fill = ({ database }: TestApp, folder: number, count: number) =>
  database.query(
    insertPosts(`
      select workspace_id, id as folder_id, null::bigint as created_by, 'Filling ' || n as content,
        null::text as description, '{}'::text[] as tags
      from folders, generate_series(1, ${count}) n where id = ${folder}`),
  );

/** Whether an item is left in a folder: it is not in the trash itself. */
export async function isLeft({ database }: TestApp, item: number): Promise<boolean> {
  const { rows } = await database.query('select from items where id = $1 and not trashed', [item]);
  return rows.length === 1;
}
