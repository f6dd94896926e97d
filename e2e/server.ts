// The application for the browser tests, on a database of its own that is gone afterwards; run by playwright.config.ts.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createTestDatabase, startTestServer } from '../server/testing/database.ts';
import { dataDirOf } from './outbox.ts';

const server = await startTestServer();
const database = await createTestDatabase(server.urlOf);
const dataDir = dataDirOf(Number(process.env.PORT));
rmSync(dataDir, { recursive: true, force: true });
const application = spawn(process.execPath, ['server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => application.kill(signal));
application.on('exit', async (code) => {
  await database.drop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
