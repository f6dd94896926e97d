// The application for browser tests, on a database of its own that is deleted afterwards; run by
// playwright.config.ts.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, startTestServer } from '../server/testing/database.ts';
import { startMastodon } from '../server/testing/networks/mastodon.ts';
import { startX } from '../server/testing/x.ts';
import { dataDirOf, MASTODON } from './outbox.ts';
import { secondPort } from './ports.ts';

const server = await startTestServer();
const database = await createTestDatabase(server.urlOf);
const dataDir = dataDirOf(Number(process.env.PORT));
rmSync(dataDir, { recursive: true, force: true });
const port = Number(process.env.PORT);
const x = await startX(`http://127.0.0.1:${port}/api/auth/social/twitter/callback/`);
const mastodon = await startMastodon();
mkdirSync(dataDir, { recursive: true });
writeFileSync(join(dataDir, MASTODON), mastodon.url);
const secret = randomBytes(32).toString('hex');
/** Two processes on one database. */
const applications = [port, secondPort(port)].map((own) =>
  spawn(process.execPath, ['server/main.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...x.environment,
      PORT: String(own),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET: secret,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ALLOW_PRIVATE_NETWORKS: 'true',
    },
  }),
);
const ends = applications.map((application) => once(application, 'exit'));
const end = () => {
  for (const application of applications) application.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
const [code] = await Promise.race(ends);
end();
await Promise.all(ends);
await database.drop();
await server.stop();
x.stop();
await mastodon.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(code ?? 0);
