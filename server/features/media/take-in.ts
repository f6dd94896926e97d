import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, type Member, systemActor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { countPassedBytes } from '../../process/memory.ts';
import { keyOf } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';
import { lockContent, refreshFile } from '../content/posts/posts.service.ts';
import { carryWords, changesBetween, record } from '../core/audit/audit.service.ts';
import { type Inspected, inspect } from './inspection/inspect.ts';
import * as sql from './media.sql.ts';
import { makePlayable } from './playable.ts';

/** Files on their way into the library: bytes are stored, then a row refers to them. */

const ERASING_MS = 30_000;
const ELSEWHERE = 'The library has this file in a folder that this key is not for.';

export type Context = Pick<AppContext, 'config' | 'limits'> & Transactional & { storage: Storage };

/** A file that has arrived, on this machine. */
export type Arrived = {
  /** It is moved or deleted. */
  file: string;
  name: string;
  alt?: string | undefined;
  workspaceId: number;
  userId: number;
  /** The key by which they sent it. */
  key?: Pick<NonNullable<Actor['key']>, 'id'> | undefined;
  folder: number | null;
  replaces: number | null;
  /** Whose words came with it, where it is not of who sends it. */
  words?: readonly number[] | undefined;
  /** The folders that whoever sends it knows of; without them, all. */
  only?: readonly number[] | null | undefined;
};

export type TakenIn = { id: number; isKnown: boolean };

/**
 * Takes a file into the library. The same bytes, uploaded again, are the file that is there.
 * @throws AppError 400 where it is not taken; 409 where it is there in a folder that a key is not for
 */
export async function takeIn(context: Context, arrived: Arrived): Promise<TakenIn> {
  const { file } = arrived;
  try {
    const source = await hashOf(file);
    const known = await findKnown(context, arrived, source);
    if (known !== undefined) return { id: known, isKnown: true };
    return await store(context, arrived, source);
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws AppError 409 */
function requireKnownTo(only: Arrived['only'], { folder }: { folder: number | null }) {
  if (only && !only.includes(folder ?? 0))
    throw new AppError('stale', 409, ELSEWHERE, { extra: { file: [ELSEWHERE] } });
}

/**
 * Checks, before bytes are taken in, that a key may name the file that they are already.
 * @throws AppError 409 where it is in a folder that the key is not for
 */
export async function requireAvailable(
  executor: Executor,
  { workspaceId, key }: Pick<Member, 'workspaceId' | 'key'>,
  bytes: Buffer,
): Promise<void> {
  if (!key?.folders) return;
  const source = createHash('sha256').update(bytes).digest();
  const [known] = await sql.findBySource(executor, { workspaceId, source });
  if (known) requireKnownTo(key.folders, known);
}

async function findKnown(
  context: Context,
  { workspaceId, replaces, only }: Arrived,
  source: Buffer,
): Promise<number | undefined> {
  const [known] = await sql.findBySource(context.database, { workspaceId, source });
  if (!known || (replaces !== null && replaces !== known.id)) return undefined;
  requireKnownTo(only, known);
  // Uploaded again, it is wanted.
  if (known.trashed)
    await sql.trashFiles(context.database, { workspaceId, ids: [known.id], isTrashed: false });
  return known.id;
}

async function store(
  context: Context,
  {
    file: given,
    name: givenName,
    alt = '',
    workspaceId,
    userId,
    key,
    folder,
    replaces,
    words,
  }: Arrived,
  source: Buffer,
): Promise<TakenIn> {
  const { storage } = context;
  const playable = await makePlayable(context, { file: given, person: userId });
  const name = playable ? `${givenName.replace(/\.[a-z0-9]{1,5}$/i, '')}.mp4` : givenName;
  const found = await inspect(playable ?? given, name, {
    scratch: storage.scratch,
    person: userId,
    limits: context.limits,
  }).catch(async (error) => {
    if (playable) await rm(playable, { force: true });
    throw error;
  });
  try {
    // Most files are kept as they are.
    const hash = found.isChanged || playable ? await hashOf(found.file) : source;
    await keepBytes(context, hash, found);
    return await transaction(context, async (tx) => {
      const bytes = { workspaceId, hash, source };
      // Before the file: whoever attaches it meanwhile holds the content, and waits for it.
      if (replaces !== null) await lockContent(tx, { workspaceId });
      const [row] =
        replaces === null
          ? await sql.insertFile(tx, { ...bytes, folder, name, alt, userId })
          : await sql.replaceBytes(tx, { ...bytes, id: replaces });
      if (!row) throw new AppError('gone', 410, 'The file to replace has been erased.');
      if (words) await carryWords(tx, words);
      await record(
        tx,
        { workspaceId, userId, ip: null, key },
        {
          action: replaces === null ? 'create' : 'replace',
          objectType: 'file',
          objectId: row.id,
          changes: changesBetween<{ name?: string; alt?: string }>({}, { name, alt }, [
            'name',
            'alt',
          ]),
        },
      );
      if (replaces !== null)
        await refreshFile(tx, { ...systemActor(workspaceId), userId }, replaces);
      announce(tx, workspaceId);
      return { id: row.id, isKnown: false };
    });
  } finally {
    await rm(found.file, { force: true });
  }
}

/** Stores bytes with their thumbnail, unless they are there. */
async function keepBytes(
  { database, storage }: Context,
  hash: Buffer,
  { file, thumbnail, facts, isChanged: _, ...found }: Inspected,
): Promise<void> {
  const { size } = await stat(file);
  const row = { ...found, hash, size, facts: JSON.stringify(facts) };
  const id = hash.toString('hex');
  const until = performance.now() + ERASING_MS;
  // They may be just being erased.
  while (!(await sql.expectBlob(database, row)).length) {
    if (performance.now() > until)
      throw new AppError('unavailable', 503, 'This file is being erased. Please try again.');
    await delay(200);
  }
  await storage.put(keyOf(id), { file });
  if (thumbnail) await keepThumbnail({ database, storage }, id, thumbnail);
}

/** Stores the picture that stands for a file. */
export async function keepThumbnail(
  { database, storage }: { database: Executor; storage: Storage },
  hash: string,
  thumbnail: Buffer,
): Promise<void> {
  await storage.put(keyOf(hash, true), { bytes: thumbnail });
  await sql.markThumbnail(database, { hash: Buffer.from(hash, 'hex') });
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    countPassedBytes(chunk.length);
  }
  return hash.digest();
}

/** Tells the clients of a workspace that its library changed. */
export const announce = (
  tx: { announce: (change: { workspaceId: number; topic: 'media'; tab: string }) => void },
  workspaceId: number,
  tab = '',
) => tx.announce({ workspaceId, topic: 'media', tab });
