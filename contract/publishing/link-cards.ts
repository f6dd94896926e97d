import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams } from '../http/fields.ts';
import { CheckedChannel } from './publications.ts';

/** How many links of a post are looked at. */
export const MAX_CHECKED_LINKS = 5;

/** Beside the check, which waits for no other server. */
export const checkLinkCards = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/publications/check/links/',
  reads: true,
  access: 'read',
  summary: `Look at the pages behind the first ${MAX_CHECKED_LINKS} links of a post: the warnings of each channel whose network makes cards of links`,
  params: IdParams,
  response: z.array(CheckedChannel.pick({ channel: true, findings: true })),
});
