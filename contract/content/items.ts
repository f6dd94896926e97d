import { z } from 'zod';
import { Attachment, AttachmentsField } from '../attachments.ts';
import { endpoint } from '../http/endpoint.ts';
import {
  Id,
  IdParams,
  IdText,
  Instant,
  InstantText,
  intParam,
  nameText,
  optionalText,
  pageOf,
  repeated,
} from '../http/fields.ts';
import { ALL_NETWORKS, NETWORK_NAMES, type Network } from '../networks/names.ts';
import { MAX_MENTIONS, TOO_MANY_MENTIONS } from './mentions.ts';
import { countMentions } from './variables.ts';
import { STATUSES } from './workflow.ts';

export const MAX_CONTENT_LENGTH = 100_000;
/** The longest item as JSON, with every character escaped. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
export const MAX_TAG_LENGTH = 50;
export const MAX_TAGS = 30;
/** The longest BCP 47 tag that all software must accept (RFC 5646, section 4.4.1). */
const MAX_LANGUAGE_LENGTH = 35;

/** Keys in the order of PostgreSQL's jsonb, so that equal objects are equal as JSON. */
const inOrderOfJsonb = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

/** The shape of an object that may have a text for each network. */
function textsByNetwork(schemaOf: (network: Network) => z.ZodString) {
  const fields = ALL_NETWORKS.toSorted(inOrderOfJsonb).map((network) => [
    network,
    schemaOf(network).optional(),
  ]);
  return Object.fromEntries(fields) as Record<Network, z.ZodOptional<z.ZodString>>;
}

/**
 * The texts that an item has for some networks instead of its content (docs/domain/content.md,
 * 'Texts for networks').
 */
const NetworkTexts = z.object(textsByNetwork(() => z.string()));
export type NetworkTexts = z.output<typeof NetworkTexts>;

/**
 * The text fields of an item, as the API returns them. Saving, versions, restoring, duplication,
 * the editor and the history dialog iterate over them. Fields of the thread as a whole (folder,
 * status, description) are not here. A new field begins here.
 */
export const ItemText = z.object({
  content: z.string(),
  network_texts: NetworkTexts,
  media: z.array(Attachment),
  tags: z.array(z.string()),
  /** A BCP 47 tag. */
  language: z.string().nullable(),
  /** The snippets that do not end this post, although they end those of a channel. */
  endings_off: z.array(z.int()),
  /** Other texts of a single post, which an evergreen folder takes in turn. */
  variations: z.array(z.string()),
});
export type TextFields = z.output<typeof ItemText>;
export const TEXT_FIELDS = Object.keys(ItemText.shape) as readonly (keyof TextFields)[];

/**
 * What may be sent of an item, and so is approved: all but the tags, which order the library. The
 * database says the same (`post_parts`), for the hash of an approval and for the publisher.
 */
export const SENT_FIELDS = TEXT_FIELDS.filter((name) => name !== 'tags');

/** The text fields of an object that has them. */
export const textFieldsOf = (given: TextFields) =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, given[name]])) as TextFields;

/** The fields that each part of a thread has of its own. */
export type PartText = Pick<TextFields, 'content' | 'network_texts' | 'media'>;

/** A part with what is said of its post when it is sent. */
export type PartToSend = PartText & Partial<Pick<TextFields, 'language' | 'endings_off'>>;

/** The fields beside them. The editor sets them for all parts of a thread. */
export type Details = Omit<TextFields, keyof PartText>;

/** For each detail: its label, its empty value, and how it is displayed. */
export const details: {
  readonly [Name in keyof Details]: {
    label: string;
    empty: Details[Name];
    format: (value: Details[Name]) => string;
  };
} = {
  tags: { label: 'Tags', empty: [], format: (tags) => tags.join(', ') },
  language: {
    label: 'Language',
    empty: null,
    format: (language) => (language ? languageName(language) : ''),
  },
  endings_off: {
    label: 'Endings taken off',
    empty: [],
    format: (snippets) => (snippets.length ? String(snippets.length) : ''),
  },
  variations: { label: 'Variations', empty: [], format: (texts) => texts.join('\n\n') },
};
export const DETAIL_FIELDS = Object.keys(details) as readonly (keyof Details)[];

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * The English name of a language.
 * @param language a BCP 47 tag
 */
export function languageName(language: string): string {
  try {
    return languageNames.of(language) ?? language;
  } catch {
    // Some browsers refuse tags with extensions.
    return language;
  }
}

/** Picks the details from an object that has them. */
export const detailsOf = <Given extends Partial<Details>>(given: Given) =>
  Object.fromEntries(
    DETAIL_FIELDS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  ) as Pick<Given, keyof Details & keyof Given>;

export const emptyDetails = Object.fromEntries(
  DETAIL_FIELDS.map((name) => [name, details[name].empty]),
) as Details;

/**
 * The states of the publications of a post, the one that needs most attention last; 'none' is a
 * filter alone.
 */
const DELIVERY_STATES = ['published', 'proposed', 'scheduled', 'publishing', 'stopped'] as const;
const DELIVERIES = [...DELIVERY_STATES, 'none'] as const;

/** Where a post is published, and will be: its most urgent state, and the next time. */
const PublicationSummary = z.object({
  state: z.enum(DELIVERY_STATES),
  next_at: Instant.nullable(),
  channels: z.int(),
  /** How many wait for the approval of the post. */
  proposed: z.int(),
  /** The networks of these channels, in the order of their names. */
  networks: z.array(z.enum(ALL_NETWORKS)),
});

/** The text that is published on a network. */
export const textFor = (
  { content, network_texts: own }: Omit<PartText, 'media'>,
  network: Network,
): string => own[network] ?? content;

/** The networks that any of these parts has a text for. */
export const customisedNetworks = (
  parts: readonly Pick<PartText, 'network_texts'>[],
): readonly Network[] =>
  ALL_NETWORKS.filter((network) =>
    parts.some(({ network_texts: own }) => own[network] !== undefined),
  );

/** The texts of a part for networks, with their labels. */
export const labelledTexts = (part: Pick<PartText, 'network_texts'>) =>
  customisedNetworks([part]).map((network) => ({
    label: `On ${NETWORK_NAMES[network]}`,
    text: part.network_texts[network] ?? '',
  }));

/** What was chosen of the files of a part, to compare: the rest is known of them. */
export const chosenFiles = ({ media }: Pick<PartText, 'media'>) =>
  JSON.stringify(media.map(({ file, alt }) => [file, alt]));

/** Whether two parts show the same files: one that was replaced is another one. */
export const showSameFiles = (a: Pick<PartText, 'media'>, b: Pick<PartText, 'media'>) =>
  chosenFiles(a) === chosenFiles(b) && a.media.every(({ hash }, at) => hash === b.media[at]?.hash);

/** The length of all texts of an item, in UTF-16 units. */
export const lengthOf = ({ content, network_texts: own }: Omit<PartText, 'media'>): number =>
  Object.values(own).reduce((sum, text) => sum + text.length, content.length);

export const Item = z.object({
  id: z.int(),
  folder: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(STATUSES),
  ...ItemText.shape,
  view_count: z.int(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  published_date: Instant.nullable(),
  is_thread_root: z.boolean(),
  is_thread_part: z.boolean(),
  is_standalone: z.boolean(),
  thread_size: z.int(),
  thread_order: z.int(),
  thread_root: z.int().nullable(),
  /** Null where it is published nowhere, and will not be. */
  publications: PublicationSummary.nullable(),
  /** The time for which the draft is planned; nothing is published by that. */
  planned_at: Instant.nullable(),
  /** The views that networks counted of the post, as they were read last; null where none were. */
  network_views: z.int().nullable(),
  /** The number of comments on the post. */
  comments: z.int(),
  /** Who wrote it first; null where that account was deleted. */
  author: z.int().nullable(),
  /** Who takes care of it; null where nobody was assigned. */
  assignee: z.int().nullable(),
});
export type Item = z.output<typeof Item>;

/** A text that is not blank; `missing` is the error message where it is. */
export const contentText = (missing: string) =>
  z
    .string(missing)
    .refine((text) => text.trim() !== '', missing)
    .refine(
      (text) => text.length <= MAX_CONTENT_LENGTH,
      `Content must be at most ${MAX_CONTENT_LENGTH} characters`,
    )
    .refine((text) => countMentions(text) <= MAX_MENTIONS, TOO_MANY_MENTIONS);

const content = contentText('Content is required');

/** At most as long as a content in all: a text for a network is a variant of it. */
const NetworkTextsField = z
  .strictObject(
    textsByNetwork((network) =>
      contentText(
        `The text for ${NETWORK_NAMES[network]} is blank. Leave it out to publish the content instead.`,
      ),
    ),
    `Expected texts by network: ${ALL_NETWORKS.join(', ')}.`,
  )
  .refine(
    (own) => lengthOf({ content: '', network_texts: own }) <= MAX_CONTENT_LENGTH,
    `The texts for networks must be at most ${MAX_CONTENT_LENGTH} characters in total`,
  );

/** The own fields of a new part, and of an update. */
export const partCreateShape = {
  network_texts: NetworkTextsField.default({}),
  media: AttachmentsField.default([]),
};
export const partUpdateShape = {
  network_texts: NetworkTextsField.optional(),
  media: AttachmentsField.optional(),
};

export const StatusField = z.enum(STATUSES, `Expected one of ${STATUSES.join(', ')}.`);

/** Tags keep their order and case; blank and repeated ones are dropped. */
export const Tags = z
  .array(
    nameText('A tag', {
      min: 0,
      max: MAX_TAG_LENGTH,
      missing: 'Expected an array of strings.',
      long: `A tag has at most ${MAX_TAG_LENGTH} characters`,
    }),
    'Expected an array of strings.',
  )
  .transform((tags) => [...new Set(tags.filter(Boolean))])
  .refine((tags) => tags.length <= MAX_TAGS, `An item has at most ${MAX_TAGS} tags`);

/** Tags with some added and others removed. */
export const retagged = (
  tags: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag));

/** A BCP 47 tag in its canonical form: 'PT-br' becomes 'pt-BR'. */
const Language = z
  .string('Expected a BCP 47 language tag, such as en or pt-BR.')
  .meta({ examples: ['en', 'pt-BR'] })
  .trim()
  .transform((tag, context) => {
    try {
      const [canonical = ''] = Intl.getCanonicalLocales(tag.slice(0, 2 * MAX_LANGUAGE_LENGTH));
      if (canonical.length <= MAX_LANGUAGE_LENGTH && tag.length <= MAX_LANGUAGE_LENGTH)
        return canonical;
      context.addIssue(`A language has at most ${MAX_LANGUAGE_LENGTH} characters`);
      return z.NEVER;
    } catch {
      context.addIssue('Expected a BCP 47 language tag, such as en or pt-BR.');
      return z.NEVER;
    }
  });

/** More snippets end no post: each ends the posts of a channel. */
const MAX_ENDINGS_OFF = 200;
const EndingsOff = z
  .array(Id, 'Expected the ids of snippets.')
  .max(MAX_ENDINGS_OFF, `Expected at most ${MAX_ENDINGS_OFF} snippets.`)
  .transform((ids) => [...new Set(ids)]);

export const MAX_VARIATIONS = 10;
/** Of all variations of a post, in UTF-16 units: lists and versions have them, too. */
export const MAX_VARIATIONS_LENGTH = 20_000;
const Variations = z
  .array(contentText('Write the variation, or remove it'), 'Expected a list of texts.')
  .max(MAX_VARIATIONS, `A post has at most ${MAX_VARIATIONS} variations`)
  .refine(
    (texts) => texts.reduce((sum, text) => sum + text.length, 0) <= MAX_VARIATIONS_LENGTH,
    `The variations of a post have at most ${MAX_VARIATIONS_LENGTH} characters in total`,
  )
  .refine(
    (texts) => new Set(texts.map((text) => text.trim())).size === texts.length,
    'Each variation can be listed only once',
  );

/** What is said of a template, and of all parts of a thread, which has no variations. */
export const patternDetailsShape = {
  tags: Tags.default([]),
  language: Language.nullable().default(null),
};

/** The details of a new thread, and of an update. */
export const threadDetailsCreateShape = {
  ...patternDetailsShape,
  endings_off: EndingsOff.default([]),
};
export const threadDetailsUpdateShape = {
  tags: Tags.optional(),
  language: Language.nullable().optional(),
  endings_off: EndingsOff.optional(),
};

/** The details of a new item, and of an update. */
const detailsCreateShape = {
  ...threadDetailsCreateShape,
  variations: Variations.default([]),
};
const detailsUpdateShape = {
  ...threadDetailsUpdateShape,
  variations: Variations.optional(),
};

export const ItemCreate = z.object({
  folder: Id,
  content,
  description: optionalText('Description', 500),
  status: StatusField.default('draft'),
  ...partCreateShape,
  ...detailsCreateShape,
  is_thread_root: z.boolean('Expected true or false.').optional(),
  /** What a client says of a single item; the server knows it from the call. */
  is_thread_part: z.boolean('Expected true or false.').optional(),
  is_standalone: z.boolean('Expected true or false.').optional(),
});
export type ItemCreate = z.input<typeof ItemCreate>;

export const VersionField = z
  .int('Expected the version that was read, a whole number.')
  .positive('Expected a positive version.');

/** A position in a thread, from 0. A position beyond the end means the end. */
export const PositionField = z
  .int('Expected a position in the thread, a whole number from 0.')
  .min(0, 'Expected a position in the thread, a whole number from 0.');

/**
 * A save of the editor itself while somebody writes a draft: its versions are folded together
 * (docs/domain/review.md, 'Autosave').
 */
export const autosaveShape = {
  autosave: z.boolean('Expected true or false.').optional(),
  /** What its author took from the assistant is in it: the history says so. */
  assisted: z.boolean('Expected true or false.').optional(),
};

/**
 * Only the given fields are changed. With `version`, a stale save gets 409 with the current
 * item. Folder, status and description of a part are those of its thread; `thread_order` moves the
 * part.
 */
export const ItemUpdate = z.object({
  folder: Id.optional(),
  content: content.optional(),
  ...partUpdateShape,
  description: optionalText('Description', 500),
  status: StatusField.optional(),
  ...detailsUpdateShape,
  version: VersionField.optional(),
  thread_order: PositionField.optional(),
  ...autosaveShape,
});
export type ItemUpdate = z.input<typeof ItemUpdate>;

const SORT_FIELDS = ['created_at', 'updated_at', 'title', 'view_count'] as const;
export const ORDERINGS = [
  ...SORT_FIELDS.flatMap((field) => [field, `-${field}`] as const),
  // What has none comes last, the newest first.
  '-network_views',
] as const;
export type Ordering = (typeof ORDERINGS)[number];

const TagField = z.string().max(MAX_TAG_LENGTH, `A tag has at most ${MAX_TAG_LENGTH} characters`);

/** The filters of lists, searches and bulk operations. */
export const itemFilters = {
  status: repeated(StatusField).optional(),
  folder: repeated(IdText).optional(),
  tags: repeated(TagField).optional(),
  language: repeated(Language).optional(),
  /** A publication in one of these states; 'none': not published anywhere. */
  delivery: repeated(z.enum(DELIVERIES, `Expected one of ${DELIVERIES.join(', ')}.`)).optional(),
};

/** The filters of a list and of a bulk operation. */
export const listFilters = {
  search: z.string().max(500, 'Expected at most 500 characters.').optional(),
  ...itemFilters,
  updated_after: InstantText.optional(),
  is_thread_root: z
    .enum(['true', 'false'], 'Expected true or false.')
    .transform((text) => text === 'true')
    .optional(),
  author: IdText.optional(),
  /** Who takes care of it; 'none': nobody. */
  assignee: z
    .union([z.literal('none'), IdText], 'Expected the id of a member, or none.')
    .optional(),
  /** Whether it is a draft with a time (contract/publishing/calendar.ts). */
  has_time: z
    .enum(['true', 'false'], 'Expected true or false.')
    .transform((text) => text === 'true')
    .optional(),
  /** One item for each post: the first of a thread, where any of its parts matches. */
  posts: z
    .literal('true', 'Expected true.')
    .transform(() => true)
    .optional(),
};

export const ItemQuery = z.object({
  ...listFilters,
  ordering: z.enum(ORDERINGS, `Expected one of ${ORDERINGS.join(', ')}.`).default('-updated_at'),
  page: intParam(1, 10_000_000).optional(),
  page_size: intParam(1, 100).default(20),
  cursor: z.string().max(2000, 'Invalid cursor.').optional(),
});
export type ItemQuery = z.output<typeof ItemQuery>;

export const ItemPage = pageOf(Item);
export type ItemPage = z.output<typeof ItemPage>;

/** docs/domain/content.md, 'List filters' and 'Pagination'. */
export const listItems = endpoint({
  method: 'GET',
  path: '/api/content/items/',
  access: 'read',
  summary:
    'Items that match all filters; `next` and `previous` use keyset cursors, `page` an offset. A page of long texts is shorter, or with `page` refused',
  query: ItemQuery,
  response: ItemPage,
});

export const getItem = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/',
  access: 'read',
  summary: 'One item',
  params: IdParams,
  response: Item,
});

export const createItem = endpoint({
  method: 'POST',
  path: '/api/content/items/',
  access: 'write',
  summary: 'Create a single item; with `is_thread_root`, a thread of one',
  body: ItemCreate,
  bodyLimit: MAX_BODY_BYTES,
  response: Item,
  status: 201,
  keepsOwnKeys: true,
});

export const updateItem = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/',
  access: 'write',
  summary: 'Update the given fields',
  params: IdParams,
  body: ItemUpdate,
  bodyLimit: MAX_BODY_BYTES,
  response: Item,
});

export const deleteItem = endpoint({
  method: 'DELETE',
  path: '/api/content/items/:id/',
  access: 'write',
  summary: 'Move an item to the trash, a root with its thread',
  params: IdParams,
});
