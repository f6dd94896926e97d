import { retagged } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import {
  type changeMedia,
  type listMedia,
  type listMediaUses,
  MEDIA_TYPES,
  type MediaFile,
  type MediaUse,
  type updateMedia,
} from '#contract/media/media.ts';
import { type Actor, lacksScope, type Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn } from '../../errors.ts';
import { changesBetween, record } from '../core/audit/audit.service.ts';
import { decoding, makeThumbnail } from './inspection/inspect.ts';
import { issuePass, linksOf, type Pass } from './links.ts';
import { convert } from './media.jobs.ts';
import * as sql from './media.sql.ts';
import { refused } from './refusal.ts';
import { announce, type Context, keepThumbnail } from './take-in.ts';

/** The files of a workspace as its members see them. */

type Reader = Pick<AppContext, 'clock' | 'config' | 'database' | 'secrets'>;
const POSTER_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp']);

type InWorkspace = Pick<Member, 'workspaceId'>;

const shown = (pass: Pass, row: sql.FileRow): MediaFile => {
  const { has_thumbnail, ...file } = row;
  const links = linksOf(pass, { ...file, has_thumbnail });
  return { ...file, links };
};

/** A part of a word as a pattern of `like`. */
const asPattern = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

export async function list(
  context: Reader,
  { workspaceId }: InWorkspace,
  query: Parsed<typeof listMedia>['query'],
) {
  const filters: sql.Filters = {
    workspaceId,
    words: (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean).map(asPattern),
    kinds: query.kind ?? null,
    folders: query.folder ?? null,
    tags: query.tags ?? null,
    isUsed: query.used ?? null,
    isTrashed: query.trashed ?? false,
  };
  const { before = null, page_size: limit } = query;
  const [rows, [total]] = await Promise.all([
    sql.listFiles(context.database, { ...filters, before, limit }),
    sql.countFiles(context.database, filters),
  ]);
  const pass = issuePass(context, workspaceId);
  return { count: total?.count ?? 0, results: rows.map((row) => shown(pass, row)) };
}

/** @throws AppError 404 */
export async function get(
  context: Reader,
  { workspaceId }: InWorkspace,
  id: number,
): Promise<MediaFile> {
  const [row] = await sql.findFile(context.database, { workspaceId, id });
  if (!row) throw notFound('file', id);
  return shown(issuePass(context, workspaceId), row);
}

/** What the files of a workspace take. */
export async function usage({ database, config }: Reader & Context, { workspaceId }: InWorkspace) {
  const [row] = await sql.readUsage(database, { workspaceId });
  const { mediaQuotaBytes: max_bytes, mediaMaxBytes: max_file_bytes, ffmpeg } = config;
  return {
    files: 0,
    bytes: 0,
    tags: [],
    ...row,
    max_bytes,
    max_file_bytes,
    converts: ffmpeg !== undefined,
  };
}

/** What is said of a file, or finds it: rules publish it, and begin with it. */
const RECORDED = ['name', 'alt', 'tags', 'folder'] as const;

/** @throws AppError 404 for the file or the folder */
export async function update(
  context: Context & Reader,
  person: Member,
  id: number,
  { name, alt, tags, focus, folder }: Parsed<typeof updateMedia>['body'],
): Promise<MediaFile> {
  const { workspaceId } = person;
  await transaction(context, async (tx) => {
    await requireFolder(tx, workspaceId, folder);
    await sql.lockFiles(tx, { workspaceId, ids: [id] });
    const [before] = await sql.findFile(tx, { workspaceId, id });
    const [row] = await sql.updateFile(tx, {
      workspaceId,
      id,
      name: name ?? null,
      alt: alt ?? null,
      tags: tags ?? null,
      x: focus?.[0] ?? null,
      y: focus?.[1] ?? null,
      moves: folder !== undefined,
      folder: folder ?? null,
    });
    const [after] = await sql.findFile(tx, { workspaceId, id });
    if (!row || !before || !after) throw notFound('file', id);
    const changes = changesBetween(before, after, RECORDED);
    if (Object.keys(changes).length) await recordFile(tx, person, 'update', id, changes);
    announce(tx, workspaceId, person.tab);
  });
  return get(context, person, id);
}

async function requireFolder(tx: Executor, workspaceId: number, id: number | null | undefined) {
  if (id == null || (await sql.findFolder(tx, { workspaceId, id })).length) return;
  throw notFoundIn('folder', 'folder', id);
}

/**
 * Changes many files, all or nothing.
 * @throws AppError 404 with the `files` that are not there; 400 where one that is to be erased is not
 *   in the trash
 */
export function change(
  context: Context,
  person: Member,
  given: Parsed<typeof changeMedia>['body'],
): Promise<{ count: number }> {
  const { workspaceId } = person;
  const { operation, folder, add_tags: add, remove_tags: remove } = given;
  const ids = [...new Set(given.files)].sort((a, b) => a - b);
  return transaction(context, async (tx) => {
    const files = await sql.lockFiles(tx, { workspaceId, ids });
    const known = new Set(files.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length) {
      const messages = missing.map((id) => `There is no file ${id}.`);
      const extra = { files: messages };
      throw new AppError('not_found', 404, messages[0] as string, { extra });
    }
    if (operation === 'tag') {
      if (!add.length && !remove.length)
        throw invalid({ add_tags: ['tag needs add_tags or remove_tags.'] });
      const tags = files.map((file) => retagged(file.tags, add, remove));
      await sql.tagFiles(tx, { workspaceId, ids, tags: JSON.stringify(tags) });
      for (const [at, file] of files.entries()) {
        const after = { ...file, tags: tags[at] ?? [] };
        await recordFile(tx, person, 'update', file.id, changesBetween(file, after, ['tags']));
      }
    } else if (operation === 'move') {
      if (folder === undefined) throw invalid({ folder: ['move needs a folder, or null.'] });
      await requireFolder(tx, workspaceId, folder);
      await sql.moveFiles(tx, { workspaceId, ids, folder });
      for (const file of files)
        await recordFile(
          ...([tx, person, 'update', file.id] as const),
          changesBetween(file, { ...file, folder }, ['folder']),
        );
    } else if (operation === 'erase') {
      if (person.key?.drafts_only) throw lacksScope(person.key, null);
      const kept = files.filter(({ trashed }) => !trashed);
      if (kept.length) throw invalid({ files: kept.map(({ id }) => `File ${id} isn’t trashed.`) });
      await sql.eraseFiles(tx, { workspaceId, ids });
    } else await sql.trashFiles(tx, { workspaceId, ids, isTrashed: operation === 'trash' });
    if (operation === 'trash' || operation === 'restore' || operation === 'erase')
      for (const { id, name } of files) {
        const action = { trash: 'delete', restore: 'undelete', erase: 'erase' }[operation];
        const after = operation === 'restore' ? name : null;
        await recordFile(tx, person, action, id, { name: { before: name, after } });
      }
    announce(tx, workspaceId, person.tab);
    return { count: files.length };
  });
}

const recordFile = (
  tx: Executor,
  actor: Actor,
  action: string,
  objectId: number,
  changes: ReturnType<typeof changesBetween>,
) => record(tx, actor, { action, objectType: 'file', objectId, changes });

/** The posts that have a file. @throws AppError 404 */
export async function uses(
  { database }: Reader,
  { workspaceId }: InWorkspace,
  id: Parsed<typeof listMediaUses>['params']['id'],
): Promise<MediaUse[]> {
  if (!(await sql.findFile(database, { workspaceId, id })).length) throw notFound('file', id);
  return sql.listUses(database, { workspaceId, id });
}

/**
 * Sets the picture that stands for a video, which browsers make.
 * @throws AppError 404; 400 where it is no picture, or the file no video
 */
export async function setPoster(
  context: Context & Reader,
  person: Member,
  id: number,
  picture: Buffer,
): Promise<MediaFile> {
  const { workspaceId } = person;
  const [row] = await sql.findFile(context.database, { workspaceId, id });
  if (!row) throw notFound('file', id);
  if (MEDIA_TYPES[row.type].kind !== 'video') throw refused('Only a video has a poster.');
  // The same bytes may be in other workspaces: the first picture of them stays.
  if (row.has_thumbnail) return get(context, person, id);
  const thumbnail = await decoding.picture(`${person.userId}`, async () => {
    const { fileTypeFromBuffer } = await import('file-type');
    const { mime = '' } = (await fileTypeFromBuffer(picture).catch(() => undefined)) ?? {};
    return POSTER_TYPES.has(mime) ? makeThumbnail(picture).catch(() => null) : null;
  });
  if (!thumbnail) throw refused('The poster can’t be read: a picture is expected.');
  await keepThumbnail(context, row.hash, thumbnail);
  await transaction(context, async (tx) => announce(tx, workspaceId, person.tab));
  return get(context, person, id);
}

/**
 * Asks for the conversion of a video, once at a time.
 * @throws AppError 404; 400 where it is no video, or the server has no ffmpeg
 */
export async function requestConversion(
  context: Context & Reader & Pick<AppContext, 'jobs'>,
  person: Member,
  id: number,
): Promise<MediaFile> {
  const { workspaceId, userId } = person;
  await transaction(context, async (tx) => {
    const [row] = await sql.findFile(tx, { workspaceId, id });
    if (!row) throw notFound('file', id);
    if (MEDIA_TYPES[row.type].kind !== 'video') throw refused('Only a video can be converted.');
    if (context.config.ffmpeg === undefined)
      throw refused('This server has no ffmpeg: set FFMPEG_PATH to its path.');
    const isNew = await sql.setConversion(tx, { workspaceId, id, conversion: 'under way' });
    if (isNew.length) await context.jobs.enqueue(tx, convert, { workspaceId, userId, file: id });
    announce(tx, workspaceId, person.tab);
  });
  return get(context, person, id);
}
