import type { RunEvents } from '#contract/assistant/runs.ts';
import type { Failure } from '#contract/assistant/state.ts';
import { can } from '#contract/roles.ts';
import type { Member } from '../../actor.ts';
import { proposeAlt } from './alts.sql.ts';
import { withBeats } from './beats.ts';
import { ask } from './client/ask.ts';
import { tokensOf, tokensOfMessages } from './client/estimate.ts';
import { AssistantError } from './client/failure.ts';
import { countModels } from './client/models.ts';
import type { Message, Outcome } from './client/question.ts';
import { countUse } from './own-actions.ts';
import { type PrepareContext, type Prepared, prepare } from './prepare.ts';
import { findAcknowledged, findMember } from './servers.sql.ts';
import { type AssistantServer, findServer, targetOf } from './servers.ts';
import type { Asked } from './tasks/asked.ts';
import { createEntryReader } from './tasks/entries.ts';
import type { Judged } from './tasks/task.ts';
import { extend, getUsage, reserve, settle } from './usage.ts';

/** A run: one question, perhaps asked a second time, and its events (contract/assistant/runs.ts). */

type Body = Asked['body'];
type Event = { [Name in keyof RunEvents]: readonly [Name, RunEvents[Name]] }[keyof RunEvents];
type Ready = Prepared & { server: AssistantServer; model: string; body: Body };
/** How long a run counts as under way after its time, until it is settled. */
const GRACE_MS = 10_000;

const write = ([name, data]: Event) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Prepares a run. What is wrong with the request is thrown; what is wrong with the assistant is an
 * event.
 * @throws AppError
 */
export async function startRun(context: PrepareContext, person: Member, body: Body) {
  const prepared = await prepare(context, person, body);
  const server = await findServer(context, person);
  try {
    const ready = { ...prepared, ...(await serverFor(context, person, server, body)), body };
    return (gone: AbortSignal) => withBeats(followRun(context, person, ready, gone));
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    const event = write(['error', await failureOf(context, person, server, error)]);
    return async function* () {
      yield event;
    };
  }
}

/**
 * The server and the model that this person may ask.
 * @throws AssistantError where the assistant is off, or they have not been told of its server
 */
export async function serverFor(
  context: PrepareContext,
  person: Member,
  server: AssistantServer | undefined,
  { action }: Pick<Body, 'action'>,
) {
  if (!server) throw new AssistantError('off');
  const [told] = await findAcknowledged(context.database, person);
  if (told?.server !== server.id) throw new AssistantError('not_acknowledged');
  const model = action === 'alt' ? server.visionModel : server.model;
  if (model === null) throw new AssistantError('no_pictures');
  return { server, model };
}

async function* followRun(
  context: PrepareContext,
  person: Member,
  ready: Ready,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const timeout = AbortSignal.timeout(context.config.assistantMs);
  try {
    for await (const event of eventsOf(context, person, ready, AbortSignal.any([gone, timeout])))
      yield write(event);
  } catch (error) {
    if (gone.aborted) return;
    const seconds = context.config.assistantMs / 1000;
    const failure = timeout.aborted ? new AssistantError('timeout', { seconds }) : error;
    if (!(failure instanceof AssistantError))
      context.log.error({ err: failure }, 'a run of the assistant failed');
    yield write(['error', await failureOf(context, person, ready.server, failure, ready.model)]);
  }
}

/** What a page needs to say what is wrong. Anything unknown is a failure of the server. */
async function failureOf(
  context: PrepareContext,
  person: Member,
  server: AssistantServer | undefined,
  error: unknown,
  model = server?.model,
): Promise<Failure> {
  const { kind, details } =
    error instanceof AssistantError ? error : new AssistantError('server_error');
  const isLimit = kind === 'day_limit' || kind === 'month_limit';
  return {
    kind,
    host: server?.host ?? null,
    model: model ?? null,
    status: null,
    seconds: null,
    tokens: null,
    limit: null,
    others:
      kind === 'model_unknown' && server ? await countModels(context, targetOf(server)) : null,
    ...details,
    usage: isLimit ? await getUsage(context, person) : null,
  };
}

type Answer = { text: string; outcome: Outcome; tokens: { prompt: number; answer: number } };

/** Sends what comes of an answer; returns it as a whole. */
async function* listen(
  context: PrepareContext,
  { task, model, server }: Ready,
  messages: readonly Message[],
  signal: AbortSignal,
  spend: (tokens: number) => void,
): AsyncGenerator<Event, Answer> {
  const { answerTokens, form } = task;
  const prompt = tokensOfMessages(messages);
  const read = task.entries && createEntryReader(task.entries.list);
  let [text, index, isCounted] = ['', 0, false];
  const pieces = ask(context, targetOf(server), { model, messages, answerTokens, form }, signal);
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) {
        const tokens = reported(value, server.context) ?? { prompt, answer: tokensOf(text) };
        spend(tokens.prompt + tokens.answer);
        isCounted = true;
        return { text, outcome: value, tokens };
      }
      text += value;
      if (task.streams) yield ['delta', { text: value }];
      for (const raw of read?.(value) ?? []) {
        const entry = index < (task.entries?.max ?? 0) ? task.entries?.read(raw) : undefined;
        if (entry !== undefined) yield ['entry', { index: index++, entry }];
      }
    }
  } catch (error) {
    // What the server refused, or never got, cost nothing.
    isCounted = error instanceof AssistantError && text === '' && error.kind !== 'too_large';
    throw error;
  } finally {
    // Whoever leaves before the end has used what came until then.
    if (!isCounted) spend(prompt + Math.min(tokensOf(text), answerTokens));
    await pieces.return(undefined as never);
  }
}

/** A server may report anything: no question and no answer is longer than the context. */
const reported = ({ tokens }: Outcome, context: number): Outcome['tokens'] =>
  tokens && {
    prompt: Math.min(tokens.prompt, context),
    answer: Math.min(tokens.answer, context),
  };

/** @throws AssistantError where an answer has no text, or is not whole */
function requireWhole({ text, outcome, tokens }: Answer, answerTokens: number) {
  const { finish, thought } = outcome;
  if (!text.trim() && (thought || finish === 'length'))
    throw new AssistantError('thought_only', { tokens: tokens.answer || answerTokens });
  if (finish === 'lost') throw new AssistantError('connection_lost');
  if (!text.trim()) throw new AssistantError('nothing');
  if (finish === 'length') throw new AssistantError('ended', { tokens: answerTokens });
}

/** What happens in a run. @throws AssistantError */
export async function* eventsOf(
  context: PrepareContext,
  person: Member,
  ready: Ready,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const { task, body, server, model, voice } = ready;
  const began = performance.now();
  const needed = (messages: readonly Message[]) => tokensOfMessages(messages) + task.answerTokens;
  const total = needed(task.messages);
  if (total > server.context)
    throw new AssistantError('context', { tokens: total, limit: server.context });
  const forMs = context.config.assistantMs + GRACE_MS;
  const run = await reserve(context, person, total, forMs);
  let [spent, isSettled] = [0, false];
  const spend = (tokens: number) => {
    spent += tokens;
  };
  const end = async () => {
    if (isSettled) return;
    isSettled = true;
    await settle(context, person, run, {
      action: body.action,
      model,
      tokens: spent,
      item: body.item ?? null,
    });
  };
  try {
    if (body.own_action != null) await countUse(context, person, body.own_action);
    yield ['started', { host: server.host, model, voice, tokens: total }];
    let answer = yield* listen(context, ready, task.messages, signal, spend);
    requireWhole(answer, task.answerTokens);
    await requireStill(context, person, server);
    let judged = task.judge(answer.text);
    if ('again' in judged) {
      const again: Message[] = [
        ...task.messages,
        { role: 'assistant', content: answer.text },
        { role: 'user', content: judged.say },
      ];
      if (needed(again) <= server.context && (await extend(context, person, run, needed(again)))) {
        yield ['again', { reason: judged.again, over: judged.over }];
        answer = yield* listen(context, ready, again, signal, spend);
        requireWhole(answer, task.answerTokens);
        judged = second(judged, task.judge(answer.text));
      }
    }
    if (!('result' in judged) || !judged.result) throw new AssistantError('form');
    const result = await stored(context, person, ready, judged.result);
    await end();
    yield [
      'done',
      {
        result,
        seconds: (performance.now() - began) / 1000,
        tokens: { ...answer.tokens, estimated: answer.outcome.tokens === null },
        usage: await getUsage(context, person),
      },
    ];
  } finally {
    await end();
  }
}

/**
 * A run takes longer than a request: whoever is no member any more asks nothing again and stores
 * nothing, and nothing more is sent to a server that was taken out.
 * @throws AssistantError
 */
async function requireStill(context: PrepareContext, person: Member, { id }: AssistantServer) {
  const [member] = await findMember(context.database, person);
  const isMember = member !== undefined && can(member.role, 'assist');
  if (!isMember || (await findServer(context, person))?.id !== id) throw new AssistantError('off');
}

/** The second answer, where it has a result; else the first. */
const second = (first: Judged, last: Judged): Judged =>
  'result' in last && last.result ? last : first;

/**
 * A proposed alt text is stored until somebody confirms it.
 * @throws AssistantError where its picture was deleted meanwhile
 */
async function stored(
  { database }: PrepareContext,
  { workspaceId }: Member,
  { model, server }: Ready,
  result: RunEvents['done']['result'],
): Promise<RunEvents['done']['result']> {
  if (result.kind !== 'alt') return result;
  const { file, text, language } = result;
  const [row] = await proposeAlt(database, {
    workspaceId,
    file,
    text,
    language,
    host: server.host,
    model,
  });
  if (!row) throw new AssistantError('picture_gone');
  return { ...result, id: row.id };
}
