import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant, optionalText, UserRef } from '../http/fields.ts';
import { DEFAULT_CONTEXT, MAX_CONTEXT, MAX_LIMIT_TOKENS, MIN_CONTEXT } from './limits.ts';
import { Failure, Server, Usage } from './state.ts';

/** The server and the limits of the assistant in a workspace. */

/** What a header of HTTP takes. */
const KEY = /^[\x21-\x7e]+$/;

const model = optionalText('A model', 200);

const ServerFields = z.object({
  url: z
    .string()
    .trim()
    .max(500, 'An address has at most 500 characters')
    .refine((url) => {
      if (!URL.canParse(url)) return false;
      const { protocol, username, password, search, hash } = new URL(url);
      return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
    }, 'Expected an address such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1.')
    .meta({ examples: ['https://api.example.org/v1'] }),
  /** Absent: the stored one stays, where the address is of the same server. Null: it needs none. */
  key: optionalText('A key', 500).refine(
    (key) => !key || KEY.test(key),
    'A key has only letters, digits and signs, without spaces',
  ),
  model: z.string().trim().min(1, 'Enter a model').max(200, 'A model has at most 200 characters'),
  vision_model: model,
  context: z
    .int(`Expected a number of tokens from ${MIN_CONTEXT}.`)
    .min(MIN_CONTEXT, `Expected a number of tokens from ${MIN_CONTEXT}.`)
    .max(MAX_CONTEXT, `Expected at most ${MAX_CONTEXT} tokens.`)
    .default(DEFAULT_CONTEXT),
});
export type ServerFields = z.input<typeof ServerFields>;

const Settings = z.object({
  server: Server.nullable(),
  /** For owners, where the workspace has set it. The key is shown to nobody. */
  address: z.string().nullable(),
  /** The last four characters of the key; null where it has none, or for others. */
  key_ends: z.string().nullable(),
  limits: z.object({ day: z.int(), month: z.int() }),
  usage: Usage,
  /** For owners and admins everyone who has used it this month or may; for others themselves alone. */
  people: z.array(z.object({ user: UserRef, day: z.int(), month: z.int() })),
  /** Whether addresses in private networks may be set here. */
  allows_private: z.boolean(),
});
export type AssistantSettings = z.output<typeof Settings>;

const path = '/api/settings/assistant/' as const;

export const getSettings = endpoint({
  method: 'GET',
  path,
  access: 'assist',
  summary: 'The server of the assistant, its limits, and who has used how much',
  response: Settings,
});

/** Everyone is told before the next use. Refused where the operator has set a server. */
export const setServer = endpoint({
  method: 'PUT',
  path,
  access: 'own',
  summary: 'Choose the server of the assistant; its key is stored encrypted',
  body: ServerFields,
  response: Settings,
});

export const removeServer = endpoint({
  method: 'DELETE',
  path,
  access: 'own',
  summary: 'Switch the assistant off; its key is deleted, what was written stays',
});

const tokens = z
  .int('Expected a whole number of tokens.')
  .min(0, 'Expected a whole number of tokens.')
  .max(MAX_LIMIT_TOKENS, `Expected at most ${MAX_LIMIT_TOKENS} tokens.`);

export const setLimits = endpoint({
  method: 'PUT',
  path: '/api/settings/assistant/limits/',
  access: 'own',
  summary: 'Set how many tokens a person may use in a day, and the workspace in a month',
  body: z.object({ day: tokens, month: tokens }),
  response: Settings,
});

const Probe = z.object({
  probed_at: Instant,
  /** Of the first answer. */
  seconds: z.number(),
  /** Null where everything below was tried. */
  failure: Failure.nullable(),
  /** The names of models, 200 at most; null where the server lists none. */
  models: z.array(z.string()).nullable(),
  streams: z.boolean(),
  tokens_per_second: z.int().nullable(),
  /** How it can be asked for a form: by a schema, for JSON alone, or in words. */
  json: z.enum(['schema', 'object', 'words', 'none']),
  /** Null where no model for pictures is named. */
  pictures: z.boolean().nullable(),
  /** How much of a long question it read, where that is less than was sent: it cuts without a word. */
  cuts_at: z.int().nullable(),
});
export type ProbeResult = z.output<typeof Probe>;

/** With the key that is stored, where none is given and the address is of the same server. */
export const probe = endpoint({
  method: 'POST',
  path: '/api/settings/assistant/probe/',
  reads: true,
  access: 'own',
  summary:
    'Try a server: its models, a question, and what works there. Nothing of the workspace is sent',
  body: ServerFields.partial({ model: true }),
  response: Probe,
});
