import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant } from '../http/fields.ts';

/** What the assistant reads, and the alt texts that it has proposed. */

const ReadPage = z.object({
  url: z.string(),
  host: z.string(),
  title: z.string().nullable(),
  /** A BCP 47 tag, where the page says it. */
  language: z.string().nullable(),
  /** The article: no menus, comments or pictures. */
  text: z.string(),
  words: z.int(),
  /** Of the text, and of the page. */
  bytes: z.int(),
  page_bytes: z.int(),
  /** Its article was longer than 30 KB: the first words were read. */
  is_cut: z.boolean(),
  read_at: Instant,
});
export type ReadPage = z.output<typeof ReadPage>;

/** A page that cannot be read is a 400 with a sentence for its field 'url'. */
export const readPage = endpoint({
  method: 'GET',
  path: '/api/assistant/pages/',
  access: 'assist',
  summary: 'The readable part of a page, at most 30 KB',
  query: z.object({ url: z.string().max(2000, 'Expected at most 2,000 characters.') }),
  response: ReadPage,
});

const ProposedAlt = z.object({
  id: z.int(),
  file: z.int(),
  text: z.string(),
  language: z.string().nullable(),
  host: z.string(),
  model: z.string(),
  created_at: Instant,
});
export type ProposedAlt = z.output<typeof ProposedAlt>;

/** They are not used: a file with one still counts as without an alt text. */
export const listProposedAlts = endpoint({
  method: 'GET',
  path: '/api/assistant/alt-texts/',
  access: 'assist',
  summary: 'Alt texts that are proposed and not confirmed, the oldest first; 500 at most',
  response: z.array(ProposedAlt),
});

/** One is confirmed by saving the alt text of the file, which ends the proposal. */
export const discardProposedAlt = endpoint({
  method: 'DELETE',
  path: '/api/assistant/alt-texts/:id/',
  access: 'assist',
  summary: 'Discard a proposed alt text',
  params: IdParams,
});

export const discardProposedAlts = endpoint({
  method: 'DELETE',
  path: '/api/assistant/alt-texts/',
  access: 'assist',
  summary: 'Discard all proposed alt texts',
});
