import { z } from 'zod';
import { DEFAULT_CONTEXT } from '#contract/assistant/limits.ts';
import type { probe as contract, ProbeResult } from '#contract/assistant/settings.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { type Asking, ask } from './client/ask.ts';
import { AssistantError } from './client/failure.ts';
import { listModels } from './client/models.ts';
import { profileOf } from './client/profile.ts';
import type { Form, Message, Outcome, Target } from './client/question.ts';
import { JSON_ONLY, taskOf } from './prompts/frame.ts';
import { PROBE, PROBE_FORM, PROBE_PICTURE } from './prompts/review.ts';
import { type AssistantServer, type ServerContext, serverWith, targetOf } from './servers.ts';
import { formOf, readForm } from './tasks/forms.ts';

/** Tries a server. Nothing of the workspace is sent. */

type Context = ServerContext & Pick<AppContext, 'limits' | 'outgoing' | 'clock' | 'config'>;

const PROBES = { attempts: 20, seconds: 10 * 60 };
const ANSWER_TOKENS = 400;
/** More than Ollama reads where nobody has told it otherwise. */
const LONG_TOKENS = 5000;
/** What tokenizers make of it may differ a little. */
const READ_SHARE = 0.9;
const CUT_CONTEXT = 4096;
/** A red square of 16 pixels. */
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGP4z8BAEiJN9aiGUQ1DSgMAVGz/AeLRhJkAAAAASUVORK5CYII=';

const Ready = z.object({ ready: z.boolean() });

type Told = { text: string; outcome: Outcome; firstMs: number; lastMs: number; pieces: number };

async function tell(
  asking: Asking,
  target: Target,
  { model, content, form }: { model: string; content: Message['content']; form?: Form },
  signal: AbortSignal,
): Promise<Told> {
  const began = performance.now();
  const messages: Message[] = [{ role: 'user', content }];
  const question = { model, messages, answerTokens: ANSWER_TOKENS, form };
  const answer = ask(asking, target, question, signal);
  let [text, firstMs, pieces] = ['', 0, 0];
  for (;;) {
    const { done, value } = await answer.next();
    if (done) {
      const lastMs = performance.now() - began;
      return { text, outcome: value, firstMs: firstMs || lastMs, lastMs, pieces };
    }
    firstMs ||= performance.now() - began;
    pieces++;
    text += value;
  }
}

/** @throws AppError 400 where the address is not allowed; 429 */
export async function probe(
  context: Context,
  person: Member,
  fields: Parsed<typeof contract>['body'],
): Promise<ProbeResult> {
  await context.limits.count(`assistant:probe:${person.userId}`, PROBES);
  const { model = '', context: tokens = DEFAULT_CONTEXT } = fields;
  const server = await serverWith(context, person, { ...fields, model, context: tokens });
  const signal = AbortSignal.timeout(context.config.assistantMs);
  const found: ProbeResult = {
    probed_at: new Date(context.clock.now()).toISOString(),
    seconds: 0,
    failure: null,
    models: null,
    streams: false,
    tokens_per_second: null,
    json: 'none',
    pictures: null,
    cuts_at: null,
  };
  try {
    const target = targetOf(server);
    found.models = await listModels(context, target);
    // Without a model there is nothing to ask yet.
    if (model) await tryOut(context, target, server, found, signal);
  } catch (error) {
    found.failure = failureOf(context, server, found, signal.aborted, error);
  }
  return found;
}

function failureOf(
  { config }: Context,
  { host, model }: AssistantServer,
  { models }: ProbeResult,
  isLate: boolean,
  error: unknown,
): ProbeResult['failure'] {
  const seconds = config.assistantMs / 1000;
  const failure = isLate ? new AssistantError('timeout', { seconds }) : error;
  if (!(failure instanceof AssistantError)) throw error;
  return {
    kind: failure.kind,
    host,
    model,
    status: null,
    seconds: null,
    tokens: null,
    limit: null,
    others: models?.length ?? null,
    usage: null,
    ...failure.details,
  };
}

async function tryOut(
  asking: Asking,
  target: Target,
  { model, visionModel, context }: AssistantServer,
  found: ProbeResult,
  signal: AbortSignal,
) {
  const first = await tell(
    asking,
    target,
    { model, content: taskOf('probe', [PROBE], []) },
    signal,
  );
  found.seconds = first.lastMs / 1000;
  if (!first.text.trim())
    throw new AssistantError(first.outcome.thought ? 'thought_only' : 'nothing');
  found.streams = profileOf(target, model).stream;
  const seconds = first.lastMs / 1000;
  const answered = first.outcome.tokens?.answer ?? first.pieces;
  found.tokens_per_second = seconds > 0 ? Math.round(answered / seconds) : null;
  found.json = await formOfAnswers(asking, target, model, signal);
  if (visionModel !== null)
    found.pictures = await seesPictures(asking, target, visionModel, signal);
  if (context > CUT_CONTEXT) found.cuts_at = await cutOf(asking, target, model, signal);
}

async function formOfAnswers(asking: Asking, target: Target, model: string, signal: AbortSignal) {
  const form = formOf('ready', Ready);
  const content = taskOf('probe_form', [`${JSON_ONLY} ${PROBE_FORM}`], []);
  const { text } = await tell(asking, target, { model, content, form }, signal);
  if ('problem' in readForm(text, Ready)) return 'none';
  // Some ignore what they are asked for.
  return text.trim().startsWith('{') ? profileOf(target, model).json : 'words';
}

async function seesPictures(asking: Asking, target: Target, model: string, signal: AbortSignal) {
  const content: Message['content'] = [
    { type: 'text', text: taskOf('probe_picture', [PROBE_PICTURE], []) },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${RED}` } },
  ];
  try {
    const { text } = await tell(asking, target, { model, content }, signal);
    return /\bred\b/i.test(text);
  } catch (error) {
    if (error instanceof AssistantError) return false;
    throw error;
  }
}

/** How much of a long question it reads, where that is less than was sent. */
async function cutOf(asking: Asking, target: Target, model: string, signal: AbortSignal) {
  const content = taskOf('probe', [PROBE], ['the '.repeat(LONG_TOKENS)]);
  try {
    const { outcome } = await tell(asking, target, { model, content }, signal);
    const read = outcome.tokens?.prompt ?? LONG_TOKENS;
    return read < LONG_TOKENS * READ_SHARE ? read : null;
  } catch (error) {
    if (error instanceof AssistantError) return null;
    throw error;
  }
}
