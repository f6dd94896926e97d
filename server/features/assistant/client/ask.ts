import { MAX_RUN_TEXT } from '#contract/assistant/limits.ts';
import type { Clock } from '../../../clock.ts';
import {
  type Outgoing,
  OutgoingError,
  type StreamedResponse,
} from '../../../http/outgoing/outgoing.ts';
import { readChunk } from './chunk.ts';
import { errorOf, messageOf } from './errors.ts';
import { readEvents, readText, readWhole } from './events.ts';
import { AssistantError } from './failure.ts';
import { bodyOf, learn, type Profile, profileOf, withoutRefused } from './profile.ts';
import type { Outcome, Question, Target } from './question.ts';
import { createThinkingFilter } from './thinking.ts';

/** One question to a server that speaks the protocol of OpenAI (docs/assistant.md). */

export type Asking = { outgoing: Outgoing; clock: Clock };

/** As often a question is worded anew, because the server refuses a part of it. */
const MAX_WORDINGS = 6;
const MAX_REFUSAL_BYTES = 64 * 1024;

export const headersOf = ({ key }: Target): Record<string, string> => ({
  accept: 'text/event-stream, application/json',
  'content-type': 'application/json',
  ...(key && { authorization: `Bearer ${key}` }),
});

export const addressOf = ({ url }: Target, path: string) => `${url.replace(/\/+$/, '')}${path}`;

/**
 * The words of an answer as they come, without what the model thinks.
 * @throws AssistantError
 */
export async function* ask(
  asking: Asking,
  target: Target,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<string, Outcome> {
  const { body, isStream } = await open(asking, target, question, signal);
  const filter = createThinkingFilter();
  const outcome: Outcome = { finish: 'lost', tokens: null, thought: false };
  let size = 0;
  const data = isStream ? readEvents(body) : readWhole(body);
  try {
    for await (const entry of data) {
      if (entry === '[DONE]') {
        if (outcome.finish === 'lost') outcome.finish = 'stop';
        break;
      }
      const said = readChunk(entry);
      if (!said) throw new AssistantError('server_error', { status: 200 });
      if (said.error) throw errorOf(inStream(said.error), asking.clock.now());
      outcome.tokens = said.tokens ?? outcome.tokens;
      outcome.thought ||= said.thinks;
      if (said.finish) outcome.finish = said.finish === 'length' ? 'length' : 'stop';
      const shown = filter.push(said.content);
      size += shown.length;
      // A longer one could not be sent back to be changed.
      if (size > MAX_RUN_TEXT) throw new AssistantError('too_large');
      if (shown) yield shown;
    }
  } catch (error) {
    if (error instanceof AssistantError || signal.aborted) throw error;
    // The connection broke: what came is there.
    outcome.finish = 'lost';
  } finally {
    body.destroy();
  }
  const rest = filter.end();
  if (rest) yield rest;
  outcome.thought ||= filter.thought();
  return outcome;
}

/** An error that came where an answer was expected, with the status that it names. */
function inStream(error: unknown) {
  const code = Number((error as { code?: unknown } | null)?.code);
  return {
    status: Number.isInteger(code) && code >= 400 && code < 600 ? code : 502,
    retryAfter: null,
    text: JSON.stringify(error) ?? '',
  };
}

/** The response to a question, worded so that the server understands it. */
async function open(asking: Asking, target: Target, question: Question, signal: AbortSignal) {
  let profile = profileOf(target, question.model);
  for (let wording = 1; ; wording++) {
    const response = await send(asking, target, bodyOf(question, profile), signal);
    const { status, headers, body } = response;
    const type = headers.get('content-type') ?? '';
    if (status === 200 && /json|event-stream/.test(type)) {
      learn(target, question.model, profile);
      return { body, isStream: type.includes('event-stream') };
    }
    const text = await readText(body, MAX_REFUSAL_BYTES).catch(() => '');
    const other = reworded(profile, { status, text }, question.form !== undefined);
    if (!other || wording === MAX_WORDINGS)
      throw errorOf({ status, retryAfter: headers.get('retry-after'), text }, asking.clock.now());
    profile = other;
  }
}

function reworded(
  profile: Profile,
  { status, text }: { status: number; text: string },
  hasForm: boolean,
): Profile | undefined {
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  return withoutRefused(profile, messageOf(text), hasForm);
}

async function send(
  { outgoing }: Asking,
  target: Target,
  body: object,
  signal: AbortSignal,
): Promise<StreamedResponse> {
  try {
    return await outgoing.stream(addressOf(target, '/chat/completions'), {
      method: 'POST',
      headers: headersOf(target),
      body: Buffer.from(JSON.stringify(body)),
      trusted: target.isTrusted,
      signal,
      // The whole run has a limit; a model may think for as long.
      idleMs: 0,
    });
  } catch (error) {
    if (signal.aborted || !(error instanceof OutgoingError)) throw error;
    throw unreached(error);
  }
}

export const unreached = (error: OutgoingError) =>
  new AssistantError(error.kind === 'refused' ? 'address_refused' : 'unreachable', {}, error);
