import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdText, numberText, pageOf, repeated } from './fields.ts';
import { Folder } from './folders.ts';
import { Item, ORDERINGS, StatusField, TagField } from './items.ts';

/** What is longer is cut: no one searches for more, and no text is refused (design, section 6, 'Search'). */
export const LONGEST_SEARCH = 500;
/** Section 9, 'search highlight body'. */
export const LONGEST_EXCERPT = 200;

/** What is searched for. Any text will do, and several are one. */
const SearchText = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.join(' '))])
  .default('')
  .transform((text) => text.replaceAll('\0', '').slice(0, LONGEST_SEARCH).toWellFormed());

/** `[start, end)` of what is to be highlighted in the excerpt, in UTF-16 units. */
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
  folder: repeated(IdText).optional(),
  status: repeated(StatusField).optional(),
  content_type: z.enum(['single', 'thread'], 'Expected single or thread.').optional(),
  tags: repeated(TagField).optional(),
  author: IdText.optional(),
  ordering: z.enum(SEARCH_ORDERINGS, `Expected one of ${SEARCH_ORDERINGS.join(', ')}.`).default('relevance'),
  page: numberText(1, 10_000_000).optional(),
  page_size: numberText(1, 100).default(20),
  cursor: z.string().max(2000, 'This is no cursor of ours.').optional(),
});
export type SearchQuery = z.output<typeof SearchQuery>;

/** Section 7, 'Content items'. `corrected` is what was searched for instead, where nothing was found of a word. */
export const search = endpoint({
  method: 'GET',
  path: '/api/content/items/search/',
  access: 'read',
  summary: 'Items, or with `type=folder` folders, in whose title, tags or text the words are found; the best first',
  anyText: 'q',
  query: SearchQuery,
  answer: pageOf(z.union([FoundItem, FoundFolder])).extend({ corrected: z.string().nullable() }),
});

const Suggestion = z.object({ kind: z.enum(['item', 'folder', 'tag']), text: z.string(), id: z.int().optional() });
export type Suggestion = z.output<typeof Suggestion>;

/** Section 7, 'Content items'. */
export const autocomplete = endpoint({
  method: 'GET',
  path: '/api/content/items/autocomplete/',
  access: 'read',
  summary: 'Folders, tags and items whose words begin as the last word does',
  anyText: 'q',
  query: z.object({ q: SearchText, limit: numberText(1, 50).default(10) }),
  answer: z.array(Suggestion),
});
