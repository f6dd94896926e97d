import { FAILURE_TITLES } from '#contract/assistant/failure-titles.ts';
import type { Member } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { AssistantError } from './client/failure.ts';
import { type PrepareContext, prepare } from './prepare.ts';
import { eventsOf, serverFor } from './run.ts';
import { findServer } from './servers.ts';
import type { Asked } from './tasks/asked.ts';

/** Runs that nobody watches: those of jobs. */

/** What passes by itself: it is asked again later. */
const PASSES: readonly AssistantError['kind'][] = ['at_once', 'pause'];

/** It could not be asked now. */
export class AssistantBusy extends Error {
  override name = 'AssistantBusy';
}

type Body = Partial<Asked['body']> & Pick<Asked['body'], 'action'>;

/**
 * The other text of a text that the assistant proposes, and who wrote it. It counts for this person,
 * who has been told where texts are sent.
 * @throws AppError whose message says why there is none; AssistantBusy; AbortError where `signal` ends it
 */
export async function proposeText(
  context: PrepareContext,
  person: Member,
  body: Body,
  signal: AbortSignal,
): Promise<{ text: string; host: string; model: string }> {
  const timeout = AbortSignal.timeout(context.config.assistantMs);
  try {
    const prepared = await prepare(context, person, body);
    const chosen = await serverFor(context, person, await findServer(context, person), body);
    const ready = { ...prepared, ...chosen, body };
    const ends = AbortSignal.any([signal, timeout]);
    for await (const [name, data] of eventsOf(context, person, ready, ends))
      if (name === 'done' && data.result.kind === 'text')
        return { text: data.result.text, host: chosen.server.host, model: chosen.model };
    throw new AssistantError('nothing');
  } catch (error) {
    signal.throwIfAborted();
    const failure = timeout.aborted ? new AssistantError('timeout') : error;
    if (!(failure instanceof AssistantError)) throw failure;
    if (PASSES.includes(failure.kind)) throw new AssistantBusy(sentenceOf(failure));
    throw new AppError('invalid', 409, sentenceOf(failure));
  }
}

const sentenceOf = ({ kind }: AssistantError) => `The assistant: ${FAILURE_TITLES[kind]}`;

/** Why this person cannot ask the assistant, as a sentence; null where they can. */
export async function whyNotAsked(
  context: PrepareContext,
  person: Member,
  name: string,
): Promise<string | null> {
  const server = await findServer(context, person);
  if (!server) return 'The assistant is off: an owner can choose its server.';
  const why = await serverFor(context, person, server, { action: 'improve' }).catch((error) => {
    if (error instanceof AssistantError) return error;
    throw error;
  });
  return why instanceof AssistantError
    ? `${name} has not read yet that texts are sent to ${server.host}.`
    : null;
}
