import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SetupError } from '../../../config/config.ts';
import type { Database, Executor } from '../../../database/pool.ts';
import * as sql from './archive.sql.ts';

/**
 * Moves what is old to files: entries of the audit log, and versions of items. The first line of a
 * file names the digest of the archive before, and the database keeps the digest of the lines.
 */

const BATCH = 5000;
const LINE_END = 10;

/** Deletes a batch, and returns it. */
type Take = (tx: Executor, old: sql.Old) => Promise<sql.Archived[]>;
type Table = { archive: 'audit_log' | 'item_versions'; take: Take };

export const AUDIT_LOG: Table = { archive: 'audit_log', take: sql.takeOldEntries };

/**
 * Writes the rows that are older than so many days to a new file, and deletes them, in one
 * transaction.
 * @returns how many; no file is written where there are none
 * @throws SetupError where the file exists
 */
export async function archive(
  database: Database,
  { archive: table, take }: Table,
  { file, days }: { file: string; days: number },
): Promise<{ entries: number; digest: string | null }> {
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query('lock table audit_archives in exclusive mode');
    await sql.beginArchiving(client, {});
    const hash = createHash('sha256');
    const line = (value: unknown) => {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      return text;
    };
    let [entries, last] = [0, 0];
    let rows = await take(client, { days, after: [0, 0], limit: BATCH });
    if (!rows.length) return { entries, digest: null };
    const [before] = await sql.lastArchive(client, {});
    async function* lines() {
      yield line({ archive: table, previous: before?.digest ?? null });
      while (rows.length) {
        yield rows.map(({ entry }) => line(entry)).join('');
        const after = rows.at(-1)?.key ?? [];
        [entries, last] = [entries + rows.length, after[0] ?? 0];
        rows = await take(client, { days, after, limit: BATCH });
      }
    }
    await write(file, lines());
    const digest = hash.digest('hex');
    await sql.insertArchive(client, { last, entries, digest });
    await client.query('commit');
    return { entries, digest };
  } finally {
    // Rolls back what was not committed.
    client.release(true);
  }
}

/** @throws SetupError where the file exists */
async function write(file: string, lines: AsyncIterable<string>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(lines), createGzip(), target).catch(async (error) => {
    if (error.code === 'EEXIST') throw new SetupError(`'${file}' exists: name a new file.`);
    // What it has of lines is in the database still.
    await rm(file, { force: true });
    throw error;
  });
}

/**
 * Whether a file is an archive of this database, unchanged.
 * @returns its number of entries
 * @throws SetupError where it is not
 */
export async function verifyArchive(database: Executor, file: string): Promise<number> {
  const hash = createHash('sha256');
  // Without the first line.
  let count = -1;
  await pipeline(createReadStream(file), createGunzip(), async (unpacked) => {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === LINE_END) count++;
    }
  }).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`'${file}' cannot be read: ${error.message}.`);
  });
  const [archive] = await sql.findArchive(database, { digest: hash.digest('hex') });
  if (archive?.entries !== count)
    throw new SetupError(`'${file}' is not an archive of this database, or was changed.`);
  return count;
}
