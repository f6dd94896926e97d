import type { TestApp } from './app.ts';

/**
 * Runs `work` so much later: the clock of the process is ahead, and the rows of these tables say that
 * all happened so much earlier, because the clock of the database cannot be moved (decision 42). What is
 * of the calendar, as the next time of a rule, stays: it is compared with a clock that is ahead, too.
 */
export async function passTime<Result>(
  app: TestApp,
  ms: number,
  tables: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  await moveRows(app, tables, -ms);
  try {
    return await app.clock.later(ms, work);
  } finally {
    await moveRows(app, tables, ms);
  }
}

async function moveRows({ database }: TestApp, tables: readonly string[], ms: number) {
  for (const table of tables) {
    const { rows } = await database.query(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1
         and data_type = 'timestamp with time zone' and is_generated = 'NEVER'`,
      [table],
    );
    if (!rows.length) throw new Error(`${table} has no times`);
    const moved = rows.map(({ name }) => `${name} = ${name} + make_interval(secs => $1)`);
    await database.query(`update ${table} set ${moved.join(', ')}`, [ms / 1000]);
  }
}
