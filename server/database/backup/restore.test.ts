import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createDiskStorage } from '../../storage/disk.ts';
import { useApp, workspaceOf, writer } from '../../testing/app.ts';
import { runOn } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/process.ts';
import { writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

const app = useApp();

test('a row that breaks a rule of the database is named', async () => {
  const me = await writer(app);
  const { id } = await me.write();
  const workspace = await workspaceOf(app, me.folder);
  const folder = temporaryFolder();
  const file = join(folder, 'backup.tar.gz');
  const { database, databaseUrl } = app;
  const holder = await database.connect();
  try {
    // As an operator does who deletes with the rules switched off.
    await holder.query("set session_replication_role = 'replica'");
    await holder.query(
      `insert into comments (workspace_id, post_id, user_id, text)
       select $1, post_id, 999999, 'x' from items where id = $2`,
      [workspace, id],
    );
    await writeBackup({ connectionString: databaseUrl }, file, {
      passphrase: undefined,
      secret: undefined,
      media: undefined,
    });
    await holder.query('delete from comments where user_id = 999999');
    await holder.query("set session_replication_role = 'origin'");
  } finally {
    holder.release();
  }
  const { url } = inject('postgres');
  const name = `postfolio_test_empty_${Math.random().toString(36).slice(2)}`;
  await database.query(`create database ${name}`);
  try {
    await expect(
      restoreBackup(
        { connectionString: url.replace('{database}', name) },
        file,
        [],
        createDiskStorage(folder),
      ),
    ).rejects.toThrow(
      /^'.*backup\.tar\.gz' cannot be restored: .* The row is of 'comments', the rule 'comments_\w+'\. Key \(user_id\)=\(999999\) is not present/,
    );
  } finally {
    await runOn(url.replace('{database}', 'postgres'), `drop database ${name} with (force)`);
  }
});
