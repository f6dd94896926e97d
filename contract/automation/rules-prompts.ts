import { z } from 'zod';
import { ACTIONS, type ActionName, TONE_NAMES, TONES, type Tone } from '../assistant/actions.ts';
import { languageName } from '../content/items.ts';
import { Id } from '../http/fields.ts';
import { ALL_NETWORKS, NETWORK_NAMES, type Network } from '../networks/names.ts';

/** What rules ask the assistant for: all that makes another text of a text. */

export const PROMPTS = [
  'improve',
  'spelling',
  'shorten',
  'lengthen',
  'tone',
  'translate',
  'own',
] as const satisfies readonly ActionName[];
export type Prompt = (typeof PROMPTS)[number];

/** Parts of a thread that one run asks about: each is a question of its own. */
export const MAX_PROMPT_PARTS = 10;

export const promptAction = z
  .object({
    kind: z.literal('prompt'),
    ask: z.enum(PROMPTS, `Expected one of ${PROMPTS.join(', ')}.`),
    tone: z
      .enum(TONE_NAMES, `Expected one of ${TONE_NAMES.join(', ')}.`)
      .nullable()
      .default(null),
    /** A BCP 47 tag. */
    language: z
      .string('Choose a language.')
      .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, 'Expected a language, such as en or pt-BR.')
      .nullable()
      .default(null),
    network: z.enum(ALL_NETWORKS, 'Choose a network.').nullable().default(null),
    own_action: Id.nullable().default(null),
  })
  .superRefine((action, context) => {
    for (const path of missingOf(action))
      context.addIssue({ code: 'custom', path: [path], message: MISSING[path] });
  });

type Detail = 'tone' | 'language' | 'network' | 'own_action';
const MISSING: Readonly<Record<Detail, string>> = {
  tone: 'Choose a tone.',
  language: 'Choose a language.',
  network: 'Choose a network.',
  own_action: 'Choose an action of the workspace.',
};

/** The details that a prompt takes. @public for the form of a rule */
export const detailsOfPrompt = (ask: Prompt): Detail[] =>
  (Object.keys(MISSING) as Detail[]).filter((name) =>
    (ACTIONS[ask].needs as readonly string[]).includes(name),
  );

const missingOf = (action: { ask: Prompt } & Partial<Record<Detail, unknown>>) =>
  detailsOfPrompt(action.ask).filter((name) => action[name] == null);

/** What is asked for, as a part of a sentence; null where a detail is missing. */
export function promptWords(
  ask: Prompt,
  given: { tone?: Tone | null; language?: string | null; network?: Network | null },
): string | null {
  const { tone, language, network } = given;
  switch (ask) {
    case 'improve':
      return 'improve its text';
    case 'spelling':
      return 'fix its spelling';
    case 'lengthen':
      return 'make it longer';
    case 'shorten':
      return network ? `shorten it to fit ${NETWORK_NAMES[network]}` : null;
    case 'tone':
      return tone ? `make it ${TONES[tone].toLowerCase()}` : null;
    case 'translate':
      return language ? `translate it to ${languageName(language)}` : null;
    case 'own':
      return null;
  }
}
