import { z } from 'zod';
import { VersionField } from '../content/items.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, nameText, refuseInName, UserRef } from '../http/fields.ts';
import { tidyName } from '../http/names.ts';

/**
 * Addresses that make drafts of what programs and forms send (docs/domain/automation.md, 'Incoming
 * webhooks').
 */

/** The maximum number of addresses of a workspace. */
export const MAX_INCOMING = 20;
/** Calls of an address in a minute. */
export const MAX_CALLS_A_MINUTE = 60;
/** Calls of an address that are taken in 24 hours. */
export const MAX_CALLS_A_DAY = 1000;
/** What came in is known again, and tried by rules, for so many days. */
export const CALL_DAYS = 30;
/** In bytes. */
export const MAX_CALL_BYTES = 64 * 1024;
export const MAX_CALL_TITLE = 200;
export const MAX_CALL_TEXT = 20_000;
export const MAX_CALL_LINK = 2000;
const MAX_PATH = 200;
const MAX_STEPS = 10;

export const MAPPED = ['title', 'text', 'tags', 'link'] as const;
export type Mapped = (typeof MAPPED)[number];

/** What a field is called by most programs: the first that is there counts. */
export const USUAL_NAMES: Readonly<Record<Mapped, readonly string[]>> = {
  title: ['title', 'name', 'subject', 'headline'],
  text: ['text', 'content', 'body', 'message', 'description'],
  tags: ['tags', 'labels', 'keywords'],
  link: ['link', 'url', 'href'],
};

/** The steps of a path: 'items[0].name' and 'items.0.name' are the same. */
export const stepsOf = (path: string): string[] =>
  path.replaceAll(/\[(\d{1,6})\]/g, '.$1').split('.');

const EXPECTED_PATH = 'Expected a path, such as data.title or items[0].name.';
/** Whether a path, which may be empty, has as many steps as it may, and none of them is empty. */
export const isPath = (path: string): boolean =>
  path === '' || (stepsOf(path).every(Boolean) && stepsOf(path).length <= MAX_STEPS);

/** Null: its usual names. */
const Path = z
  .string(EXPECTED_PATH)
  .overwrite(tidyName)
  .max(MAX_PATH, `A path has at most ${MAX_PATH} characters.`)
  .superRefine(refuseInName('A path'))
  .refine(isPath, `${EXPECTED_PATH} It has at most ${MAX_STEPS} steps.`)
  .transform((path) => path || null)
  .nullable()
  .default(null);

const Mapping = z.object({ title: Path, text: Path, tags: Path, link: Path });
export type Mapping = z.output<typeof Mapping>;

const Incoming = z.object({
  id: z.int(),
  name: z.string(),
  /** The last characters of its secret. */
  ending: z.string(),
  /** Where its drafts are; null where it makes none, or its folder is gone. */
  folder: z.int().nullable(),
  /** Without drafts, only rules use what comes in. */
  makes_drafts: z.boolean(),
  mapping: z.object({
    title: z.string().nullable(),
    text: z.string().nullable(),
    tags: z.string().nullable(),
    link: z.string().nullable(),
  }),
  /** For whom its drafts are made, with the rights that they have then. */
  maker: UserRef,
  /** Why it takes nothing now, as a sentence. */
  obstacle: z.string().nullable(),
  drafts: z.int(),
  last_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
});
export type Incoming = z.output<typeof Incoming>;

const Fields = z.object({
  name: nameText('A name', {
    max: 100,
    missing: 'Give it a name',
    long: 'A name has at most 100 characters',
  }),
  /** Null: only rules use what comes in. */
  folder: Id.nullable(),
  mapping: Mapping.default({ title: null, text: null, tags: null, link: null }),
});

export const listIncoming = endpoint({
  method: 'GET',
  path: '/api/incoming/',
  access: 'read',
  summary: 'The addresses that make drafts of what is sent to them, by name',
  response: z.array(Incoming),
});

export const createIncoming = endpoint({
  method: 'POST',
  path: '/api/incoming/',
  access: 'manage',
  summary: `Add an address that makes drafts; ${MAX_INCOMING} at most. It is in this response alone`,
  body: Fields,
  response: Incoming.extend({ address: z.string() }),
  status: 201,
});

export const updateIncoming = endpoint({
  method: 'PUT',
  path: '/api/incoming/:id/',
  access: 'manage',
  summary:
    'Save an address; what comes in is then made for who saves it. With `version`, a stale save gets 409',
  params: IdParams,
  body: Fields.extend({ version: VersionField.optional() }),
  response: Incoming,
});

export const deleteIncoming = endpoint({
  method: 'DELETE',
  path: '/api/incoming/:id/',
  access: 'manage',
  summary: 'Revoke an address at once; the drafts that it made stay',
  params: IdParams,
});

export const takeIn = endpoint({
  method: 'POST',
  path: '/api/in/:secret/',
  access: 'public',
  takes: 'bytes',
  summary: `Make a draft of a JSON object or a form of at most 64 kB; ${MAX_CALLS_A_MINUTE} a minute. One \`webhook-id\` or \`idempotency-key\` makes one draft`,
  params: z.object({ secret: z.string().regex(/^[\w-]{32}$/) }),
  response: z.object({
    /** Null where only rules use it, or the draft is gone. */
    item: z.int().nullable(),
    /** Whether the same call came before. */
    repeated: z.boolean(),
  }),
  status: 201,
});
