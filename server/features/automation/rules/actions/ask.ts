import { MAX_PROMPT_PARTS, promptWords } from '#contract/automation/rules-prompts.ts';
import { can } from '#contract/roles.ts';
import { actingMember, type Member } from '../../../../actor.ts';
import { type Transaction, transaction } from '../../../../database/transaction.ts';
import { AppError } from '../../../../errors.ts';
import { AssistantBusy, proposeText } from '../../../assistant/assistant.service.ts';
import { getThread } from '../../../content/posts/posts.service.ts';
import type { Command } from '../engine.ts';
import { namesOf } from '../facts.ts';
import { carryOut, type Key, roleIn, settle } from '../process.ts';
import type { Context } from '../rules.service.ts';
import * as rules from '../rules.sql.ts';
import * as sql from '../runs.sql.ts';
import type { Answer, Answered } from './action-context.ts';
import { askLater, setAsked, takeAsking } from './ask.sql.ts';

/** Runs whose next step asks the assistant: it is asked outside of any transaction, once. */

/** Runs of this process at a time, each of another workspace where there are several. */
const AT_ONCE = 4;
/** Of one run, with all parts of a thread. */
const MAX_ASK_MS = 4 * 60_000;
/** Longer than that: a process that died leaves it. */
const LEASE_SECONDS = MAX_ASK_MS / 1000 + 60;
/** The assistant is asked again, where it was busy. */
const AGAIN_SECONDS = 60;

const DIED = 'The server was stopped while the assistant was asked. Run it again.';

type Prompt = (Command & { do: 'prompt' })['prompt'];
/** `answered`: what it has answered so far. */
type Question = {
  actor: Member;
  asked: string;
  prompt: Prompt;
  parts: Part[];
  answered: Answered;
};
type Part = { item: number; text: string; folder: number | null };

/** Asks for all runs that wait for it, while `signal` lets it. */
export async function askDue(context: Context, signal: AbortSignal, taking: AbortSignal) {
  const { database, log } = context;
  const worker = async () => {
    while (!taking.aborted) {
      const [taken] = await takeAsking(database, { seconds: LEASE_SECONDS, limit: 1 });
      if (!taken) return;
      const key = { workspaceId: taken.workspace, id: taken.id };
      await askFor(context, key, taken.until, signal).catch((err) => {
        if (!(err instanceof AssistantBusy))
          log.error({ err, run: taken.id }, 'a run could not ask the assistant');
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function askFor(context: Context, key: Key, until: string, signal: AbortSignal) {
  let answered: Answered | undefined;
  const askAgain = (seconds: number) =>
    transaction(context, (tx) =>
      askLater(tx, {
        ...{ ...key, lease: until, seconds },
        answered: answered ? JSON.stringify(answered) : null,
      }),
    );
  try {
    const question = await transaction(context, (tx) => begin(tx, key, until));
    if (!question) return;
    answered = question.answered;
    const answer = await answerOf(context, question, signal);
    // It was not asked after all, or stopped by us: the next process asks.
    if (answer === 'stopped') return await askAgain(0);
    await carryOut(context, key, answer);
  } catch (error) {
    if (error instanceof AssistantBusy) await askAgain(AGAIN_SECONDS);
    await settle(context, key, error);
  }
}

/**
 * Writes down that the assistant is asked, before it is: nothing is asked twice.
 * @throws AppError where it cannot be asked, or was and its answer is lost
 */
async function begin(tx: Transaction, key: Key, until: string): Promise<Question | undefined> {
  const { workspaceId } = key;
  const [run] = await sql.lockRun(tx, key);
  const command = run?.commands[run.position];
  if (run?.state !== 'running' || command?.do !== 'prompt') return;
  // This process was frozen for longer than it had: another one has taken the run.
  if (run.leased_until !== until) return;
  if (run.asked_at !== null) throw new AppError('gone', 409, DIED);
  const [rule] = await rules.findForRun(tx, { workspaceId, id: run.rule });
  if (!rule) return;
  const role = roleIn(run, rule);
  if (rule.maker === null || role === null || !can(role, 'assist'))
    throw new AppError('forbidden', 403, 'Its maker may not ask the assistant any more.');
  const actor = actingMember(workspaceId, rule.maker, role, { kind: 'rule', id: run.rule });
  const post = run.post ?? run.about.post;
  const [present] = post === undefined ? [] : await sql.findItem(tx, { workspaceId, post });
  if (!present) throw new AppError('not_found', 404, 'The post is not there any more.');
  const parts = (await getThread(tx, actor, present.item))
    .filter(({ content }) => content.trim())
    .map(({ id: item, content: text, folder }) => ({ item, text, folder }));
  if (!parts.length) throw new AppError('invalid', 400, 'The post has no text.');
  if (parts.length > MAX_PROMPT_PARTS)
    throw new AppError(
      'too_large',
      413,
      `It has ${parts.length} parts: the assistant is asked about ${MAX_PROMPT_PARTS} at most.`,
    );
  const { prompt } = command;
  const names = await namesOf(tx, workspaceId, rule);
  const name = prompt.own_action === null ? undefined : names('own_action', prompt.own_action);
  const asked = promptWords(prompt.ask, prompt) ?? (name && `do ‘${name}’`);
  if (!asked) throw new AppError('not_found', 404, 'Its own action is not there any more.');
  await setAsked(tx, { ...key, lease: until });
  const answered = run.answered ?? { host: '', model: '', parts: [] };
  return { actor, asked, prompt, parts, answered };
}

/**
 * Asks about the parts that have no answer yet, and keeps each in `answered`.
 * @throws AppError whose message says why there is no answer; AssistantBusy
 */
async function answerOf(
  context: Context,
  { actor, asked, prompt, parts, answered }: Question,
  signal: AbortSignal,
): Promise<Answer | 'stopped'> {
  const { ask: action, tone, language, network, own_action } = prompt;
  const timeout = AbortSignal.timeout(MAX_ASK_MS);
  const ends = AbortSignal.any([signal, timeout]);
  const answerTo = ({ item, text }: Part) =>
    answered.parts.find((part) => part.item === item && part.before === text);
  try {
    for (const part of parts.filter((each) => !answerTo(each))) {
      const { item, text: before, folder } = part;
      const body = { action, text: before, tone, language, network, own_action, item, folder };
      const { text: after, host, model } = await proposeText(context, actor, body, ends);
      Object.assign(answered, { host, model });
      answered.parts.push({ item, before, after });
    }
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (timeout.aborted)
      throw new AppError('unavailable', 503, 'The assistant has not finished in time.');
    throw error;
  }
  const isOther = ({ before, after }: Answered['parts'][number]) =>
    after.trim() !== '' && after.trim() !== before.trim();
  const answers = parts.map(answerTo).filter((part) => part !== undefined);
  return { ...answered, asked, parts: answers.filter(isOther) };
}
