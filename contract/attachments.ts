import { z } from 'zod';
import { hasControl, Id } from './http/fields.ts';

/** The files that a part of a post has, in order (docs/domain/content.md, 'Media'). */

export const MEDIA_KINDS = ['picture', 'gif', 'video', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const MAX_ALT_LENGTH = 1000;
/** No network takes more in a post. */
export const MAX_ATTACHMENTS = 20;

export const AltField = z
  .string('Expected a string.')
  .max(MAX_ALT_LENGTH, `An alt text has at most ${MAX_ALT_LENGTH} characters`)
  .trim()
  .refine((alt) => !hasControl(alt), 'An alt text can’t contain control characters.');

/**
 * A file as it was when it was attached, with the alt text of this post. Keys are in the order of
 * PostgreSQL's jsonb, so that equal attachments are equal as JSON.
 */
export const Attachment = z.object({
  alt: z.string(),
  file: z.int(),
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: z.string(),
  kind: z.enum(MEDIA_KINDS),
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  type: z.string(),
  /** Of the pictures of a video. */
  codec: z.string().nullable(),
  /** What must stay in view, from the upper left corner, from 0 to 1. */
  focus: z.tuple([z.number(), z.number()]),
  /** In pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
});
export type Attachment = z.output<typeof Attachment>;

/** Without an alt text, that of the library counts. */
const NamedFile = z.object({ file: Id, alt: AltField.optional() });

/**
 * The files of a part as a client names them: the server looks up the rest when it stores them
 * (`content/posts/attach.ts`).
 */
export const AttachmentsField = z
  .array(NamedFile, 'Expected a list of files.')
  .max(MAX_ATTACHMENTS, `A part has at most ${MAX_ATTACHMENTS} files`)
  .refine(
    (files) => new Set(files.map(({ file }) => file)).size === files.length,
    'Each file can be listed only once.',
  )
  .transform((files) => files as Attachment[]);
