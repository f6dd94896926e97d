import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { ALL_NETWORKS } from '../networks/names.ts';

/** People at networks, who can be mentioned in a post (docs/domain/content.md, 'Mentions'). */

const MIN_PEOPLE_TEXT = 2;
export const MAX_PEOPLE_TEXT = 60;
const LENGTH = `Expected ${MIN_PEOPLE_TEXT} to ${MAX_PEOPLE_TEXT} characters of a name or handle.`;

const FoundPeople = z.object({
  network: z.enum(ALL_NETWORKS),
  /** The best match first; `handle` without the `@` before it. */
  people: z.array(z.object({ handle: z.string(), name: z.string() })),
  /** Why the network was not asked, or did not answer; null where it did. */
  failure: z.string().nullable(),
});
export type FoundPeople = z.output<typeof FoundPeople>;

export const findPeople = endpoint({
  method: 'GET',
  path: '/api/channels/people/',
  access: 'write',
  summary:
    'People whose name or handle begins so, at networks with a connected account that allow a search',
  query: z.object({
    q: z
      .string(LENGTH)
      .trim()
      .min(MIN_PEOPLE_TEXT, LENGTH)
      .max(MAX_PEOPLE_TEXT, LENGTH)
      .meta({ examples: ['ada'] }),
  }),
  response: z.array(FoundPeople),
});
