// The application for the browser tests, on a database of its own that is gone afterwards; run by playwright.config.ts.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createTestDatabase, startTestServer } from '../server/testing/database.ts';
import { startX } from '../server/testing/x.ts';
import { dataDirOf } from './outbox.ts';

const server = await startTestServer();
const database = await createTestDatabase(server.urlOf);
const dataDir = dataDirOf(Number(process.env.PORT));
rmSync(dataDir, { recursive: true, force: true });
const port = Number(process.env.PORT);
const x = await startX(`http://127.0.0.1:${port}/api/auth/social/twitter/callback/`);
const application = spawn(process.execPath, ['server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...x.environment,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => application.kill(signal));
application.on('exit', async (code) => {
  await database.drop();
  await server.stop();
  x.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
