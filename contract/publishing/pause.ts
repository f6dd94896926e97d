import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, Instant, InstantText, nameText, UserRef } from '../http/fields.ts';
import { AttentionAfterward, OtherTime, Publication } from './publications.ts';

/** The switch that stops all publishing of a workspace (docs/domain/calendar.md, 'Pauses'). */

/** The maximum number of held publications that are listed, and decided about at once. */
export const MAX_HELD = 200;

const Pause = z.object({
  reason: z.string(),
  paused_at: Instant,
  paused_by: UserRef,
  /** When publishing goes on by itself; null: when somebody resumes. */
  ends_at: Instant.nullable(),
  /** Whether it lasts; else it has ended, and what it held waits for a decision. */
  is_active: z.boolean(),
  /** The number of publications that are held: due until now, or until its end. */
  held: z.int(),
  /** The number of reposts, replies and deletions that are held, likewise. */
  held_afterwards: z.int(),
});
export type Pause = z.output<typeof Pause>;

/** Null where publishing goes on, and nothing waits for a decision. */
const State = z.object({ pause: Pause.nullable() });
export type PauseState = z.output<typeof State>;

export const getPause = endpoint({
  method: 'GET',
  path: '/api/pause/',
  access: 'read',
  summary: 'Whether all publishing is paused, and how much a pause holds',
  response: State,
});

const Preview = z.object({
  /** The number of publications that are due until `until`; without it, of all that wait. */
  due: z.int(),
  /** The number of those that are being sent: they are finished. */
  sending: z.int(),
  /** The number of queues that have posts, and of connected channels. */
  queues: z.int(),
  channels: z.int(),
  /** The number of rules that are on and publish without asking: meanwhile they propose. */
  unasked_rules: z.int(),
});
export type PausePreview = z.output<typeof Preview>;

/** Apart from the pause, which every page asks for. */
export const previewPause = endpoint({
  method: 'GET',
  path: '/api/pause/preview/',
  access: 'read',
  summary: 'What a pause until a time would hold, and what goes on',
  query: z.object({ until: InstantText.optional() }),
  response: Preview,
});

export const pausePublishing = endpoint({
  method: 'PUT',
  path: '/api/pause/',
  access: 'decide',
  summary: 'Pause all publishing, or change the reason and the end of the pause',
  body: z.object({
    reason: nameText('Reason', {
      max: 200,
      missing: 'Reason is required',
      long: 'Reason must be at most 200 characters',
    }),
    ends_at: InstantText.nullish(),
  }),
  response: State,
});

const Held = z.object({
  publication: Publication,
  /** A word of its text that names a day which is over, such as ‘tonight’. */
  names_day: z.string().nullable(),
  /** Why it would not go out as it is now; null: it would. */
  lacks: z.string().nullable(),
  /** A free slot of its queue, or else the next day at the same time. */
  next: z.object({ local: z.string(), at: Instant, slot: z.boolean() }),
});
export type Held = z.output<typeof Held>;

export const listHeld = endpoint({
  method: 'GET',
  path: '/api/pause/held/',
  access: 'read',
  summary: `What was due while publishing was paused, the first due first; ${MAX_HELD} at most`,
  response: z.array(Held),
});

export const listHeldAfterwards = endpoint({
  method: 'GET',
  path: '/api/pause/held/afterwards/',
  access: 'read',
  summary: `What was to be done afterwards while publishing was paused, the first due first; ${MAX_HELD} at most`,
  response: z.array(AttentionAfterward),
});

const Decision = z.object({
  publication: Id,
  /** `leave`: the post stays as it is, without a time. */
  do: z.enum(['now', 'move', 'leave'], 'Expected now, move or leave.'),
  /** For `move`. */
  at: OtherTime,
});

const Resumed = State.extend({
  /** What was to go out at once, lacks something, and stays held. */
  stays: z.array(z.object({ publication: Id, reason: z.string() })),
});
export type Resumed = z.output<typeof Resumed>;

/** What was due and is not decided about goes on waiting. */
export const resumePublishing = endpoint({
  method: 'POST',
  path: '/api/pause/resume/',
  access: 'decide',
  summary: 'Resume publishing, with a decision about what was due meanwhile',
  body: z.object({
    /** `paused_at` of the active pause that was seen: another one is not ended. */
    paused_at: InstantText.optional(),
    decisions: z
      .array(Decision, 'Expected a list of decisions.')
      .max(MAX_HELD, `Expected at most ${MAX_HELD} decisions.`)
      .refine(
        (given) => new Set(given.map(({ publication }) => publication)).size === given.length,
        'Each publication can be listed only once.',
      ),
    /** About what was to be done afterwards: at once, or never. */
    afterwards: z
      .array(
        z.object({ afterward: Id, do: z.enum(['now', 'leave'], 'Expected now or leave.') }),
        'Expected a list of decisions.',
      )
      .max(MAX_HELD, `Expected at most ${MAX_HELD} decisions.`)
      .refine(
        (given) => new Set(given.map(({ afterward }) => afterward)).size === given.length,
        'Each can be listed only once.',
      )
      .optional(),
  }),
  response: Resumed,
});
