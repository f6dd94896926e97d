import type { Rule } from '#contract/automation/rules.ts';
import type { listRuns as listContract, Run } from '#contract/automation/rules-runs.ts';
import type { Item } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { type Member, requireCapability } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError, notFound } from '../../../errors.ts';
import { findItems } from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import { undoSteps, undoText } from './actions/undo.ts';
import type { About } from './facts.ts';
import * as list from './list.sql.ts';
import { announceRules, carryOut } from './process.ts';
import { type Context, getRule, requireFitting } from './rules.service.ts';
import { endFirstRun, lockRule } from './rules.sql.ts';
import * as sql from './runs.sql.ts';
import { listLowQueues } from './triggers/scans.sql.ts';
import { requirePublisher } from './unasked.ts';

/** What rules did, and what people decide about it. */

/** The latest first. */
export async function listRuns(
  executor: Executor,
  { workspaceId }: Member,
  { rule = null, state = null, before = null, page_size: limit }: Query,
) {
  const [[counts], results] = await Promise.all([
    list.countRuns(executor, { workspaceId, rule: rule ?? null }),
    list.listRuns(executor, {
      ...{ workspaceId, limit },
      rule: rule ?? null,
      state: state ?? null,
      before: before ?? null,
    }),
  ]);
  const { all = 0, failed = 0, waits = 0 } = counts ?? {};
  return { all, failed, waits, results };
}

type Query = {
  [Name in keyof Parsed<typeof listContract>['query']]:
    | Parsed<typeof listContract>['query'][Name]
    | null;
} & { page_size: number };

/** @throws AppError 404 */
async function findRun(executor: Executor, { workspaceId }: Member, id: number) {
  const [run] = await list.findRun(executor, { workspaceId, id });
  if (!run) throw notFound('run', id);
  return run;
}

/** @throws AppError 404 */
export async function getRun(executor: Executor, person: Member, id: number): Promise<Run> {
  const run = await findRun(executor, person, id);
  const { steps, role, maker, began_at: began, ended_at: ended, is_of_entry: isOfEntry } = run;
  const items = await findItems(
    executor,
    person,
    steps.flatMap(({ item }) => item ?? []),
  );
  const isEnded = run.state === 'done' || run.state === 'failed';
  const { id: number, rule, title, state, result, at } = run;
  return {
    ...{ id: number, number: run.number, rule, title, state, result, at },
    took: began === null || ended === null ? null : Date.parse(ended) - Date.parse(began),
    steps: steps.map(({ undo: _, item, ...step }) => ({
      ...step,
      item: shownItem(item === null ? undefined : items.get(item)),
    })),
    acted_as: `Acted as ${rule.name} with the rights of ${maker ?? 'a person who left'}${role ? ` (${role})` : ''}`,
    can_undo: isEnded && steps.some(({ undo }) => undo !== null),
    undo_text: isEnded ? undoText(steps, isOfEntry) : null,
    can_run_again: isEnded || state === 'left_out' || state === 'undone',
  };
}

const shownItem = (item: Item | undefined) =>
  item ? { id: item.id, title: item.title, status: item.status, folder: item.folder } : null;

/**
 * Runs a rule again, as it is now, on what an earlier run was about.
 * @throws AppError 404; 409 where it was not tried, or has not ended; 403
 */
export async function runAgain(context: Context, person: Member, id: number): Promise<Run> {
  const { database } = context;
  const { workspaceId, userId } = person;
  const run = await getRun(database, person, id);
  if (!run.can_run_again) throw new AppError('stale', 409, 'This run has not ended.');
  const rule = await getRule(database, person, run.rule.id);
  requirePublisher(person, rule);
  requireTried(rule);
  const [made] = await transaction(context, (tx) => sql.repeatRun(tx, { workspaceId, userId, id }));
  if (!made) throw notFound('run', id);
  await carryOut(context, { workspaceId, id: made.id });
  return getRun(database, person, made.id);
}

/**
 * Runs a rule once, as a person asks for it: as if its time had come, or for the account whose queue
 * has the least.
 * @throws AppError 404; 409 where it was not tried, or nothing can start it by hand; 400, 403
 */
export async function runNow(context: Context, person: Member, id: number): Promise<Run> {
  const { database, clock } = context;
  const { workspaceId, userId } = person;
  const made = await transaction(context, async (tx) => {
    // A text that is saved meanwhile is another one.
    await lockRule(tx, { workspaceId, id });
    const rule = await getRule(tx, person, id);
    requirePublisher(person, rule);
    requireTried(rule);
    await requireFitting(tx, person, rule);
    const about = await aboutNow(tx, person, rule, clock.now());
    const added = { workspaceId, rule: id, userId, about: JSON.stringify(about) };
    const [run] = await sql.addAskedRun(tx, added);
    await note(tx, person, id, 'run now');
    return run?.id ?? 0;
  });
  await carryOut(context, { workspaceId, id: made });
  return getRun(database, person, made);
}

/** What a run that nothing has started is about. @throws AppError 409 where it needs more */
async function aboutNow(
  tx: Transaction,
  { workspaceId }: Member,
  { trigger }: Rule,
  now: number,
): Promise<About> {
  const at = new Date(now).toISOString();
  if (trigger.kind === 'time') return { at };
  if (trigger.kind !== 'queue_low')
    throw new AppError(
      'stale',
      409,
      'It runs when something happens: only a rule for a time or a low queue can be run by hand.',
    );
  const { set, fewer_than: fewer } = trigger;
  const low = await listLowQueues(tx, { workspaceId, set, fewer });
  const [least] = low.toSorted((a, b) => (a.about.left ?? 0) - (b.about.left ?? 0));
  if (!least)
    throw new AppError(
      'stale',
      409,
      `No queue of its accounts has fewer than ${fewer} ${fewer === 1 ? 'post' : 'posts'} now.`,
    );
  return least.about;
}

/** @throws AppError 409 */
function requireTried({ is_tried: isTried }: Rule): void {
  if (!isTried)
    throw new AppError('stale', 409, 'Try it first: this text of the rule was not tried.');
}

/** @throws AppError 404; 409 where it does not wait; 403 */
export async function letGoOn(context: Context, person: Member, id: number): Promise<Run> {
  const { workspaceId, userId } = person;
  await transaction(context, async (tx) => {
    const { rule, commands } = await lockWaiting(tx, person, id);
    requirePublisher(person, await getRule(tx, person, rule));
    // What it does was decided when it began: the rule may be another one by now.
    if (commands.some((command) => command.do === 'schedule' && command.isUnread))
      requireCapability(person, 'decide', 'publish');
    await sql.continueRun(tx, { workspaceId, userId, id });
    await endFirstRun(tx, { workspaceId, id: rule });
    await note(tx, person, rule, 'let go on');
  });
  await carryOut(context, { workspaceId, id });
  return getRun(context.database, person, id);
}

/** @throws AppError 404; 409 where it does not wait */
export async function leaveOut(context: Context, person: Member, id: number): Promise<Run> {
  const { workspaceId } = person;
  await transaction(context, async (tx) => {
    const { rule, steps: waiting } = await lockWaiting(tx, person, id);
    const steps = waiting.map((step) =>
      step.state === 'waits' ? { ...step, state: 'not_reached' as const } : step,
    );
    await sql.endRun(tx, {
      ...{ workspaceId, id, state: 'left_out', result: 'left out by a person' },
      steps: JSON.stringify(steps),
    });
    await note(tx, person, rule, 'left out');
  });
  return getRun(context.database, person, id);
}

/**
 * Undoes what can be undone, all of it or nothing.
 * @throws AppError 404; 409 where it cannot be undone; 403 where the person may not
 */
export async function undoRun(context: Context, person: Member, id: number): Promise<Run> {
  const { workspaceId } = person;
  await transaction(context, async (tx) => {
    const [run] = await sql.lockRun(tx, { workspaceId, id });
    if (!run || run.state === 'due') throw notFound('run', id);
    const { can_undo: canUndo } = await getRun(tx, person, id);
    if (!canUndo) throw new AppError('stale', 409, 'There is nothing to undo.');
    await undoSteps(context, tx, person, run.steps);
    await sql.endRun(tx, {
      ...{ workspaceId, id, state: 'undone', result: 'undone' },
      steps: JSON.stringify(run.steps.map((step) => ({ ...step, undo: null }))),
    });
    await note(tx, person, run.rule, 'undone');
  });
  return getRun(context.database, person, id);
}

async function lockWaiting(tx: Transaction, person: Member, id: number): Promise<sql.OpenRun> {
  const [run] = await sql.lockRun(tx, { workspaceId: person.workspaceId, id });
  if (!run || run.state === 'due') throw notFound('run', id);
  if (run.state !== 'waits')
    throw new AppError('stale', 409, 'Somebody has decided about this run already.');
  return run;
}

async function note(tx: Transaction, person: Member, rule: number, what: string): Promise<void> {
  const changes = { run: { before: null, after: what } };
  await record(tx, person, { action: 'update', objectType: 'rule', objectId: rule, changes });
  announceRules(tx, person.workspaceId, person.tab);
}
