import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import {
  hasControl,
  Id,
  IdParams,
  Instant,
  nameText,
  optionalText,
  UserRef,
} from '../http/fields.ts';
import {
  MAX_EXAMPLE,
  MAX_EXAMPLES,
  MAX_FORBIDDEN,
  MAX_INSTRUCTION,
  MAX_OWN_ACTIONS,
  MAX_VOICE_TEXT,
  MAX_VOICES,
} from './limits.ts';

/** Voices: how a client or a house writes. Own actions: instructions under a name. */

export const SPELLINGS = {
  british: 'British',
  american: 'American',
  swiss: 'Swiss German',
  brazilian: 'Brazilian Portuguese',
} as const;
export const EMOJI_HABITS = { none: 'None', few: 'A few', many: 'As they fit' } as const;
export const HASHTAG_HABITS = {
  none: 'None',
  two_at_end: 'Up to 2, at the end',
  five_at_end: 'Up to 5, at the end',
  in_text: 'In the text',
} as const;

const keys = <Names extends Record<string, string>>(names: Names) =>
  Object.keys(names) as [keyof Names & string, ...(keyof Names & string)[]];

const name = (what: string) =>
  nameText(what, {
    max: 60,
    missing: `Enter a name`,
    long: `${what} has at most 60 characters`,
  });

export const VoiceFields = z.object({
  name: name('A voice'),
  /** Who is speaking, and to whom. */
  description: optionalText('A description', MAX_VOICE_TEXT),
  /** One a line. */
  do: optionalText('“Do”', MAX_VOICE_TEXT),
  dont: optionalText('“Don’t”', MAX_VOICE_TEXT),
  /** Words never to use. */
  never: z
    .array(
      nameText('A word', {
        max: 60,
        missing: 'Enter a word',
        long: 'A word has at most 60 characters',
      }),
    )
    .max(MAX_FORBIDDEN, `A voice has at most ${MAX_FORBIDDEN} words never to use`)
    .default([]),
  spelling: z.enum(keys(SPELLINGS)).nullable().default(null),
  emoji: z.enum(keys(EMOJI_HABITS)).nullable().default(null),
  hashtags: z.enum(keys(HASHTAG_HABITS)).nullable().default(null),
  examples: z
    .array(
      z.object({
        /** The post that it was; null where it was written here, or the post is gone. */
        item: Id.nullable().default(null),
        text: z
          .string()
          .trim()
          .min(1, 'An example has a text')
          .max(MAX_EXAMPLE, `An example has at most ${MAX_EXAMPLE} characters`)
          .refine((text) => !hasControl(text), 'An example can’t contain control characters'),
      }),
    )
    .max(MAX_EXAMPLES, `A voice has at most ${MAX_EXAMPLES} examples`)
    .default([]),
  /** It is the default of these folders and of those in them, and no other voice is. */
  folders: z.array(Id).max(100).default([]),
  /** It is the default everywhere else. */
  is_default: z.boolean().default(false),
});
export type VoiceFields = z.input<typeof VoiceFields>;

const Voice = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  do: z.string().nullable(),
  dont: z.string().nullable(),
  never: z.array(z.string()),
  spelling: z.enum(keys(SPELLINGS)).nullable(),
  emoji: z.enum(keys(EMOJI_HABITS)).nullable(),
  hashtags: z.enum(keys(HASHTAG_HABITS)).nullable(),
  examples: z.array(z.object({ item: z.int().nullable(), text: z.string() })),
  folders: z.array(z.int()),
  is_default: z.boolean(),
  updated_at: Instant,
});
export type Voice = z.output<typeof Voice>;

const voices = '/api/settings/assistant/voices/' as const;
const voice = '/api/settings/assistant/voices/:id/' as const;

export const listVoices = endpoint({
  method: 'GET',
  path: voices,
  access: 'assist',
  summary: `The voices of the workspace, by name; ${MAX_VOICES} at most`,
  response: z.array(Voice),
});

export const createVoice = endpoint({
  method: 'POST',
  path: voices,
  access: 'manage',
  summary: 'Make a voice',
  body: VoiceFields,
  response: Voice,
  status: 201,
});

export const updateVoice = endpoint({
  method: 'PUT',
  path: voice,
  access: 'manage',
  summary: 'Change a voice',
  params: IdParams,
  body: VoiceFields,
  response: Voice,
});

export const deleteVoice = endpoint({
  method: 'DELETE',
  path: voice,
  access: 'manage',
  summary: 'Delete a voice',
  params: IdParams,
});

/** With their figures, by which 'Best by figures' picks the examples of a voice. */
export const listExamples = endpoint({
  method: 'GET',
  path: '/api/settings/assistant/examples/',
  access: 'manage',
  summary: 'The best published posts of the last 90 days by their figures, as examples of a voice',
  response: z.array(
    z.object({
      item: z.int(),
      text: z.string(),
      /** How many times the usual of its channel. */
      times: z.number().nullable(),
      published_at: Instant,
    }),
  ),
});

const OwnActionFields = z.object({
  name: name('An action'),
  instruction: z
    .string()
    .trim()
    .min(1, 'Enter an instruction')
    .max(MAX_INSTRUCTION, `An instruction has at most ${MAX_INSTRUCTION} characters`)
    .refine((text) => !hasControl(text), 'An instruction can’t contain control characters'),
});
export type OwnActionFields = z.input<typeof OwnActionFields>;

const OwnAction = z.object({
  id: z.int(),
  name: z.string(),
  instruction: z.string(),
  /** How often it was run this month. */
  uses: z.int(),
  created_by: UserRef,
});
export type OwnAction = z.output<typeof OwnAction>;

const actions = '/api/settings/assistant/actions/' as const;
const action = '/api/settings/assistant/actions/:id/' as const;

export const listOwnActions = endpoint({
  method: 'GET',
  path: actions,
  access: 'assist',
  summary: `The workspace’s own actions, by name; ${MAX_OWN_ACTIONS} at most`,
  response: z.array(OwnAction),
});

export const createOwnAction = endpoint({
  method: 'POST',
  path: actions,
  access: 'assist',
  summary: 'Save an instruction as an action of the workspace',
  body: OwnActionFields,
  response: OwnAction,
  status: 201,
});

export const updateOwnAction = endpoint({
  method: 'PUT',
  path: action,
  access: 'assist',
  summary: 'Change an own action',
  params: IdParams,
  body: OwnActionFields,
  response: OwnAction,
});

export const deleteOwnAction = endpoint({
  method: 'DELETE',
  path: action,
  access: 'assist',
  summary: 'Delete an own action',
  params: IdParams,
});
