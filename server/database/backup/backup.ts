import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { SetupError } from '../../config/config.ts';
import { keyOf } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';
import { digestOf } from '../instance.ts';
import { type Connection, clientConfig } from '../pool.ts';

/**
 * A backup is one file: a tar archive of a manifest, of the rows of each table as PostgreSQL's
 * `copy` writes them, and of a last entry with their number; compressed by gzip and, with a
 * passphrase, encrypted by age. It contains no schema: the migrations that the manifest names
 * create it.
 */

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const END = 'end.json';

export type Manifest = {
  format: number;
  created_at: string;
  migrations: { name: string; checksum: string }[];
  /** In topological order: no row refers to a later one. */
  tables: { name: string; columns: string[] }[];
  /** The secret of the data folder, unless the database or the settings have it. */
  secret: string | null;
};
export type End = { rows: Record<string, number>; sequences: Record<string, number> };

/** Rows of a table are written in entries of this size, because an entry must fit in memory. */
const ENTRY_BYTES = 4 * 1024 * 1024;

/** Where queued jobs of a backup are stored (migration 0013). */
const JOBS = 'restored_jobs';

/**
 * Data that expires within a minute, what the manifest contains, uploads whose bytes are not in the
 * backup, and the salts of visitors, who could be found again by those of an old backup.
 */
const LEFT_OUT = ['presence', 'migrations', 'media_uploads', 'media_garbage', 'visit_salts'];

/** Queued jobs. Scheduled jobs are left out: the schedule creates them. */
const PENDING_JOBS = `select id, name, data, start_after, singleton_key from jobs.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
    and name not in (select name from jobs.schedule)`;

type Given = {
  passphrase?: string | undefined;
  secret?: string | undefined;
  /** Where the bytes of files are; left out where they are backed up by other means. */
  media?: Pick<Storage, 'open'> | undefined;
};

/** The path of the bytes of a file in a backup: that of the storage, below a folder. */
export const MEDIA_ENTRY = /^media\/((?:files|thumbnails)\/[0-9a-f]{2}\/[0-9a-f]{62})$/;

/**
 * Writes a consistent backup of the database while it is in use. The file is complete or does not
 * exist.
 * @param given `passphrase` encrypts the file; `secret` of the data folder, and the bytes of `media`,
 *   are included
 * @returns the number of rows and of files, and the size in bytes
 */
export async function writeBackup(
  connection: Connection,
  file: string,
  { passphrase, secret, media }: Given = {},
): Promise<{ rows: number; files: number; bytes: number }> {
  const client = await patientClient(connection);
  // A temporary name: two processes that write the same file do not mix.
  const part = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const archive = pack();
    const written = store(archive, part, passphrase);
    // Whichever of the two fails, the other is not awaited.
    const [{ rows, files }] = await Promise.all([
      fill(archive, client, { secret, media }),
      written,
    ]);
    await client.query('commit');
    await flush(part);
    await rename(part, file);
    await flush(dirname(file));
    return { rows, files, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** A connection without statement timeouts. */
export async function patientClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(connection), query_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
  );
  return client;
}

async function store(archive: Pack, file: string, passphrase: string | undefined) {
  const packed = new PassThrough();
  const output = createWriteStream(file, { mode: 0o600, flags: 'wx' });
  const compressed = pipeline(archive, createGzip(), packed);
  if (!passphrase) return Promise.all([compressed, pipeline(packed, output)]);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const encrypted = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>);
  return Promise.all([compressed, pipeline(Readable.fromWeb(encrypted as never), output)]);
}

/** Flushed to disk up to here, to survive a power failure. */
async function flush(file: string) {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

async function fill(
  archive: Pack,
  client: pg.Client,
  { secret, media }: Pick<Given, 'secret' | 'media'>,
): Promise<{ rows: number; files: number }> {
  try {
    const tables = await readTables(client);
    const { rows: migrations } = await client.query(
      'select name, checksum from migrations order by name',
    );
    const { rows: kept } = await client.query('select secret, secret_digest from instance');
    // An unused connection of the pool would not have these settings.
    const isUsed = secret && kept[0]?.secret_digest?.equals(digestOf(secret));
    const manifest: Manifest = {
      format: FORMAT,
      created_at: new Date().toISOString(),
      migrations,
      tables,
      secret: !kept[0]?.secret && isUsed ? secret : null,
    };
    await addEntry(archive, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)));
    const end: End = { rows: {}, sequences: {} };
    const { rows: queues } = await client.query(
      "select to_regclass('jobs.job') is not null as there",
    );
    const hasJobs = queues[0]?.there === true;
    for (const { name, columns } of tables) {
      const own = `select ${listOf(columns)} from ${pg.escapeIdentifier(name)}`;
      const all = name === JOBS && hasJobs ? `${own} union all ${PENDING_JOBS}` : own;
      end.rows[name] = await addRows(archive, client, name, `copy (${all}) to stdout`);
    }
    const files = media ? await addMedia(archive, client, media) : 0;
    // After the rows: no row has an id beyond its sequence.
    const { rows: sequences } = await client.query<{ name: string; last: number | null }>(
      'select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema()',
    );
    for (const { name, last } of sequences) if (last !== null) end.sequences[name] = Number(last);
    await addEntry(archive, END, Buffer.from(JSON.stringify(end)));
    archive.finalize();
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
    return { rows, files };
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  }
}

export const listOf = (columns: string[]) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

function addEntry(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.once('error', reject);
    const entry = archive.entry({ name, size: content.length, mode: 0o600 }, (error) => {
      archive.off('error', reject);
      return error ? reject(error) : resolve();
    });
    // A failure of the file ends the entry as well.
    entry.on('error', reject);
    entry.end(content);
  });
}

/**
 * Adds the bytes of the files that the rows refer to. One that was erased meanwhile is left out.
 * @returns their number
 */
async function addMedia(archive: Pack, client: pg.Client, media: Pick<Storage, 'open'>) {
  const { rows } = await client.query<{ hash: string; size: number; has_thumbnail: boolean }>(
    "select encode(hash, 'hex') as hash, size, has_thumbnail from media_blobs where not erasing",
  );
  for (const { hash, size, has_thumbnail } of rows) {
    const [key, thumbnailKey] = [keyOf(hash), keyOf(hash, true)];
    const stored = await media.open(key);
    if (stored) {
      const header = { name: `media/${key}`, size: Number(size), mode: 0o600 };
      await pipeline(stored, archive.entry(header));
    }
    const thumbnail = has_thumbnail ? await media.open(thumbnailKey) : undefined;
    if (thumbnail) await addEntry(archive, `media/${thumbnailKey}`, await buffer(thumbnail));
  }
  return rows.length;
}

/**
 * Adds the output of `copy` in entries of some megabytes.
 * @returns the number of rows
 */
async function addRows(
  archive: Pack,
  client: pg.Client,
  table: string,
  copy: string,
): Promise<number> {
  const source = client.query(copyTo(copy));
  let [chunks, bytes, entries] = [[] as Buffer[], 0, 0];
  const add = async () => {
    await addEntry(
      archive,
      `tables/${table}/${String(++entries).padStart(6, '0')}.copy`,
      Buffer.concat(chunks),
    );
    [chunks, bytes] = [[], 0];
  };
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < ENTRY_BYTES) return done();
      add().then(() => done(), done);
    },
  });
  await pipeline(source, sink);
  if (bytes) await add();
  // Their number comes after the rows: the next query is answered once it is there.
  await client.query('select');
  return source.rowCount ?? 0;
}

/** Every table with its stored columns, referenced tables first. */
async function readTables(client: pg.Client): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `select relname::text as name,
       array(select attname::text from pg_attribute
         where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = ''
           order by attnum) as columns,
       array(select distinct r.relname::text from pg_constraint c join pg_class r
         on r.oid = c.confrelid
         where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as refers_to
     from pg_class t
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname <> all($1::text[])
       -- What an extension has created, it makes again.
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = t.oid
         and deptype = 'e')
     order by relname`,
    [LEFT_OUT],
  );
  if (!rows.some(({ name }) => name === 'users'))
    throw new SetupError(
      'There is nothing to back up: this is not the database of the application.',
    );
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: Manifest['tables'] = [];
  while (left.size) {
    const next = [...left.values()].find(({ refers_to }) =>
      refers_to.every((name) => !left.has(name)),
    );
    if (!next) throw new Error(`these tables refer to each other: ${[...left.keys()].join(', ')}`);
    left.delete(next.name);
    ordered.push({ name: next.name, columns: next.columns });
  }
  return ordered;
}
