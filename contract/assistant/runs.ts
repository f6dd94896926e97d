import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { hasControl, Id } from '../http/fields.ts';
import { cleanName } from '../http/names.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import {
  ACTION_NAMES,
  ACTIONS,
  type FindingKind,
  IDEA_SOURCE_NAMES,
  type IdeaSource,
  TONE_NAMES,
} from './actions.ts';
import { DRAFTS, IDEAS, MAX_INSTRUCTION, MAX_RUN_PARTS, MAX_RUN_TEXT } from './limits.ts';
import type { Failure, Usage } from './state.ts';
import { VoiceFields } from './voices.ts';

/**
 * A run: one question to the server of the assistant, answered with a proposal as server-sent events.
 * Nothing is changed by it: what a person takes is saved like what they type.
 */

const text = (label: string, max: number) =>
  z
    .string()
    .max(max, `${label} must be at most ${max} characters`)
    .refine((value) => !hasControl(value), `${label} can’t contain control characters`);

const words = text('The text', MAX_RUN_TEXT);
const seen = (max: number) => z.array(text('A text', 500)).max(max);

/** What a run works on. What an action needs is in `ACTIONS`; other fields may be left out. */
export const RunBody = z
  .object({
    action: z.enum(ACTION_NAMES, 'Expected the name of an action.'),
    /** The chosen words, the part, the post as one text, the source of a draft, or the subject of ideas. */
    text: words.nullish(),
    /** The parts of a whole post, one where it is no thread. */
    parts: z.array(words).max(MAX_RUN_PARTS).nullish(),
    /** What to change, in the words of the person. */
    instruction: text('An instruction', MAX_INSTRUCTION).nullish(),
    /** A former proposal that is changed by the instruction, in place of the text. */
    proposal: words.nullish(),
    /** The answer that ended in the middle: the run goes on there, and its result has both. */
    so_far: words.nullish(),
    tone: z.enum(TONE_NAMES, `Expected one of ${TONE_NAMES.join(', ')}.`).nullish(),
    /** The language of the result, a BCP 47 tag; else that of the text. */
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'Expected a language, such as en or pt-BR.')
      .meta({ examples: ['en'] })
      .nullish(),
    own_action: Id.nullish(),
    /** Whose rules count the result, and what the account allows where that differs. */
    network: z.enum(ALL_NETWORKS).nullish(),
    limits: z
      .object({ characters: z.int().min(1).max(1_000_000), link: z.int().min(1).max(5000) })
      .partial()
      .nullish(),
    has_media: z.boolean().nullish(),
    /** A voice; null for none. Where it is absent, the default of the folder. */
    voice: Id.nullish(),
    /** A voice that is being written, to hear how it sounds. */
    unsaved_voice: VoiceFields.nullish(),
    folder: Id.nullish(),
    /** The post that it is about, for the audit log; 'review' looks at its files. */
    item: Id.nullish(),
    /** Of a thread: its parts have the words of the text, and no others. */
    keep_words: z.boolean().nullish(),
    /** What a draft is made from: `text` is what was read there. */
    source: z.enum(['notes', 'link', 'post'], 'Expected notes, link or post.').nullish(),
    source_title: text('A title', 500).overwrite(cleanName).nullish(),
    source_url: text('A link', 2000).nullish(),
    as_thread: z.boolean().nullish(),
    /** How many drafts. */
    count: z.int().min(1).max(DRAFTS).nullish(),
    /** What was proposed before: drafts by their angle, ideas and beginnings by their text. */
    not: seen(10 * IDEAS).nullish(),
    from: z.array(z.enum(IDEA_SOURCE_NAMES)).max(IDEA_SOURCE_NAMES.length).nullish(),
    /** A picture of the library. */
    file: Id.nullish(),
  })
  .superRefine((body, context) => {
    for (const name of ACTIONS[body.action]?.needs ?? []) {
      const value = body[name];
      const isThere = Array.isArray(value) ? value.some((part) => part.trim()) : value != null;
      if (!isThere || (typeof value === 'string' && !value.trim()))
        context.addIssue({ code: 'custom', path: [name], message: `'${body.action}' needs it.` });
    }
    if (body.action === 'ideas' && !body.text?.trim() && !body.from?.length)
      context.addIssue({
        code: 'custom',
        path: ['text'],
        message: 'Say a subject, or choose a source.',
      });
  });
export type RunBody = z.input<typeof RunBody>;

/** A text with its length as the network counts it. */
export type Counted = {
  text: string;
  /** Without a network: characters as readers see them, and no limit. */
  count: number;
  limit: number | null;
  /** By how many characters it is too long; 0 where it fits. */
  over: number;
};

/** The kinds of what is compared with what was read. */
export type Claim = { kind: 'number' | 'name' | 'quotation'; text: string };

export type Draft = {
  /** What makes it different from the others, in one or two words. */
  angle: string;
  parts: Counted[];
  /** Our comparison with what was read. */
  checked: { numbers: number; names: number; quotations: number; missing: Claim[] };
};

export type Finding = {
  kind: FindingKind;
  /** The part, from 0, and the passage in it, in UTF-16 units; a picture has none. */
  part: number;
  start: number;
  end: number;
  says: string;
  /** What could stand in place of the passage; null where there is no proposal. */
  proposal: string | null;
  /** Of a picture without alt text. */
  file: number | null;
};

export type Idea = {
  beginning: string;
  /** What follows it, in a sentence. */
  rest: string;
  why: string;
  from: IdeaSource | 'subject';
  /** A day in the zone of the workspace, where it has one. */
  day: string | null;
  /** The post that it resembles, where it has one. */
  item: number | null;
};

type Hashtag = {
  /** Without its sign. */
  tag: string;
  /** How many posts of the workspace have it. */
  uses: number;
};

export type RunResult =
  | (Counted & {
      kind: 'text';
      /** The text is right as it is. */
      same: boolean;
      /** Words of the voice that are never used, and are in it. */
      forbidden: string[];
    })
  | { kind: 'texts'; texts: string[] }
  | {
      kind: 'parts';
      parts: Counted[];
      same: boolean;
      /** Whether every character is of the text: checked by us; null where it was not asked for. */
      keeps_words: boolean | null;
      /** Of a thread that keeps the words: where the text is cut, in UTF-16 units. */
      cuts: number[] | null;
    }
  | { kind: 'hashtags'; tags: Hashtag[] }
  | { kind: 'drafts'; drafts: Draft[] }
  | { kind: 'alt'; id: number; file: number; text: string; language: string | null }
  | { kind: 'findings'; findings: Finding[] }
  | {
      kind: 'ideas';
      ideas: Idea[];
      /** How many posts were sent, with their beginnings and figures. */
      posts_sent: number;
    };

/** The names of the events of a run, in their `event` field; `data` is JSON. The last is `done` or `error`. */
export type RunEvents = {
  /** The question has been sent. */
  started: {
    host: string;
    model: string;
    voice: { id: number; name: string } | null;
    /** An estimate of what is sent. */
    tokens: number;
  };
  /** More of a text, where the action `streams`. */
  delta: { text: string };
  /** An entry of `texts`, `drafts`, `findings` or `ideas` that is complete, before the result is. */
  entry: { index: number; entry: string | Draft | Finding | Idea };
  /** What came does not count: it is asked a second time. */
  again: { reason: 'too_long' | 'form' | 'words'; over: number };
  done: {
    result: RunResult;
    seconds: number;
    tokens: { prompt: number; answer: number; estimated: boolean };
    usage: Usage;
  };
  /** Nothing was taken, and nothing is changed. What came by `delta` stays where it ended in the middle. */
  error: Failure;
};

export const run = endpoint({
  method: 'POST',
  path: '/api/assistant/runs/',
  access: 'assist',
  summary:
    'Ask the assistant: server-sent events with a proposal. Nothing is stored but proposed alt texts, and nothing is changed',
  body: RunBody,
  bodyLimit: 2 * 1024 * 1024,
  response: { kind: 'events' },
});
