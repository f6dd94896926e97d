import { z } from 'zod';
import { Attachment } from '../attachments.ts';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant, intParam } from '../http/fields.ts';

/**
 * What can go wrong at a network. 'accept' publishes first.
 */
export const PRACTICE_FAULTS = [
  'accept_and_drop',
  'accept_and_hang',
  'drop',
  'rate_limit',
  'unauthorized',
  'refuse',
  'operator',
  'unavailable',
] as const;
export type PracticeFault = (typeof PRACTICE_FAULTS)[number];

const Share = z.number('Expected a number from 0 to 1.').min(0).max(1);

/** What can go wrong when figures are read; 'fewer' leaves views out. */
const PRACTICE_FIGURES = ['permission', 'rate_limit', 'unavailable', 'fewer'] as const;

/** How the practice network responds to the calls of an account. */
export const PracticeBehaviour = z.object({
  /** The fault, at this position of a thread (every one where it is absent), so many times. */
  fault: z.enum(PRACTICE_FAULTS, `Expected one of ${PRACTICE_FAULTS.join(', ')}.`).optional(),
  position: z.int('Expected a position.').min(0).max(500).optional(),
  times: z.int('Expected a number of times.').min(0).max(1000).optional(),
  /** The share of calls with a random fault. */
  chaos: Share.optional(),
  /** Whether the latest posts of the account cannot be read. */
  hides_posts: z.boolean('Expected true or false.').optional(),
  /** How long a call hangs; until it is ended where this is absent. */
  hang_ms: z.int('Expected milliseconds.').min(0).max(60_000).optional(),
  /** The duration of a call in milliseconds. */
  delay_ms: z.int('Expected milliseconds.').min(0).max(10_000).optional(),
  /** The same for its figures, until it is changed. */
  figures: z.enum(PRACTICE_FIGURES, `Expected one of ${PRACTICE_FIGURES.join(', ')}.`).optional(),
});
export type PracticeBehaviour = z.output<typeof PracticeBehaviour>;

const PracticePost = z.object({
  id: z.int(),
  parent: z.int().nullable(),
  /** The post that it shows once more. */
  repost_of: z.int().nullable(),
  content: z.string(),
  media: z.array(Attachment.pick({ alt: true, kind: true, hash: true, focus: true })),
  created_at: Instant,
});

export type PracticePost = z.output<typeof PracticePost>;

const Practice = z.object({ behaviour: PracticeBehaviour, posts: z.array(PracticePost) });

/** docs/domain/publishing.md, 'Practice'. */
export const getPractice = endpoint({
  method: 'GET',
  path: '/api/practice/:id/',
  access: 'read',
  summary:
    'The latest 100 posts of a channel of the practice network, and its behaviour; with `before`, the posts before that one',
  params: IdParams,
  query: z.object({ before: intParam(1, Number.MAX_SAFE_INTEGER).optional() }),
  response: Practice,
});

export const setPractice = endpoint({
  method: 'PUT',
  path: '/api/practice/:id/',
  access: 'manage',
  summary: 'Set how the practice network responds to a channel',
  params: IdParams,
  body: PracticeBehaviour,
  response: Practice,
});
