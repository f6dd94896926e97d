import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { writeBackup } from '../../database/backup/backup.ts';
import { useApp } from '../../testing/app.ts';
import { assisted } from '../../testing/assistant/runs.ts';
import { startAssistantServer } from '../../testing/assistant/server.ts';
import { temporaryFolder } from '../../testing/process.ts';

/** Where the key of an owner's server is not. */

const KEY = 'sk-owner-5bd1c2f09e7a4d66-9XQ4';
const server = await startAssistantServer({ profile: 'openai', key: KEY });
afterAll(() => server.stop());
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', LOG_LEVEL: 'trace' });

/** What a key looks like where it leaks: as it is, within a URL, and encoded. */
const FORMS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64').replace(/=+$/, ''),
  Buffer.from(KEY).toString('hex'),
];
const expectWithout = (text: string, where: string) => {
  for (const form of FORMS) expect(text.includes(form), where).toBe(false);
};

/** An owner whose key was used, refused, and changed. */
async function owner() {
  const me = await assisted(app, 'openai', server);
  await me.run({ action: 'improve', text: 'A plum.' });
  // The server repeats the key that it refuses.
  server.be('openai', 'key');
  const { events, error } = await me.run({ action: 'improve', text: 'A plum.' });
  expect(error?.kind).toBe('key_refused');
  expectWithout(JSON.stringify(events), 'a refused run');
  const probed = await app.post(
    '/api/settings/assistant/probe/',
    { url: server.url, key: KEY, model: 'gpt-5.2', context: 8192 },
    me.token,
  );
  server.be('openai');
  expect(probed.status).toBe(200);
  expectWithout(JSON.stringify(probed.body), 'a probe');
  return me;
}

test('the key is in no answer to the owner, no export, no audit entry and no line of the log', async () => {
  const me = await owner();
  const paths = Object.values(features)
    .flat()
    .filter(
      ({ method, path }) => method === 'GET' && !path.includes(':') && !path.endsWith('/live/'),
    )
    .map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/api/content/audit-logs/export/',
      '/api/calendar/export/',
      '/api/analytics/export/',
      '/api/settings/assistant/',
    ]),
  );
  for (const path of paths) {
    const response = await fetch(app.base + path, {
      headers: { authorization: `Bearer ${me.token}` },
    });
    expectWithout(await response.text(), path);
    expectWithout(JSON.stringify([...response.headers]), path);
  }
  const { rows } = await app.database.query('select t::text as row from audit_log t');
  expect(JSON.stringify(rows)).toContain('assistant_server');
  expectWithout(JSON.stringify(rows), 'the audit log');
  expect(app.lines.length).toBeGreaterThan(10);
  for (const line of app.lines) expectWithout(line, 'the log');
});

test('the key is in a backup and in the database only sealed', async () => {
  await owner();
  const { rows } = await app.database.query('select key from assistant_servers');
  const sealed = rows.map(({ key }) => key as string);
  expect(sealed.length).toBeGreaterThan(0);
  const file = join(temporaryFolder(), 'backup');
  await writeBackup({ connectionString: app.databaseUrl }, file, {});
  const backup = gunzipSync(readFileSync(file)).toString('latin1');
  expect(backup).toContain(sealed[0]);
  expectWithout(backup, 'the backup');
  const { rows: tables } = await app.database.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  for (const { name } of tables) {
    const { rows } = await app.database.query(`select t::text as row from ${name} t`);
    expectWithout(JSON.stringify(rows), name);
  }
});
