import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { hasControl, IdParams, Instant, nameText } from '../http/fields.ts';
import { VersionField } from './items.ts';
import { MAX_MENTIONS, TOO_MANY_MENTIONS } from './mentions.ts';
import { hashtagOf } from './snippet-text.ts';
import { countMentions } from './variables.ts';

/** Texts and groups of hashtags that are put into posts (docs/domain/content.md, 'Snippets'). */

export const MAX_SNIPPETS = 200;
export const MAX_SNIPPET_NAME = 60;
export const MAX_SHORT_NAME = 30;
export const MAX_SNIPPET_TEXT = 2000;
export const MAX_SNIPPET_HASHTAGS = 50;

export const SNIPPET_KINDS = ['text', 'hashtags'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

const SHORT_NAME = /^[a-z0-9][a-z0-9_-]*$/;

const Hashtag = z.object({ tag: z.string(), is_pinned: z.boolean() });

const Snippet = z.object({
  id: z.int(),
  name: z.string(),
  /** What `/` finds it by, beside its name. */
  short_name: z.string().nullable(),
  kind: z.enum(SNIPPET_KINDS),
  /** Empty for a group of hashtags. */
  text: z.string(),
  hashtags: z.array(Hashtag),
  /** How many hashtags a post gets; null for all. */
  take: z.int().nullable(),
  version: z.int(),
  uses: z.int(),
  last_used_at: Instant.nullable(),
  updated_at: Instant,
});
export type Snippet = z.output<typeof Snippet>;

const EXPECTED_SHORT = 'A short name has small letters, digits, - and _, such as coffee.';
const EXPECTED_HASHTAG = 'A hashtag is one word of letters, digits and _, with a letter in it.';

const fields = {
  name: nameText('A name', {
    max: MAX_SNIPPET_NAME,
    missing: 'Enter a name',
    long: `A name has at most ${MAX_SNIPPET_NAME} characters`,
  }),
  short_name: z
    .string(EXPECTED_SHORT)
    .max(MAX_SHORT_NAME, `A short name has at most ${MAX_SHORT_NAME} characters`)
    .regex(SHORT_NAME, EXPECTED_SHORT)
    .meta({ examples: ['coffee'] })
    .nullable()
    .default(null),
  kind: z.enum(SNIPPET_KINDS, `Expected one of ${SNIPPET_KINDS.join(', ')}.`),
  text: z
    .string('Expected a text.')
    .max(MAX_SNIPPET_TEXT, `A text has at most ${MAX_SNIPPET_TEXT} characters`)
    .refine((text) => !hasControl(text), 'A text can’t contain control characters')
    .refine((text) => countMentions(text) <= MAX_MENTIONS, TOO_MANY_MENTIONS)
    .default(''),
  hashtags: z
    .array(
      z.object({
        tag: z.string(EXPECTED_HASHTAG).transform((text, context) => {
          const tag = hashtagOf(text);
          if (tag === undefined) context.addIssue(EXPECTED_HASHTAG);
          return tag ?? '';
        }),
        is_pinned: z.boolean('Expected true or false.').default(false),
      }),
      'Expected a list of hashtags.',
    )
    .max(MAX_SNIPPET_HASHTAGS, `A group has at most ${MAX_SNIPPET_HASHTAGS} hashtags`)
    .refine(
      (all) => new Set(all.map(({ tag }) => tag.toLowerCase())).size === all.length,
      'Each hashtag can be listed only once.',
    )
    .default([]),
  take: z.int('Expected a whole number.').nullable().default(null),
};

type Given = { kind: SnippetKind; text: string; hashtags: Hashtag[]; take: number | null };
type Hashtag = z.output<typeof Hashtag>;

/** What belongs to its kind; what belongs to the other one is not looked at. */
function checkKind({ kind, text, hashtags, take }: Given, context: z.RefinementCtx) {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (kind === 'text') {
    if (text.trim() === '') refuse('text', 'Enter a text');
    return;
  }
  if (hashtags.length === 0) return refuse('hashtags', 'Add a hashtag');
  const pinned = hashtags.filter(({ is_pinned }) => is_pinned).length;
  const least = Math.max(1, pinned);
  if (take !== null && (take < least || take > hashtags.length))
    refuse('take', `Expected a number from ${least} to ${hashtags.length}.`);
}

const SnippetFields = z.object(fields);
export type SnippetFields = z.output<typeof SnippetFields>;
/** A snippet as it is made. */
export const SnippetBody = SnippetFields.superRefine(checkKind);
export type SnippetInput = z.input<typeof SnippetFields>;

export const listSnippets = endpoint({
  method: 'GET',
  path: '/api/snippets/',
  access: 'read',
  summary: `The snippets of the workspace, ${MAX_SNIPPETS} at most, by name`,
  query: z.object({
    search: z.string().max(200, 'Expected at most 200 characters.').optional(),
  }),
  response: z.array(Snippet),
});

export const getSnippet = endpoint({
  method: 'GET',
  path: '/api/snippets/:id/',
  access: 'read',
  summary: 'One snippet',
  params: IdParams,
  response: Snippet,
});

export const createSnippet = endpoint({
  method: 'POST',
  path: '/api/snippets/',
  access: 'write',
  summary: 'Create a snippet: a text, or a group of hashtags',
  body: SnippetBody,
  response: Snippet,
  status: 201,
});

export const updateSnippet = endpoint({
  method: 'PUT',
  path: '/api/snippets/:id/',
  access: 'write',
  summary: 'Save a snippet; with `version`, a stale save gets 409',
  params: IdParams,
  body: z.object({ ...fields, version: VersionField.optional() }).superRefine(checkKind),
  response: Snippet,
});

export const deleteSnippet = endpoint({
  method: 'DELETE',
  path: '/api/snippets/:id/',
  access: 'write',
  summary: 'Delete a snippet; texts that have it keep it',
  params: IdParams,
});

export const useSnippet = endpoint({
  method: 'POST',
  path: '/api/snippets/:id/use/',
  access: 'write',
  summary: 'Count a use, and return the text that a post gets; the same `seed` gets the same one',
  params: IdParams,
  body: z.object({
    seed: z.string('Expected a text.').max(100, 'Expected at most 100 characters.').default(''),
  }),
  response: z.object({ text: z.string() }),
});
