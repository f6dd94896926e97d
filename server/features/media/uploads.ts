import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { fieldErrors } from '#contract/http/errors.ts';
import { CHUNK_BYTES, formatBytes, MAX_POST_BYTES, UploadMetadata } from '#contract/media/media.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { lockNumber } from '../../database/lock-number.sql.ts';
import type { Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn } from '../../errors.ts';
import { createFairQueue, limitConcurrency } from '../../lib/fair-queue.ts';
import { normalizeTexts } from '../../lib/normalize-texts.ts';
import { countPassedBytes } from '../../process/memory.ts';
import * as sql from './media.sql.ts';
import { refused } from './refusal.ts';
import { type Arrived, type Context, type TakenIn, takeIn } from './take-in.ts';

/**
 * Uploads in chunks, by the protocol of tus 1.0 (decision 27). What has arrived of a chunk is stored
 * before its row counts it, so that an upload goes on where it was after any crash.
 */

/** Of a workspace, at a time. */
const MAX_OPEN = 200;
/** Connections break in the middle of a chunk, but not that often. */
const MAX_CHUNKS = 10_000;
/** So often a process begins to take an upload in. */
const MAX_ATTEMPTS = 3;
const RENEW_MS = 30_000;

/** Each person has one upload that is taken in, and a copy of it on the disk. */
const inTurn = createFairQueue(8);
/** Putting files together takes the disk: two at a time. */
const assembling = limitConcurrency(2);

type Upload = Pick<Member, 'workspaceId' | 'userId'> & { id: string };
type Named = Pick<z.output<typeof UploadMetadata>, 'name' | 'folder' | 'replaces'>;

/** The fields of `Upload-Metadata`: names, each with a value in base64. @throws AppError 400 */
export function readMetadata(header: string): Named {
  const pairs = header.split(',').map((pair) => {
    const [name = '', value = ''] = pair.trim().split(' ');
    return [name, Buffer.from(value, 'base64').toString('utf8').replaceAll('\0', '')] as const;
  });
  const {
    filename,
    name = filename,
    ...rest
  } = Object.fromEntries(pairs.filter(([name]) => name in UploadMetadata.shape));
  const read = UploadMetadata.safeParse(normalizeTexts({ ...rest, name }));
  if (!read.success) throw invalid(fieldErrors(read.error));
  return read.data;
}

/**
 * Begins an upload.
 * @throws AppError 413 where it is too large; 507 where the workspace is full; 404 for its folder
 */
export function begin(
  context: Context,
  { workspaceId, userId, key }: Member,
  size: number,
  named: Named,
): Promise<string> {
  return transaction(context, async (tx) => {
    await requireRoom(context, tx, workspaceId, size);
    const [open] = await sql.countOpenUploads(tx, { workspaceId });
    if (open && open.count >= MAX_OPEN)
      throw new AppError('rate_limited', 429, `${MAX_OPEN} uploads are already in progress.`);
    const { name, folder = null, replaces = null } = named;
    await requirePlace(tx, { workspaceId, folder, replaces });
    const row = { workspaceId, userId, key: key?.id ?? null, folder, replaces, name, size };
    return insert(tx, row);
  });
}

/** Stores the row of an upload, which counts for the quota from then on. */
async function insert(tx: Executor, row: Parameters<typeof sql.insertUpload>[1]): Promise<string> {
  const [upload] = await sql.insertUpload(tx, row);
  return upload?.id as string;
}

/** Checks what a file may take, and that its folder and the file that it replaces are there. */
async function requireRoom(
  { config }: Context,
  tx: Executor,
  workspaceId: number,
  size: number,
): Promise<void> {
  const { mediaMaxBytes, mediaQuotaBytes } = config;
  if (size > mediaMaxBytes)
    throw new AppError(
      'too_large',
      413,
      `${formatBytes(size)} is more than the limit of ${formatBytes(mediaMaxBytes)}.`,
    );
  await lockNumber(tx, { what: 'media quota', id: workspaceId });
  const [usage] = await sql.readUsage(tx, { workspaceId });
  const bytes = usage?.bytes ?? 0;
  if (bytes + size <= mediaQuotaBytes) return;
  const full = `The workspace is full: ${formatBytes(bytes)} of ${formatBytes(mediaQuotaBytes)}.`;
  throw new AppError('storage_full', 507, full);
}

async function requirePlace(
  tx: Executor,
  {
    workspaceId,
    folder,
    replaces,
  }: { workspaceId: number; folder: number | null; replaces: number | null },
): Promise<void> {
  if (folder !== null && !(await sql.findFolder(tx, { workspaceId, id: folder })).length)
    throw notFoundIn('folder', 'folder', folder);
  if (replaces !== null && !(await sql.findFile(tx, { workspaceId, id: replaces })).length)
    throw notFoundIn('replaces', 'file', replaces);
}

/** @throws AppError 404 */
export async function find(executor: Executor, { workspaceId, userId, id }: Upload) {
  const [upload] = await sql.findUpload(executor, { workspaceId, userId, id });
  if (!upload) throw notFound('upload', id);
  return upload;
}

/**
 * Adds the next chunk. Of one that is cut off, what has arrived counts.
 * @returns how much has arrived, and whether that is all
 * @throws AppError 409 where the upload is not at this offset; 423 while another chunk arrives; 507
 *   where the workspace is full, and the upload was idle
 */
export async function append(
  context: Context,
  upload: sql.UploadRow,
  offset: number,
  bytes: Readable,
): Promise<{ received: number; isWhole: boolean }> {
  const { database, storage } = context;
  const { id, workspace: workspaceId, user: userId, size, received, state, chunks } = upload;
  if (state !== 'receiving' || received !== offset) throw wrongOffset(received);
  if (chunks.length >= MAX_CHUNKS)
    throw new AppError('invalid', 400, `An upload has at most ${MAX_CHUNKS} chunks.`);
  const offsetNow = async () => (await find(database, { workspaceId, userId, id })).received;
  // Before anything is read: each chunk takes the disk.
  if (!(await claim(context, upload))) {
    const at = await offsetNow();
    throw at === offset ? busy() : wrongOffset(at);
  }
  try {
    const { file, length, cut } = await receive(storage, bytes, size - received);
    if (length === 0) {
      await rm(file, { force: true });
      if (cut) throw cut;
      return { received, isWhole: false };
    }
    const key = `incoming/${id}/${String(offset).padStart(15, '0')}-${randomUUID()}`;
    await sql.expectGarbage(database, { key });
    await storage.put(key, { file });
    const [row] = await sql.addChunk(database, { id, offset, bytes: length, key });
    if (!row) {
      await storage.remove(key);
      throw wrongOffset(await offsetNow());
    }
    if (cut) throw cut;
    return { received: row.received, isWhole: row.state === 'received' };
  } finally {
    // Nothing to do where the chunk was added.
    await sql.releaseUpload(database, { id, offset });
  }
}

/** Begins to receive a chunk; false while another one arrives. */
function claim(context: Context, upload: sql.UploadRow): Promise<boolean> {
  const { id, workspace, size, received: offset } = upload;
  const begun = async (executor: Executor) =>
    (await sql.claimUpload(executor, { id, offset })).length > 0;
  if (!upload.is_idle) return begun(context.database);
  // What it lacks did not count meanwhile.
  return transaction(context, async (tx) => {
    await requireRoom(context, tx, workspace, size - offset);
    return begun(tx);
  });
}

const busy = () =>
  new AppError('stale', 423, 'Another chunk of this upload is arriving. Please try again.', {
    headers: { 'retry-after': '1' },
  });

const wrongOffset = (received: number) =>
  new AppError('stale', 409, `The upload continues from byte ${received}.`, {
    headers: { 'upload-offset': String(received) },
  });

const tooLarge = (most: number) =>
  new AppError('too_large', 413, `More than ${formatBytes(most)} were sent.`);

/** Writes a body into a new file. `cut`: why it ended before its end; what has arrived is there. */
async function receive(storage: Context['storage'], bytes: Readable, most: number) {
  const file = await storage.scratch();
  let length = 0;
  let cut: Error | undefined;
  const handle = await open(file, 'wx', 0o600);
  try {
    const chunks = bytes[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: Error) => {
        cut = error;
        return { done: true, value: undefined };
      });
      if (next.done) break;
      const chunk = next.value as Buffer;
      if (length + chunk.length > most) throw tooLarge(most);
      for (let at = 0; at < chunk.length; )
        at += (await handle.write(chunk, at, chunk.length - at, length + at)).bytesWritten;
      length += chunk.length;
      countPassedBytes(chunk.length);
    }
    return { file, length, cut };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Forgets an upload with its bytes. @throws AppError 404, also while it is being taken in */
export async function cancel({ database, storage }: Context, upload: Upload): Promise<void> {
  const [removed] = await sql.removeUpload(database, upload);
  if (!removed) throw notFound('upload', upload.id);
  for (const key of removed.chunks) await storage.remove(key);
}

/**
 * Takes an upload that has arrived into the library: the one named, or any that nobody works on.
 * @returns whether there was one
 */
export const finish = (
  context: Context & Pick<AppContext, 'log'>,
  upload: { id: string; userId: number } | null = null,
): Promise<boolean> =>
  inTurn(`${upload?.userId ?? 'any'}`, () => finishOne(context, upload?.id ?? null));

async function finishOne(
  context: Context & Pick<AppContext, 'log'>,
  id: string | null,
): Promise<boolean> {
  const { database, storage, log } = context;
  const [upload] = await sql.leaseUpload(database, { id });
  if (!upload) return false;
  const renewing = setInterval(() => {
    sql.renewUpload(database, { id: upload.id }).catch(() => undefined);
  }, RENEW_MS);
  const end = async (taken: TakenIn | null, refusal: string | null) => {
    await sql.endUpload(database, {
      id: upload.id,
      file: taken?.id ?? null,
      refusal,
      isKnown: taken?.isKnown ?? false,
    });
  };
  const file = await storage.scratch();
  try {
    if (upload.attempts > MAX_ATTEMPTS) throw refused('This file can’t be read.');
    const { workspace: workspaceId, user: userId, name, folder, replaces } = upload;
    await assembling(async () => {
      for (const key of upload.chunks) {
        const chunk = await storage.open(key);
        if (!chunk) throw new Error(`the chunk ${key} of an upload is missing`);
        await pipeline(chunk, createWriteStream(file, { flags: 'a', mode: 0o600 }));
        countPassedBytes(CHUNK_BYTES);
      }
    });
    const key = upload.key === null ? undefined : { id: upload.key };
    const arrived = { file, name, workspaceId, userId, key, folder, replaces };
    await end(await takeIn(context, arrived), null);
  } catch (error) {
    // What can succeed later stays, and is tried again by a job.
    const isFinal = error instanceof AppError && error.status < 500;
    if (isFinal) await end(null, (error as AppError).message.replace(/^file: /, ''));
    else {
      log.error({ err: error, upload: upload.id }, 'failed to process an upload');
      await sql.postponeUpload(database, { id: upload.id }).catch(() => undefined);
    }
  } finally {
    clearInterval(renewing);
    await rm(file, { force: true });
  }
  return true;
}

/**
 * Uploads a small file at once.
 * @param announced how many bytes follow, as far as that is known: what has no room is not read
 * @throws AppError 400 where it is not taken; 413; 507 where the workspace is full
 */
export async function post(
  context: Context,
  { workspaceId, userId, key }: Pick<Member, 'workspaceId' | 'userId' | 'key'>,
  { name, alt, words, ...place }: Named & Pick<Arrived, 'alt' | 'words'>,
  bytes: Readable,
  announced: number,
): Promise<TakenIn> {
  const { folder = null, replaces = null } = place;
  const row = { workspaceId, userId, folder, replaces, name };
  const requireBoth = async (tx: Executor, size: number) => {
    await requireRoom(context, tx, workspaceId, size);
    await requirePlace(tx, row);
  };
  if (announced > MAX_POST_BYTES) throw tooLarge(MAX_POST_BYTES);
  await transaction(context, (tx) => requireBoth(tx, announced));
  const { file, length, cut } = await receive(context.storage, bytes, MAX_POST_BYTES);
  try {
    if (cut) throw cut;
    if (length === 0) throw invalid({ file: ['The body is empty: send the bytes of a file.'] });
    // It counts for the quota from now on, like an upload in chunks.
    const id = await transaction(context, async (tx) => {
      await requireBoth(tx, length);
      return insert(tx, { ...row, key: key?.id ?? null, size: length });
    });
    try {
      return await takeIn(context, { ...row, key, file, alt, words, only: key?.folders });
    } finally {
      await sql.removeUpload(context.database, { workspaceId, userId, id });
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** Reads a body of a known maximum into memory. @throws AppError 413 */
export async function readAll(bytes: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most)
      throw new AppError('too_large', 413, `The picture is larger than ${formatBytes(most)}.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
