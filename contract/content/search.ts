import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdText, intParam, pageOf } from '../http/fields.ts';
import { Folder } from './folders.ts';
import { Item, itemFilters, ORDERINGS } from './items.ts';

/** A longer query is cut, never refused (docs/domain/content.md, 'Search'). */
export const MAX_SEARCH_LENGTH = 500;
/** The maximum length of an excerpt (docs/domain/content.md, 'Search'). */
export const MAX_EXCERPT_LENGTH = 200;

/** The query. Any text is valid; repeated parameters are joined. */
const SearchText = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.join(' '))])
  .default('')
  .transform((text) => text.replaceAll('\0', '').slice(0, MAX_SEARCH_LENGTH).toWellFormed());

/**
 * `[start, end)` of a match in the excerpt, in UTF-16 units.
 */
const Match = z.tuple([z.int(), z.int()]);
const found = { excerpt: z.string(), matches: z.array(Match) };
export const FoundItem = Item.extend(found);
export type FoundItem = z.output<typeof FoundItem>;
const FoundFolder = Folder.extend(found);
export type FoundFolder = z.output<typeof FoundFolder>;

const SEARCH_ORDERINGS = ['relevance', ...ORDERINGS] as const;

export const SearchQuery = z.object({
  q: SearchText,
  type: z.enum(['item', 'folder'], 'Expected item or folder.').default('item'),
  ...itemFilters,
  content_type: z.enum(['single', 'thread'], 'Expected single or thread.').optional(),
  author: IdText.optional(),
  ordering: z
    .enum(SEARCH_ORDERINGS, `Expected one of ${SEARCH_ORDERINGS.join(', ')}.`)
    .default('relevance'),
  page: intParam(1, 10_000_000).optional(),
  page_size: intParam(1, 100).default(20),
  cursor: z.string().max(2000, 'Invalid cursor.').optional(),
});
export type SearchQuery = z.output<typeof SearchQuery>;

/**
 * docs/domain/content.md, 'Search'. `corrected`: the query that was used instead, where a word had
 * no match.
 */
export const search = endpoint({
  method: 'GET',
  path: '/api/content/items/search/',
  access: 'read',
  summary: 'Full-text search in items, or with `type=folder` in folders; the best first',
  anyText: 'q',
  query: SearchQuery,
  response: pageOf(z.union([FoundItem, FoundFolder])).extend({ corrected: z.string().nullable() }),
});

const Suggestion = z.object({
  kind: z.enum(['item', 'folder', 'tag']),
  text: z.string(),
  id: z.int().optional(),
});
export type Suggestion = z.output<typeof Suggestion>;

/** docs/domain/content.md, 'Search'. */
export const autocomplete = endpoint({
  method: 'GET',
  path: '/api/content/items/autocomplete/',
  access: 'read',
  summary: 'Folders, tags and items with the last word as a prefix',
  anyText: 'q',
  query: z.object({ q: SearchText, limit: intParam(1, 50).default(10) }),
  response: z.array(Suggestion),
});
