import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { ALL_NETWORKS } from '../networks/names.ts';

/** Who was mentioned before (docs/domain/content.md, 'Mentions'). */

/** The number of people that are offered. */
export const MAX_MENTIONED = 8;

const Mentioned = z.object({
  name: z.string(),
  /** As they were written last. */
  handles: z.partialRecord(z.enum(ALL_NETWORKS), z.string()),
});
export type Mentioned = z.output<typeof Mentioned>;

export const listMentioned = endpoint({
  method: 'GET',
  path: '/api/content/mentioned/',
  access: 'write',
  summary: `Who was mentioned in the workspace before, by the beginning of a word of the name or of a handle: ${MAX_MENTIONED} at most, the latest first`,
  query: z.object({
    q: z
      .string('Expected a text.')
      .trim()
      .min(2, 'Enter at least 2 characters.')
      .max(60, 'Expected at most 60 characters.'),
  }),
  response: z.array(Mentioned),
});
