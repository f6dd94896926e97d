import { z } from 'zod';
import { parseForeign } from '../../../http/outgoing/foreign.ts';
import { clean } from './clean.ts';

/** What servers answer, of which a few fields are read; anything else is ignored. */

const text = z.string().nullish().catch(null);
const count = z.number().int().min(0).max(1e9).nullish().catch(null);

const Said = z
  .object({ content: text, reasoning: text, reasoning_content: text, refusal: text })
  .partial()
  .nullish()
  .catch(null);

/** A chunk of a stream, or a whole answer: these have `message` in place of `delta`. */
const Chunk = z.object({
  choices: z
    .array(z.object({ delta: Said, message: Said, finish_reason: text }))
    .nullish()
    .catch(null),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
  error: z.unknown().optional(),
});

export type Said = {
  content: string;
  thinks: boolean;
  finish: string | null;
  tokens: { prompt: number; answer: number } | null;
  error: unknown;
};

/** @returns undefined where it is no JSON object */
export function readChunk(data: string): Said | undefined {
  let parsed: ReturnType<typeof Chunk.safeParse>;
  try {
    parsed = Chunk.safeParse(parseForeign(data));
  } catch {
    return undefined;
  }
  if (!parsed.success) return undefined;
  const { choices, usage, error } = parsed.data;
  const [choice] = choices ?? [];
  const said = choice?.delta ?? choice?.message;
  return {
    content: clean(said?.content ?? ''),
    thinks: Boolean(said?.reasoning || said?.reasoning_content),
    finish: choice?.finish_reason || null,
    tokens:
      usage?.prompt_tokens != null && usage.completion_tokens != null
        ? { prompt: usage.prompt_tokens, answer: usage.completion_tokens }
        : null,
    error: error ?? null,
  };
}
