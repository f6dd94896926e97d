import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SetupError } from '../../../config.ts';
import type { Database, Executor } from '../../../database/pool.ts';
import * as sql from './archive.sql.ts';

/**
 * Moves old entries of the audit log to a file. The first line names the digest of the archive
 * before, and the database keeps the digest of the lines.
 */

const BATCH = 5000;
const LINE_END = 10;

type Head = { archive: 'audit_log'; previous: string | null };

/** The lines of a file, whose digest is computed on the way. */
async function* lines(tx: Executor, head: Head, days: number, digest: (line: string) => void) {
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    digest(text);
    return text;
  };
  yield line(head);
  for (let after = 0; ; ) {
    const entries = await sql.listOld(tx, { days, after, limit: BATCH });
    yield entries.map(({ entry }) => line(entry)).join('');
    const last = entries.at(-1);
    if (!last || entries.length < BATCH) return;
    after = last.id;
  }
}

/**
 * Writes the entries that are older than so many days to a new file, and deletes them.
 * @returns how many; no file is written where there are none
 * @throws SetupError where the file exists
 */
export async function archiveAudit(database: Database, file: string, days: number) {
  const client = await database.connect();
  try {
    // What is written is what is deleted, whatever happens meanwhile.
    await client.query('begin isolation level repeatable read');
    await client.query('lock table audit_archives in exclusive mode');
    const [found] = await sql.countOld(client, { days });
    if (!found?.count || found.last === null) return { entries: 0, digest: null };
    const [before] = await sql.lastArchive(client, {});
    const hash = createHash('sha256');
    const source = lines(
      client,
      { archive: 'audit_log', previous: before?.digest ?? null },
      days,
      (line) => hash.update(line),
    );
    await pipeline(
      Readable.from(source),
      createGzip(),
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    ).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new SetupError(`'${file}' exists: name a new file.`) : error;
    });
    const digest = hash.digest('hex');
    await sql.insertArchive(client, { last: found.last, entries: found.count, digest });
    await client.query("select set_config('postfolio.archiving', 'on', true)");
    await sql.deleteOld(client, { days });
    await client.query('commit');
    return { entries: found.count, digest };
  } finally {
    // Rolls back what was not committed.
    client.release(true);
  }
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
