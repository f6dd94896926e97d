import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectAccessible, openAs, test, toast } from './fixtures.ts';
import { COPY_PORT } from './ports.ts';
import { readEnvironment, startProcess } from './process.ts';

const base = `http://127.0.0.1:${COPY_PORT}`;

/** Runs a command of the operator. */
const run = (command: string, file: string, environment: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [`server/commands/${command}.ts`, file], {
    env: { ...process.env, ...environment },
  });

test('a restored copy says on every page that it is at rest, and an owner takes over', async ({
  browser,
  person,
}) => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(join(tmpdir(), 'postfolio-copy-'));
  const { DATABASE_URL, ...rest } = readEnvironment();
  const elsewhere = { ...rest, DATA_DIR: join(folder, 'data') };
  const file = join(folder, 'backup.tar.gz');
  // Without the files of other journeys.
  await run('backup', file, { ...elsewhere, DATABASE_URL });
  await run('restore', file, elsewhere);
  const copy = await startProcess(base, { ...elsewhere, DATABASE_URL: '' });
  try {
    const page = await openAs(browser, person, { base });
    await page.goto('/content');
    const banner = page.getByRole('region', { name: 'Restored copy' });
    await expect(banner).toContainText('it publishes nothing until it takes over');
    await page.goto('/settings');
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await banner.getByRole('button', { name: 'Take over' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take Over From the Original' });
    await expect(dialog).toContainText('First, stop the original installation for good');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(banner).toBeVisible();
    await banner.getByRole('button', { name: 'Take over' }).click();
    await dialog.getByRole('button', { name: 'The original has been stopped: take over' }).click();
    await expect(toast(page, 'This installation has taken over')).toBeVisible();
    await expect(banner).toBeHidden();
    await page.context().close();
  } finally {
    await copy.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
