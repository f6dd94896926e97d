import type { listRuns as listContract, Run } from '#contract/automation/rules-runs.ts';
import type { Item } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { type Member, requireCapability } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError, notFound } from '../../../errors.ts';
import { findItems } from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import * as list from './list.sql.ts';
import { announceRules, carryOut } from './process.ts';
import { type Context, getRule, requirePublisher } from './rules.service.ts';
import { endFirstRun } from './rules.sql.ts';
import * as sql from './runs.sql.ts';
import { undoSteps, undoText } from './undo.ts';

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
  if (!rule.is_tried)
    throw new AppError('stale', 409, 'Try it first: this text of the rule was not tried.');
  const [made] = await transaction(context, (tx) => sql.repeatRun(tx, { workspaceId, userId, id }));
  if (!made) throw notFound('run', id);
  await carryOut(context, { workspaceId, id: made.id });
  return getRun(database, person, made.id);
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
    const now = new Date(context.clock.now()).toISOString();
    const steps = waiting.map((step) =>
      step.state === 'waits' ? { ...step, state: 'not_reached' as const } : step,
    );
    await sql.endRun(tx, {
      ...{ workspaceId, id, state: 'left_out', result: 'left out by a person', now },
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
    const now = new Date(context.clock.now()).toISOString();
    await sql.endRun(tx, {
      ...{ workspaceId, id, state: 'undone', result: 'undone', now },
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
