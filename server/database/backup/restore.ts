import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import { SetupError } from '../../config/config.ts';
import { ownFiles, requireNoOwner } from '../../storage/owner.ts';
import type { Storage } from '../../storage/storage.ts';
import { beginRest, takeOver } from '../installation.ts';
import { applyMigration, createMigrationsTable, isApplied, readMigrations } from '../migrate.ts';
import type { Connection } from '../pool.ts';
import {
  END,
  type End,
  FORMAT,
  listOf,
  MANIFEST,
  type Manifest,
  MEDIA_ENTRY,
  patientClient,
} from './backup.ts';

const AGE = 'age-encryption.org/';
const MAX_ROW = 500;

type Media = Pick<Storage, 'put' | 'open' | 'scratch' | 'place' | 'isFolder'>;
type Entries = AsyncIterable<Readable & { header: { name: string } }>;

/**
 * Restores a backup into an empty database, all or nothing, and migrates it. The file is verified as
 * a whole before anything is written. What is restored is at rest.
 * @param media gets the bytes of files; those of another installation are left alone
 * @param given whether it takes over from its original at once, files included
 * @returns the number of rows, and the unknown (`strange`) tables of the backup that were left out
 * @throws SetupError where the file is damaged, encrypted with another passphrase or written by a
 * newer version, or the database is not empty
 */
export async function restoreBackup(
  connection: Connection,
  file: string,
  passphrases: readonly string[],
  media: Media,
  { takesOver = false }: { takesOver?: boolean } = {},
): Promise<{ rows: number; strange: string[] }> {
  const { manifest, end } = await inspect(file, passphrases);
  const { migrations, later } = await migrationsOf(manifest);
  const id = randomUUID();
  const client = await patientClient(connection);
  try {
    await requireEmpty(client);
    await client.query('begin');
    await createMigrationsTable(client);
    for (const migration of migrations) await applyMigration(client, migration);
    // Rows that triggers create are in the backup.
    const known = await tablesOf(client);
    const strange = manifest.tables.filter(({ name }) => !known.has(name)).map(({ name }) => name);
    const tables = manifest.tables
      .filter(({ name }) => known.has(name))
      .map(({ name }) => pg.escapeIdentifier(name));
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    const { rows, hasFiles } = await fillTables(
      client,
      manifest,
      new Set(strange),
      await entriesOf(file, passphrases),
      media,
      { takesOver },
    );
    for (const [name, count] of Object.entries(end.rows))
      if (!strange.includes(name) && (rows[name] ?? 0) !== count)
        throw new SetupError(
          `'${file}' is damaged: of '${name}' it has ${rows[name] ?? 0} of ${count} rows.`,
        );
    await client.query('set constraints all immediate');
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const [name, last] of Object.entries(end.sequences))
      await client.query(
        'select setval(to_regclass($1::text), $2::bigint) where to_regclass($1::text) is not null',
        [pg.escapeIdentifier(name), last],
      );
    await client.query('analyze');
    for (const migration of later) {
      await applyMigration(client, migration);
      await client.query('set constraints all immediate');
    }
    await beginRest(client, id, manifest.created_at);
    if (takesOver) await takeOver(client, (tx, own) => ownFiles(tx, media, own));
    else if (hasFiles) await ownFiles(client, media, id);
    if (manifest.secret) await client.query('update instance set secret = $1', [manifest.secret]);
    await client.query('commit');
    if (later.length) await client.query('analyze');
    return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), strange };
  } catch (error) {
    throw explained(file, error);
  } finally {
    await client.end();
  }
}

/** A row that breaks a rule of the database is named: its constraint alone does not find it. */
function explained(file: string, error: unknown) {
  const { code = '', table, constraint, detail, message, where } = error as pg.DatabaseError;
  if (!/^2[23]/.test(code)) return error;
  const row = [detail, where].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').slice(0, MAX_ROW);
  const named = table && ` The row is of '${table}', the rule '${constraint ?? code}'.`;
  return new SetupError(`'${file}' cannot be restored: ${message}.${named ?? ''} ${row}`.trim());
}

const tablesOf = async (client: pg.Client) =>
  new Set(
    (
      await client.query(
        "select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
      )
    ).rows.map(({ name }) => name as string),
  );

/** @throws SetupError */
async function requireEmpty(client: pg.Client) {
  const { rows } = await client.query(
    "select count(*)::int as count from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')",
  );
  if (rows[0]?.count)
    throw new SetupError(
      'The database is not empty: a backup can only be restored into an empty one, so that nothing is lost.',
    );
}

/**
 * The migrations that create the tables of the backup, and those that are newer.
 * @throws SetupError where this program does not know them
 */
async function migrationsOf({ migrations }: Manifest) {
  const all = await readMigrations();
  const known = new Map(all.map((migration) => [migration.name, migration]));
  const used = migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration && isApplied(migration, checksum)) return migration;
    throw new SetupError(
      `The backup was made by a newer version of this program ('${name}'): restore it with that one.`,
    );
  });
  return { migrations: used, later: all.filter((migration) => !used.includes(migration)) };
}

/** Writes the rows of every table, whose entries are consecutive, with one `copy` each. */
async function fillTables(
  client: pg.Client,
  { tables }: Manifest,
  leftOut: Set<string>,
  entries: Entries,
  media: Media,
  { takesOver }: { takesOver: boolean },
) {
  const columns = new Map(tables.map((table) => [table.name, table.columns]));
  const rows: Record<string, number> = {};
  let hasFiles = false;
  let current: { name: string; sink: ReturnType<typeof copyFrom>; done: Promise<void> } | undefined;
  const finish = async () => {
    if (!current) return;
    current.sink.end();
    await current.done;
    rows[current.name] = (rows[current.name] ?? 0) + (current.sink.rowCount ?? 0);
    current = undefined;
  };
  for await (const entry of entries) {
    const [, key] = MEDIA_ENTRY.exec(entry.header.name) ?? [];
    if (key) {
      if (!hasFiles && !takesOver) await requireNoOwner(media);
      hasFiles = true;
      // What a failure leaves behind is what another try stores again.
      const target = await media.scratch();
      await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
      await media.put(key, { file: target });
      continue;
    }
    const [, name] = /^tables\/(\w+)\/\d+\.copy$/.exec(entry.header.name) ?? [];
    const content = await buffer(entry);
    if (!name || leftOut.has(name)) continue;
    const of = columns.get(name);
    if (!of) throw new SetupError(`The backup is damaged: '${name}' is not one of its tables.`);
    if (current?.name !== name) {
      await finish();
      const sink = client.query(
        copyFrom(`copy ${pg.escapeIdentifier(name)} (${listOf(of)}) from stdin`),
      );
      const done = finished(sink);
      // It is awaited at the end; until then a failure surfaces at the next write.
      done.catch(() => undefined);
      current = { name, sink, done };
    }
    const { sink, done } = current;
    if (!sink.write(content))
      await Promise.race([new Promise((resolve) => sink.once('drain', resolve)), done]);
  }
  await finish();
  return { rows, hasFiles };
}

/**
 * Reads the whole file first: its content counts only once its end has been reached.
 * @throws SetupError
 */
async function inspect(
  file: string,
  passphrases: readonly string[],
): Promise<{ manifest: Manifest; end: End }> {
  let [manifest, end] = [undefined as Manifest | undefined, undefined as End | undefined];
  try {
    for await (const entry of await entriesOf(file, passphrases)) {
      const { name } = entry.header;
      if (name === MANIFEST) manifest = JSON.parse(String(await buffer(entry)));
      else if (name === END) end = JSON.parse(String(await buffer(entry)));
      else for await (const _ of entry);
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`'${file}' cannot be restored: ${(error as Error).message}.`);
  }
  if (!manifest || !end) throw new SetupError(`'${file}' is not a backup, or is incomplete.`);
  if (manifest.format !== FORMAT)
    throw new SetupError(
      `'${file}' has another format (${manifest.format}): restore it with a newer version.`,
    );
  return { manifest, end };
}

/** The entries of a backup, decrypted and decompressed as a stream. */
async function entriesOf(file: string, passphrases: readonly string[]): Promise<Entries> {
  const encrypted = await isEncrypted(file);
  let source: Readable = createReadStream(file);
  if (encrypted) {
    if (!passphrases.length) throw new SetupError(`'${file}' is encrypted: set BACKUP_PASSPHRASE.`);
    const decrypter = new Decrypter();
    for (const passphrase of passphrases) decrypter.addPassphrase(passphrase);
    const decrypted = await decrypter
      .decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
      .catch(() => {
        throw new SetupError(
          `'${file}' is encrypted with a passphrase other than BACKUP_PASSPHRASE, or is damaged.`,
        );
      });
    source = Readable.fromWeb(decrypted as never);
  }
  const unpacked = source.pipe(createGunzip());
  const entries = extract();
  // A failure of any stream fails the pipeline.
  for (const stream of [source, unpacked]) stream.on('error', (error) => entries.destroy(error));
  unpacked.pipe(entries);
  return entries as unknown as Entries;
}

async function isEncrypted(file: string) {
  const handle = await open(file).catch((error: Error) => {
    throw new SetupError(`'${file}' cannot be read: ${error.message}.`);
  });
  try {
    const { buffer: head } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return String(head) === AGE;
  } finally {
    await handle.close();
  }
}
