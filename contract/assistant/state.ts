import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant, UserRef } from '../http/fields.ts';

/** What a person knows of the assistant in a workspace, and why it fails. */

/** What can go wrong; a page has a title and a sentence for each. */
export const FAILURE_KINDS = [
  /** 401 or 403; `status`. */
  'key_refused',
  /** 402, or the server says so; `status`. */
  'no_credit',
  /** `others`: how many models it has, where it says so. */
  'model_unknown',
  /** Too long: nothing was sent. `tokens` of `limit`. */
  'context',
  /** The server says that it is too long; `status`. */
  'context_refused',
  /** Of the person for the day: `used`, `limit`, `resets_at`; the month of the workspace in `usage`. */
  'day_limit',
  /** Of the workspace for the month: the same. */
  'month_limit',
  /** Two runs of this person are under way. */
  'at_once',
  /** 429: `seconds` until it can be asked again; the page counts down and asks. */
  'pause',
  /** `seconds` without an end. */
  'timeout',
  /** No connection, or none that is allowed. */
  'unreachable',
  'address_refused',
  /** 5xx, or anything else that is no answer; `status`. */
  'server_error',
  /** It thought until its limit, and wrote nothing: `tokens`. */
  'thought_only',
  /** It wrote nothing. */
  'nothing',
  /** The answer ended in the middle: it reached its limit of tokens, or the connection broke. What came stays. */
  'ended',
  'connection_lost',
  /** Asked twice, and still not in the form that is needed. */
  'form',
  /** More bytes than any answer has. */
  'too_large',
  /** The server has been switched off, or changed: this person has not been told of it. */
  'off',
  'not_acknowledged',
  /** It has no model that sees pictures. */
  'no_pictures',
  /** The picture was deleted while it was described. */
  'picture_gone',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Tokens, with those that are reserved for runs under way. */
const Amount = z.object({
  used: z.int(),
  limit: z.int(),
  /** When it begins again at 0: a day and a month of the zone of the workspace. */
  resets_at: Instant,
});
export const Usage = z.object({
  /** Of the person, today. */
  day: Amount,
  /** Of the workspace, this month. */
  month: Amount,
});
export type Usage = z.output<typeof Usage>;

export const Failure = z.object({
  kind: z.enum(FAILURE_KINDS),
  host: z.string().nullable(),
  model: z.string().nullable(),
  status: z.int().nullable(),
  seconds: z.int().nullable(),
  tokens: z.int().nullable(),
  limit: z.int().nullable(),
  others: z.int().nullable(),
  usage: Usage.nullable(),
});
export type Failure = z.output<typeof Failure>;

export const Server = z.object({
  /** Changes with the address and the models: who has acknowledged another one is asked again. */
  id: z.string(),
  host: z.string(),
  model: z.string(),
  /** Null: no pictures are described. */
  vision_model: z.string().nullable(),
  /** In tokens. */
  context: z.int(),
  /** How long an answer may take. */
  seconds: z.int(),
  /** It runs in the network of this server. */
  is_private: z.boolean(),
  set_by: z.enum(['operator', 'workspace']),
  /** Null where the operator has set it. */
  chosen_by: UserRef,
  chosen_at: Instant.nullable(),
});

const State = z.object({
  /** Null: the assistant is off, and nothing of it is shown. */
  server: Server.nullable(),
  /** Who can change it; null where the account was closed. */
  owner: UserRef,
  /** Whether this person has been told where texts are sent. */
  acknowledged: z.boolean(),
  usage: Usage,
  voices: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** The default of these folders and of those in them. */
      folders: z.array(z.int()),
      /** The default of all others. */
      is_default: z.boolean(),
    }),
  ),
  own_actions: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type AssistantState = z.output<typeof State>;

export const getAssistant = endpoint({
  method: 'GET',
  path: '/api/assistant/',
  access: 'assist',
  summary:
    'Whether the assistant is on, where it sends texts, what is left, its voices and actions',
  response: State,
});

export const acknowledge = endpoint({
  method: 'POST',
  path: '/api/assistant/acknowledge/',
  access: 'assist',
  summary: 'Say that this person has read where texts are sent',
  /** `Server.id`, as it was shown. */
  body: z.object({ server: z.string().max(100) }),
});
