import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { dataDirOf, ENVIRONMENT } from './outbox.ts';
import { PORT } from './ports.ts';

/** The environment of the application. */
export const readEnvironment = (): Record<string, string> =>
  JSON.parse(readFileSync(join(dataDirOf(PORT), ENVIRONMENT), 'utf8'));

/**
 * Runs these jobs of each minute, one after the other, until `check` passes: no journey waits for
 * the minute. What a job of the minute holds just then is done by the next run.
 */
export async function runJobs(names: string[], check: () => Promise<void>) {
  const database = new pg.Client({ connectionString: readEnvironment().DATABASE_URL });
  await database.connect();
  const run = async (name: string) => {
    const { rows } = await database.query('insert into jobs.job (name) values ($1) returning id', [
      name,
    ]);
    const stateOf = () => database.query('select state from jobs.job where id = $1', [rows[0].id]);
    await expect.poll(async () => (await stateOf()).rows[0]?.state).toBe('completed');
  };
  try {
    await expect(async () => {
      for (const name of names) await run(name);
      await check();
    }).toPass();
  } finally {
    await database.end();
  }
}

/**
 * Starts a process more under an address of its own, on the database of the journeys or another.
 * @param port where it listens, if there is a proxy at the address
 */
export async function startProcess(
  publicUrl: string,
  environment = readEnvironment(),
  port = new URL(publicUrl).port,
) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment,
      PORT: port,
      PUBLIC_URL: publicUrl,
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(child, 'exit');
  // Where the journey fails before it stops it, it ends with the worker.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
