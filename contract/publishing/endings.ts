import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, IdText } from '../http/fields.ts';
import { MAX_CHANNELS } from './publications.ts';

/** Snippets that are always at the end on some channels (docs/domain/content.md, 'Snippets'). */

const Ending = z.object({
  channel: z.int(),
  snippet: z.int(),
  name: z.string(),
  /** What a post gets on the channel: a group of hashtags takes them by chance for each post. */
  text: z.string(),
});
export type Ending = z.output<typeof Ending>;

export const listEndings = endpoint({
  method: 'GET',
  path: '/api/endings/',
  access: 'read',
  summary:
    'What posts end with on each channel. With `item`, what its post ends with: as it was approved or scheduled',
  query: z.object({ item: IdText.optional() }),
  response: z.array(Ending),
});

export const setEndingChannels = endpoint({
  method: 'PUT',
  path: '/api/snippets/:id/channels/',
  access: 'write',
  summary:
    'Put a snippet at the end of posts on these channels, and of no others; what is approved or scheduled stays',
  params: IdParams,
  body: z.object({
    channels: z
      .array(Id, 'Expected the ids of channels.')
      .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} channels.`)
      .refine(
        (channels) => new Set(channels).size === channels.length,
        'Each channel can be listed only once.',
      ),
  }),
  response: z.array(Ending),
});
