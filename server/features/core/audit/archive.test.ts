import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { spawnCommand } from '../../../testing/command.ts';

const app = useApp();

test('old entries of the audit log are moved to files, which prove what they say', async () => {
  const { write } = await writer(app);
  await write();
  const age = (days: number) =>
    app.database.query(`begin; set local postfolio.forgetting = 'on';
      update audit_log set created_at = created_at - interval '${days} days'; commit`);
  const count = async () =>
    Number((await app.database.query('select count(*) as count from audit_log')).rows[0].count);
  const old = await count();
  await age(400);
  await write();
  const kept = (await count()) - old;
  const run = (...parameters: string[]) =>
    spawnCommand('server/commands/archive.ts', parameters, { DATABASE_URL: app.databaseUrl });
  const file = (name: string) => join(app.dataDir, name);

  const first = await run(file('first.gz'));
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`${old} entries`) });
  expect(await count()).toBe(kept);
  const digest = /SHA-256 (\w{64})/.exec(first.output)?.[1];
  const [head, entry = ''] = gunzipSync(readFileSync(file('first.gz')))
    .toString()
    .split('\n');
  expect(JSON.parse(head ?? '')).toEqual({ archive: 'audit_log', previous: null });
  expect(JSON.parse(entry)).toMatchObject({ action: 'register', created_at: expect.any(String) });
  expect((await run('--verify', file('first.gz'))).output).toContain(`unchanged, ${old} entries`);

  // Nothing is old; a file that exists is not overwritten.
  expect((await run(file('none.gz'))).output).toContain(
    'There are no entries older than 365 days.',
  );
  await age(400);
  expect(await run(file('first.gz'))).toMatchObject({ code: 1 });
  expect(await count()).toBe(kept);
  await run(file('second.gz'));
  expect(await count()).toBe(0);
  const second = gunzipSync(readFileSync(file('second.gz'))).toString();
  expect(JSON.parse(second.split('\n')[0] ?? '')).toMatchObject({ previous: digest });
  writeFileSync(file('forged.gz'), gzipSync(second.replace('"create"', '"delete"')));
  expect(await run('--verify', file('forged.gz'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('was changed'),
  });
  // Nothing else deletes entries.
  await write();
  await expect(app.database.query('delete from audit_log')).rejects.toThrow('neither changed');
});
