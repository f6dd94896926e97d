import { z } from 'zod';
import { type Attachment, MAX_ALT_LENGTH } from '#contract/attachments.ts';
import { listFolders } from '#contract/content/folders.ts';
import { updateItem } from '#contract/content/items.ts';
import { getThread } from '#contract/content/threads.ts';
import {
  getMedia,
  listMedia,
  type MediaFile,
  postMedia,
  updateMedia,
} from '#contract/media/media.ts';
import { AppError, notFoundIn } from '../../errors.ts';
import { ADDS, type Caller, limit, nextCursor, REPLACES, tool } from '../tool.ts';
import { AS_DRAFT, requireOpen } from './drafts.ts';
import { Part, partOf, postId } from './post-shapes.ts';

/** In characters of base64: a call is a body of a few megabytes. */
const MAX_DATA = 3_500_000;

const alt = z
  .string()
  .max(MAX_ALT_LENGTH)
  .describe('What can be seen, for those who cannot see it.');

const Upload = z.strictObject({
  name: z.string().min(1).max(255).describe('A file name, such as chart.png.'),
  data: z
    .string()
    .min(1)
    .max(MAX_DATA)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Expected base64.')
    .describe('The bytes in base64, at most 2.5 MB: a picture, a GIF, a short video or a PDF.'),
  alt: alt.optional(),
  folder_id: z.int().positive().optional().describe('The folder of the library.'),
});

/** @returns the id of the new file */
async function upload({ call }: Caller, { name, data, alt, folder_id }: z.output<typeof Upload>) {
  const query = { name, alt, ...(folder_id !== undefined && { folder: String(folder_id) }) };
  const { id } = await call(postMedia, { query }, { bytes: Buffer.from(data, 'base64') });
  return id;
}

/**
 * Checks what can be checked before anything is uploaded: what is uploaded stays in the library.
 * @throws AppError 404
 */
async function requireThere(
  { call }: Caller,
  files: readonly { file_id: number }[],
  uploads: readonly z.output<typeof Upload>[],
) {
  for (const { file_id } of files) await call(getMedia, { params: { id: String(file_id) } });
  if (uploads.every(({ folder_id }) => folder_id === undefined)) return;
  const { results } = await call(listFolders, {});
  for (const { folder_id } of uploads)
    if (folder_id !== undefined && !results.some(({ id }) => id === folder_id))
      throw notFoundIn('folder_id', 'folder', folder_id);
}

export const attachMedia = tool({
  name: 'attach_media',
  title: 'Attach files to a post',
  description:
    'Adds files to a draft, after those that it has: files of the library by id, or new ones, which go to the library. In a thread, part says to which part.',
  annotations: ADDS,
  uses: [getThread, updateItem],
  input: z.object({
    post_id: postId,
    part: z.int().min(0).default(0).describe('The position of the part, from 0.'),
    files: z
      .array(z.strictObject({ file_id: z.int().positive(), alt: alt.optional() }))
      .max(20)
      .default([])
      .describe('Files of the library, by describe_media.'),
    uploads: z.array(Upload).max(4).default([]),
  }),
  output: z.object({ part: Part }),
  run: async (caller, { post_id, part: position, files, uploads }) => {
    const items = await caller.call(getThread, { params: { id: String(post_id) } });
    const item = items[position];
    if (!item) throw notFoundIn('part', 'part', position);
    requireOpen(items[0] ?? item);
    if (!files.length && !uploads.length)
      throw new AppError('invalid', 400, 'Expected files or uploads to attach.');
    if (uploads.length) await requireThere(caller, files, uploads);
    const media: { file: number; alt?: string | undefined }[] = [
      ...item.media.map(({ file, alt }) => ({ file, alt })),
      ...files.map(({ file_id, alt }) => ({ file: file_id, alt })),
    ];
    for (const given of uploads) {
      const file = await upload(caller, given);
      // The same bytes are the same file.
      if (!media.some((known) => known.file === file)) media.push({ file, alt: given.alt });
    }
    const saved = await caller.call(
      updateItem,
      {
        params: { id: String(item.id) },
        body: { media: media as Attachment[], version: item.version },
      },
      AS_DRAFT,
    );
    return { part: partOf(saved) };
  },
});

const File = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.number().nullable(),
  alt: z.string(),
  tags: z.array(z.string()),
  folder_id: z.int().nullable(),
  used_in_posts: z.int(),
});

const fileOf = (file: MediaFile) => ({
  ...{ id: file.id, name: file.name, kind: file.kind, type: file.type, bytes: file.size },
  ...{ width: file.width, height: file.height, seconds: file.duration },
  ...{ alt: file.alt, tags: file.tags, folder_id: file.folder, used_in_posts: file.uses },
});

export const describeMedia = tool({
  name: 'describe_media',
  title: 'Describe files',
  description:
    'Finds files of the library, and says of each what it is and how it is described. With file_id and alt, writes the description (alt text) of that file first.',
  annotations: REPLACES,
  uses: [listMedia, getMedia, updateMedia],
  input: z.object({
    file_id: z.int().positive().optional(),
    alt: alt.optional(),
    search: z.string().max(500).optional().describe('Words of names, descriptions and tags.'),
    kind: z.array(z.enum(['picture', 'gif', 'video', 'document'])).optional(),
    limit,
    cursor: z.string().max(20).optional().describe('next_cursor of the page before.'),
  }),
  output: z.object({ count: z.int(), files: z.array(File), next_cursor: nextCursor }),
  run: async ({ call }, { file_id, alt, search, kind, limit, cursor }) => {
    if (file_id === undefined && alt !== undefined)
      throw new AppError('invalid', 400, 'Expected the file_id of the file to describe.');
    if (file_id !== undefined) {
      const params = { id: String(file_id) };
      const file = await (alt === undefined
        ? call(getMedia, { params })
        : call(updateMedia, { params, body: { alt } }));
      return { count: 1, files: [fileOf(file)], next_cursor: null };
    }
    const query = { search, kind, before: cursor, page_size: String(limit) };
    const { count, results } = await call(listMedia, { query });
    const last = results.length === limit ? results.at(-1) : undefined;
    return { count, files: results.map(fileOf), next_cursor: last ? String(last.id) : null };
  },
});
