import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams } from '../http/fields.ts';

/**
 * What is sent beside the written text of a post, and is approved with it (docs/domain/review.md,
 * 'Approval').
 */

const Name = z.string().optional();

export const Additions = z.object({
  /** Of all of it: an approval that names another one is refused (409). */
  digest: z.string(),
  /** Where the texts, or the UTM of links, can contain them. */
  names: z.object({ author: Name, workspace: Name, folder: Name, campaign: Name }),
  endings: z.array(z.object({ channel: z.int(), text: z.string() })),
});
export type Additions = z.output<typeof Additions>;

/** The digest that was read. */
export const SeenAdditions = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Expected the digest of additions.')
  .optional();

export const getAdditions = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/additions/',
  access: 'read',
  summary:
    'What is sent beside the text of a post: the names that are filled in, and the endings on each channel',
  params: IdParams,
  response: Additions,
});
