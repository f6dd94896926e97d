import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';

/** Starts a job now, whatever its schedule. Returns its id. */
export async function startJob({ database }: TestApp, name: string): Promise<string> {
  const { rows } = await database.query('insert into jobs.job (name) values ($1) returning id', [
    name,
  ]);
  return rows[0].id;
}

export const untilJobEnds = ({ database }: TestApp, id: string, timeout?: number) =>
  eventually(async () => {
    const { rows } = await database.query('select state from jobs.job where id = $1', [id]);
    expect(rows[0]?.state).toBe('completed');
  }, timeout);

/** Runs a job until it has ended. */
export const runJob = async (app: TestApp, name: string) =>
  untilJobEnds(app, await startJob(app, name));
