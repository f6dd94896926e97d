import { z } from 'zod';
import { AltField, MEDIA_KINDS, type MediaKind } from '../attachments.ts';
import { MAX_TAG_LENGTH, Tags } from '../content/items.ts';
import { STATUSES } from '../content/workflow.ts';
import { endpoint } from '../http/endpoint.ts';
import {
  Id,
  IdParams,
  IdText,
  Instant,
  intParam,
  nameText,
  repeated,
  UserRef,
} from '../http/fields.ts';
import { cleanName } from '../http/names.ts';

/** docs/domain/content.md, 'Media'. */

/** The types of files that are taken, each with its extension and its name for people. */
export const MEDIA_TYPES = {
  'image/jpeg': { extension: 'jpg', label: 'JPG', kind: 'picture' },
  'image/png': { extension: 'png', label: 'PNG', kind: 'picture' },
  'image/webp': { extension: 'webp', label: 'WebP', kind: 'picture' },
  'image/avif': { extension: 'avif', label: 'AVIF', kind: 'picture' },
  'image/gif': { extension: 'gif', label: 'GIF', kind: 'gif' },
  'video/mp4': { extension: 'mp4', label: 'MP4', kind: 'video' },
  'video/quicktime': { extension: 'mov', label: 'MOV', kind: 'video' },
  'video/webm': { extension: 'webm', label: 'WebM', kind: 'video' },
  'application/pdf': { extension: 'pdf', label: 'PDF', kind: 'document' },
} as const satisfies Record<string, { extension: string; label: string; kind: MediaKind }>;
export type MediaType = keyof typeof MEDIA_TYPES;

export const isMediaType = (type: string): type is MediaType => Object.hasOwn(MEDIA_TYPES, type);

/** In a sentence: what can be uploaded. */
export const TAKEN = 'Use JPG, PNG, WebP, AVIF, GIF, MP4, MOV, WebM or PDF.';

/** The size of a chunk: a slow connection sends it within the time of a request. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** In pixels. */
export const MAX_PIXELS = 100_000_000;
/** The largest file that one request may upload; a larger one arrives in chunks. */
export const MAX_POST_BYTES = 25 * 1024 * 1024;
const MAX_FILE_NAME_LENGTH = 255;
const MAX_POSTER_BYTES = 5 * 1024 * 1024;
/** The maximum number of files of one operation. */
const MAX_FILES = 1000;

/** A size for people: '2.1 MB'. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit > 1 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`;
}

const Focus = z.tuple([z.number(), z.number()]);

export const MediaFile = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(MEDIA_KINDS),
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: z.string(),
  type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** In pixels; null where it has none, or none is known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  /** Of the pictures of a video. */
  codec: z.string().nullable(),
  alt: z.string(),
  tags: z.array(z.string()),
  /** What must stay in view, from the upper left corner, from 0 to 1. */
  focus: Focus,
  folder: z.int().nullable(),
  /** The number of posts that have it. */
  uses: z.int(),
  uploaded_by: UserRef,
  /** Whether a video is being converted, or could not be. */
  conversion: z.enum(['under way', 'failed']).nullable(),
  created_at: Instant,
  updated_at: Instant,
  /** When it went to the trash. */
  trashed_at: Instant.nullable(),
  /** Signed links, which expire within a day. */
  links: z.object({
    original: z.string(),
    download: z.string(),
    /** Null where there is none. */
    thumbnail: z.string().nullable(),
  }),
});
export type MediaFile = z.output<typeof MediaFile>;

const NameField = nameText('A file name', {
  max: MAX_FILE_NAME_LENGTH,
  missing: 'Please enter a name',
  long: `A file name has at most ${MAX_FILE_NAME_LENGTH} characters`,
});

/** A file has the name that it has elsewhere: its uploader is not asked for another one. */
const UploadedName = z
  .string('Please enter a name')
  .overwrite((name) => cleanName(name) || (name.trim() && 'file'))
  .min(1, 'Please enter a name')
  .max(MAX_FILE_NAME_LENGTH, `A file name has at most ${MAX_FILE_NAME_LENGTH} characters`);

const FocusField = z.tuple(
  [z.number().min(0).max(1), z.number().min(0).max(1)],
  'Expected two numbers from 0 to 1.',
);

const MediaUpdate = z.object({
  name: NameField.optional(),
  alt: AltField.optional(),
  tags: Tags.optional(),
  focus: FocusField.optional(),
  folder: Id.nullish(),
});

const trueText = z
  .enum(['true', 'false'], 'Expected true or false.')
  .transform((text) => text === 'true')
  .optional();

/** The filters of the library. */
const mediaFilters = {
  search: z.string().max(500, 'Expected at most 500 characters.').optional(),
  kind: repeated(z.enum(MEDIA_KINDS, `Expected one of ${MEDIA_KINDS.join(', ')}.`)).optional(),
  folder: repeated(IdText).optional(),
  tags: repeated(
    z.string().max(MAX_TAG_LENGTH, `A tag has at most ${MAX_TAG_LENGTH} characters`),
  ).optional(),
  used: trueText,
  trashed: trueText,
};

const MediaQuery = z.object({
  ...mediaFilters,
  before: IdText.optional(),
  page_size: intParam(1, 200).default(100),
});
export type MediaQuery = Omit<z.input<typeof MediaQuery>, 'before'>;

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/media/',
  access: 'read',
  summary: 'The files that match all filters, the latest first; `before` continues after an id',
  query: MediaQuery,
  response: z.object({ count: z.int(), results: z.array(MediaFile) }),
});

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/media/:id/',
  access: 'read',
  summary: 'One file',
  params: IdParams,
  response: MediaFile,
});

const MediaUse = z.object({
  item: z.int(),
  title: z.string(),
  status: z.enum(STATUSES),
  /** When it is published next, where that is planned. */
  next_at: Instant.nullable(),
  /** When it was published, where it was. */
  published_at: Instant.nullable(),
  channels: z.int(),
});
export type MediaUse = z.output<typeof MediaUse>;

export const listMediaUses = endpoint({
  method: 'GET',
  path: '/api/media/:id/uses/',
  access: 'read',
  summary: 'The posts that use a file, those published next first, at most 100',
  params: IdParams,
  response: z.array(MediaUse),
});

export const getMediaUsage = endpoint({
  method: 'GET',
  path: '/api/media/usage/',
  access: 'read',
  summary: 'The storage that the workspace uses for files, and its quota, in bytes',
  response: z.object({
    files: z.int(),
    bytes: z.int(),
    max_bytes: z.int(),
    max_file_bytes: z.int(),
    /** Whether this server can convert videos. */
    converts: z.boolean(),
    tags: z.array(z.string()),
  }),
});

export const getMediaPass = endpoint({
  method: 'GET',
  path: '/api/media/pass/',
  access: 'read',
  summary: 'The prefix of links to the workspace’s files; it expires within a day',
  response: z.object({ prefix: z.string(), expires_at: Instant }),
});

const uploadFields = {
  name: UploadedName,
  folder: IdText.optional(),
  /** The file whose bytes it replaces. */
  replaces: IdText.optional(),
};

export const postMedia = endpoint({
  method: 'POST',
  path: '/api/media/',
  access: 'write',
  summary: `Upload a file of at most ${formatBytes(MAX_POST_BYTES)}: its bytes are the body, whatever type they claim to have`,
  query: z.object({ ...uploadFields, alt: AltField.optional() }),
  takes: 'bytes',
  response: MediaFile,
  status: 201,
});

export const updateMedia = endpoint({
  method: 'PUT',
  path: '/api/media/:id/',
  access: 'write',
  summary: 'Update the given fields',
  params: IdParams,
  body: MediaUpdate,
  response: MediaFile,
});

export const putPoster = endpoint({
  method: 'PUT',
  path: '/api/media/:id/poster/',
  access: 'write',
  summary: `Set the poster picture of a video, at most ${formatBytes(MAX_POSTER_BYTES)}`,
  params: IdParams,
  takes: 'bytes',
  bodyLimit: MAX_POSTER_BYTES,
  response: MediaFile,
});
export { MAX_POSTER_BYTES };

export const convertMedia = endpoint({
  method: 'POST',
  path: '/api/media/:id/convert/',
  access: 'write',
  summary:
    'Convert a video to an MP4 that every network accepts (H.264 and AAC), if the server has ffmpeg; it replaces the video',
  params: IdParams,
  response: MediaFile,
});

const MEDIA_OPERATIONS = ['trash', 'restore', 'erase', 'tag', 'move'] as const;

export const changeMedia = endpoint({
  method: 'POST',
  path: '/api/media/operations/',
  access: 'write',
  summary: `Trash, restore, erase, tag or move up to ${MAX_FILES} files, all or nothing; only files in the trash can be erased`,
  body: z.object({
    operation: z.enum(MEDIA_OPERATIONS, `Expected one of ${MEDIA_OPERATIONS.join(', ')}.`),
    files: z
      .array(Id, 'Expected a list of ids.')
      .min(1, 'Expected at least one id.')
      .max(MAX_FILES, `Expected at most ${MAX_FILES} ids.`),
    add_tags: Tags.default([]),
    remove_tags: Tags.default([]),
    /** Null: in none. */
    folder: Id.nullish(),
  }),
  response: z.object({ count: z.int() }),
});

/* Uploads in chunks: the protocol of tus 1.0, https://tus.io/protocols/resumable-upload. */

export const TUS_VERSION = '1.0.0';
const UploadParams = z.object({
  id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
});

/** What a client sends in `Upload-Metadata`. */
export const UploadMetadata = z.object({
  ...uploadFields,
  filename: z.string().optional(),
});

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/media/uploads/',
  access: 'write',
  summary:
    'Begin an upload in chunks (tus 1.0): `Upload-Length` in bytes, `Upload-Metadata` with name, folder, replaces',
  takes: 'bytes',
  response: z.object({ id: z.string() }),
  status: 201,
});

export const headUpload = endpoint({
  method: 'HEAD',
  path: '/api/media/uploads/:id/',
  access: 'write',
  summary: 'How much of an upload has arrived, in `Upload-Offset`',
  params: UploadParams,
});

export const patchUpload = endpoint({
  method: 'PATCH',
  path: '/api/media/uploads/:id/',
  access: 'write',
  summary:
    'Send the next chunk of an upload, starting at `Upload-Offset`; the bytes received are kept',
  params: UploadParams,
  takes: 'bytes',
});

const UPLOAD_STATES = ['receiving', 'received', 'done', 'refused'] as const;

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/media/uploads/:id/',
  access: 'write',
  summary: 'The state of an upload, and its file once it is done',
  params: UploadParams,
  response: z.object({
    state: z.enum(UPLOAD_STATES),
    received: z.int(),
    size: z.int(),
    /** Why it was refused. */
    refusal: z.string().nullable(),
    file: MediaFile.nullable(),
    /** Whether the same file was there before. */
    is_known: z.boolean(),
  }),
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/media/uploads/:id/',
  access: 'write',
  summary: 'Cancel an upload, and discard the bytes received',
  params: UploadParams,
});
