// The application for browser tests, on a database of its own that is deleted afterwards; run by
// playwright.config.ts.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, startTestServer } from '../server/testing/database.ts';
import { startDiscord } from '../server/testing/networks/discord.ts';
import { startFacebook } from '../server/testing/networks/facebook.ts';
import { startInstagram } from '../server/testing/networks/instagram.ts';
import { startLinkedIn } from '../server/testing/networks/linkedin.ts';
import { startMastodon } from '../server/testing/networks/mastodon.ts';
import { environmentOf } from '../server/testing/networks/network.ts';
import { startTelegram } from '../server/testing/networks/telegram.ts';
import { startThreads } from '../server/testing/networks/threads.ts';
import { startTikTok } from '../server/testing/networks/tiktok.ts';
import { startXNetwork } from '../server/testing/networks/x.ts';
import { dataDirOf, ENVIRONMENT, NETWORKS } from './outbox.ts';
import { secondPort } from './ports.ts';

const server = await startTestServer();
const database = await createTestDatabase(server.urlOf);
const dataDir = dataDirOf(Number(process.env.PORT));
rmSync(dataDir, { recursive: true, force: true });
const port = Number(process.env.PORT);
const mastodon = await startMastodon();
const [telegram, discord] = [await startTelegram(), await startDiscord()];
const networks = [
  await startXNetwork(),
  await startLinkedIn({ pages: true }),
  await startInstagram(),
  await startFacebook(),
  await startThreads(),
  await startTikTok(),
  telegram,
  discord,
];
mkdirSync(dataDir, { recursive: true });
// What a person would look up at the network: servers, tokens, addresses.
const known = {
  mastodon: mastodon.url,
  telegram: telegram.addChannel(),
  discord: discord.addChannel().fields,
};
writeFileSync(join(dataDir, NETWORKS), JSON.stringify(known));
const environment = {
  ...environmentOf(...networks),
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  SECRET: randomBytes(32).toString('hex'),
  ALLOW_PRIVATE_NETWORKS: 'true',
};
writeFileSync(join(dataDir, ENVIRONMENT), JSON.stringify(environment));
/** Two processes on one database. */
const applications = [port, secondPort(port)].map((own) =>
  spawn(process.execPath, ['dist/server/main.js'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment,
      PORT: String(own),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
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
for (const network of networks) await network.stop();
await mastodon.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(code ?? 0);
