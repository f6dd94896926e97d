import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';
import { spawnCommand } from '../../../testing/command.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();
const run = (...parameters: string[]) =>
  spawnCommand('server/commands/archive.ts', parameters, { DATABASE_URL: app.databaseUrl });
const file = (name: string) => join(app.dataDir, name);
const linesOf = (name: string) =>
  gunzipSync(readFileSync(file(name)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

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

  const first = await run(file('first.gz'));
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`${old} entries`) });
  expect(await count()).toBe(kept);
  const digest = /SHA-256 (\w{64})/.exec(first.output)?.[1];
  const [head, entry] = linesOf('first.gz');
  expect(head).toEqual({ archive: 'audit_log', previous: null });
  expect(entry).toMatchObject({ action: 'register', created_at: expect.any(String) });
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

test('old versions are moved to files, but for what decisions, publications and rules are about', async () => {
  const me = await publisherOn(app, practice);
  const editor = await colleague(app, me.folder, 'editor');
  const approver = await colleague(app, me.folder, 'approver');
  const write = async (content: string) => (await me.write({ content })).id as number;
  const save = (item: number, content: string, by: Pick<typeof editor, 'call'> = me) =>
    by.call(`/api/content/items/${item}/`, 'PUT', { content });
  const texts = async (item: number) =>
    (await me.call(`/api/content/items/${item}/history/`)).body
      .map(({ content }: { content: string }) => content)
      .toReversed();

  const plain = await write('A1');
  await save(plain, 'A2');
  await save(plain, 'A3');
  const joint = await write('B1');
  await save(joint, 'B2', editor);
  await save(joint, 'B3', approver);
  await save(joint, 'B4');
  const approved = await write('C1');
  await save(approved, 'C2');
  await approver.call(`/api/content/items/${approved}/`, 'PUT', { status: 'approved' });
  await save(approved, 'C3');
  await save(approved, 'C4');
  const sent = await write('D1');
  await save(sent, 'D2');
  await me.until(await me.publish(sent), 'published');
  await save(sent, 'D3');
  await save(sent, 'D4');
  const waiting = await write('E1');
  await save(waiting, 'E2');
  await me.publish(waiting, { at: '2030-01-01T00:00:00Z' });
  await save(waiting, 'E3');
  await app.database.query(
    "update item_versions set created_at = created_at - interval '400 days'",
  );
  await app.database.query(
    "update transitions set created_at = created_at - interval '400 days', decided_at = decided_at - interval '400 days'",
  );
  const fresh = await write('F1');
  await save(fresh, 'F2');

  const count = async () =>
    Number((await app.database.query('select count(*) as count from item_versions')).rows[0].count);
  const before = await count();
  const { code, output } = await run(file('versions.gz'), '--versions');
  expect([code, output]).toEqual([0, expect.stringContaining('entries, SHA-256')]);
  const [head, ...entries] = linesOf('versions.gz');
  expect(head).toEqual({ archive: 'item_versions', previous: expect.anything() });
  expect(await count()).toBe(before - entries.length);
  expect(entries).toContainEqual(
    expect.objectContaining({
      item_id: plain,
      version: 1,
      content: 'A1',
      workspace_id: editor.workspace,
    }),
  );
  expect(await run('--verify', file('versions.gz'))).toMatchObject({ code: 0 });

  expect(await texts(plain)).toEqual(['A3']);
  expect(await texts(joint)).toEqual(['B2', 'B3', 'B4']);
  // The texts of the approval; of what was scheduled, and of when it was published.
  expect(await texts(approved)).toEqual(['C2', 'C4']);
  expect(await texts(sent)).toEqual(['D2', 'D2', 'D4']);
  expect(await texts(waiting)).toEqual(['E1', 'E2', 'E3']);
  expect(await texts(fresh)).toEqual(['F1', 'F2']);
  expect((await run(file('none.gz'), '--versions')).output).toContain('no versions older');

  // Nobody approves what they have written, also where it is old.
  await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
  const denied = await approver.call(`/api/content/items/${joint}/`, 'PUT', { status: 'approved' });
  expect(denied.status).toBe(403);
  expect((await save(plain, 'A4')).body.version).toBe(4);
});

test('versions of parts stay that were published, decided about in another thread, or wait for a review', async () => {
  const me = await publisherOn(app, practice);
  const approver = await colleague(app, me.folder, 'approver');
  const save = async (item: number, ...texts: string[]) => {
    for (const content of texts) await me.call(`/api/content/items/${item}/`, 'PUT', { content });
  };
  const status = (item: number, status: string, by: Pick<typeof approver, 'call'> = me) =>
    by.call(`/api/content/items/${item}/`, 'PUT', { status });
  const thread = async (...texts: string[]) => {
    const root: number = await me.thread(texts);
    const { body } = await me.call(`/api/content/items/${root}/thread/`);
    return body.map(({ id }: { id: number }) => id) as [number, number];
  };
  const texts = async (item: number) =>
    (await me.call(`/api/content/items/${item}/history/`)).body
      .map(({ content }: { content: string }) => content)
      .toReversed();

  // Published once more, it keeps its status; and its first part may have fewer versions.
  const [root, part] = await thread('R1', 'P1');
  await status(root, 'published');
  await save(part, 'P2', 'P3', 'P4', 'P5');
  await me.until(await me.publish(root), 'published');
  await app.database.query('update publications set version = 2');
  await save(part, 'P6', 'P7');
  // An approved part that is split off.
  const [approved, split] = await thread('S1', 'T1');
  await save(split, 'T2');
  await status(approved, 'approved', approver);
  await me.call(`/api/content/items/${split}/remove-from-thread/`, 'POST', {});
  await save(split, 'T3', 'T4');
  // A post that was published as a part, and then deleted and restored alone.
  const [other] = await thread('K1', 'L1');
  const joined: number = (await me.write({ content: 'J1' })).id;
  await me.call(`/api/content/items/${joined}/add-to-thread/`, 'POST', { parent: other });
  await save(joined, 'J2');
  await me.until(await me.publish(other), 'published');
  await me.call(`/api/content/items/${joined}/`, 'DELETE');
  const trashed: number = (await me.write({ content: 'U1' })).id;
  await save(trashed, 'U2');
  await me.call(`/api/content/items/${trashed}/`, 'DELETE');
  await me.call('/api/content/trash/restore/', 'POST', { item_ids: [joined] });
  await save(joined, 'J3', 'J4');
  const reviewed: number = (await me.write({ content: 'V1' })).id;
  await save(reviewed, 'V2');
  await status(reviewed, 'review');
  await save(reviewed, 'V3');
  await app.database.query(
    "update item_versions set created_at = created_at - interval '400 days'",
  );
  await app.database.query(
    "update transitions set created_at = created_at - interval '400 days', decided_at = decided_at - interval '400 days'",
  );

  expect((await run(file('parts.gz'), '--versions')).code).toBe(0);
  expect(await texts(part)).toEqual(['P1', 'P5', 'P7']);
  expect(await texts(split)).toEqual(['T1', 'T2', 'T2', 'T2', 'T4']);
  expect(await texts(joined)).toEqual(['J1', 'J1', 'J2', 'J2', 'J2', 'J4']);
  await me.call('/api/content/trash/restore/', 'POST', { item_ids: [trashed] });
  expect(await texts(trashed)).toEqual(['U1', 'U2', 'U2']);
  expect(await texts(reviewed)).toEqual(['V1', 'V2', 'V2', 'V3']);
});

test('versions stay that say whose words a post has', async () => {
  const me = await publisherOn(app, practice);
  const { secret } = (
    await me.call('/api/keys/', 'POST', { name: 'Agent', drafts_only: true } as never)
  ).body as unknown as { secret: string };
  const id = await me.thread(['Mine']);
  const path = `/api/content/items/${id}/` as const;
  await app.put(path, { content: 'Of a key' }, secret);
  for (const content of ['Mine again', 'Mine, later', 'Mine, last'])
    await app.put(path, { content }, me.token);
  await app.database.query(
    "update item_versions set created_at = created_at - interval '400 days' where item_id = $1",
    [id],
  );
  expect((await run(file('words.gz'), '--versions')).code).toBe(0);
  const { rows } = await app.database.query(
    'select kind from item_versions join principals on principals.id = principal_id where item_id = $1 order by item_versions.version',
    [id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['key', 'member']);
});
