import { can, lesserRole } from '#contract/roles.ts';
import { actingMember, type Member, proposing } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { AssistantBusy } from '../../assistant/assistant.service.ts';
import { membersWithCapability, notify } from '../../people/notifications/notifications.service.ts';
import { getPause } from '../../publishing/pause/pause.service.ts';
import { type Context, fetchPicture } from '../feeds/feeds.service.ts';
import { act } from './actions/act.ts';
import type { Answer } from './actions/action-context.ts';
import { type Step, stepsOf, summaryOf } from './actions/steps.ts';
import { isPausedBy, step } from './engine.ts';
import { gatherFacts, namesOf } from './facts.ts';
import * as rules from './rules.sql.ts';
import * as sql from './runs.sql.ts';

/** Runs of rules are carried out, each step in a transaction of its own. */

/** Longer than a step takes: a process that died has left it. */
const LEASE_SECONDS = 60;
const AT_ONCE = 20;
/** A run that cannot be carried out for so long has failed; one that waits its turn has longer. */
const MAX_TRIES_SECONDS = 10 * 60;
const MAX_BEGIN_SECONDS = 24 * 3600;
const MAX_TITLE = 300;
const MAX_RESULT = 500;

export type Key = { workspaceId: number; id: number };
type Run = sql.OpenRun;

export const announceRules = (tx: Transaction, workspaceId: number, tab = '') =>
  tx.announce({ workspaceId, topic: 'rules', tab });

/** Carries out what waits for it, until there is nothing more. What it does not reach, it gives back. */
export async function runDue(context: Context, ending: AbortSignal): Promise<void> {
  const { database, log } = context;
  while (!ending.aborted) {
    const taken = await sql.takeRuns(database, { seconds: LEASE_SECONDS, limit: AT_ONCE });
    if (!taken.length) return;
    const ordered = taken.toSorted((one, other) => one.id - other.id);
    for (const [index, { id, workspace, until }] of ordered.entries()) {
      if (ending.aborted) {
        const ids = ordered.slice(index).map((run) => run.id);
        return void (await sql.giveBack(database, { ids, until }));
      }
      await carryOut(context, { workspaceId: workspace, id }).catch((err) => {
        log.error({ err, run: id }, 'a run of a rule could not be carried out');
      });
    }
  }
}

/**
 * Carries out one run, or goes on where a process has died; up to where it asks the assistant.
 * @param answer of the assistant, where it was asked for the step that is next
 */
export async function carryOut(
  context: Context,
  key: Key,
  answer: Answer | null = null,
): Promise<void> {
  try {
    await begin(context, key);
    let isMore = await doNext(context, key, answer);
    while (isMore) isMore = await doNext(context, key, null);
  } catch (error) {
    await settle(context, key, error);
  }
}

/** What cannot be done ends a run; anything else is tried again, for so long. */
export async function settle(context: Context, key: Key, error: unknown): Promise<void> {
  if (!(error instanceof AppError) && !(await isTriedLong(context, key))) throw error;
  await fail(context, key, whyOf(error));
}

function whyOf(error: unknown): string {
  if (error instanceof AppError) return reasonOf(error);
  return error instanceof AssistantBusy ? error.message : 'It could not be carried out.';
}

/** The message of a field says more than that of the whole. */
export function reasonOf({ extra, message }: AppError): string {
  const [first] = Object.values(extra).flatMap((value) => (Array.isArray(value) ? value : []));
  return typeof first === 'string' ? first : message;
}

async function isTriedLong({ database }: Context, key: Key): Promise<boolean> {
  const limits = { triesSeconds: MAX_TRIES_SECONDS, beginSeconds: MAX_BEGIN_SECONDS };
  return (await sql.findTriedLong(database, { ...key, ...limits })).length > 0;
}

/** Decides what a run does, and counts it. */
const begin = (context: Context, key: Key) =>
  transaction(context, async (tx) => {
    const { workspaceId } = key;
    const [run] = await sql.lockRun(tx, key);
    if (run?.state !== 'due') return;
    // The bounds of a day hold for all processes together.
    await lockNumber(tx, { what: 'rule runs', id: workspaceId });
    const [rule] = await rules.lockRule(tx, { workspaceId, id: run.rule });
    if (!rule) return;
    const now = context.clock.now();
    const [counted] = await sql.countRuns(tx, {
      ...{ workspaceId, rule: rule.id },
    });
    const happened = [{ about: run.about, names: run.names, at: run.created_at }];
    const [facts] = await gatherFacts(tx, { workspaceId, zone: rule.zone }, happened);
    if (!facts) return;
    const role = roleOf(rule);
    const { pause } = await getPause(tx, { workspaceId });
    const state = {
      isOn: rule.state === 'on',
      rights: role && {
        write: can(role, 'write'),
        decide: can(role, 'decide') && askerPublishes(run),
      },
      isPaused: pause?.is_active === true,
      runs: counted?.rule ?? 0,
      workspaceRuns: counted?.workspace ?? 0,
      firstRunWaits: rule.first_run_waits,
      ...{ zone: rule.zone, now },
    };
    const event = { facts, chain: run.chain, isAsked: run.asked_by !== null };
    const decision = step(rule, state, event);
    const at = new Date(now).toISOString();
    const names = await namesOf(tx, workspaceId, rule);
    const isActing = decision.do === 'act';
    const result = { act: '', wait: 'waits for a look', leave_out: '', nothing: '', pause: '' };
    await sql.saveRun(tx, {
      ...key,
      state: isActing ? 'running' : decision.do === 'wait' ? 'waits' : 'left_out',
      title: facts.title.slice(0, MAX_TITLE),
      steps: JSON.stringify(stepsOf(rule, names, facts, decision, at)),
      commands: JSON.stringify('commands' in decision ? decision.commands : []),
      result:
        decision.do === 'leave_out' || decision.do === 'pause'
          ? `left out: ${decision.why}`.slice(0, MAX_RESULT)
          : result[decision.do],
      ...{ role, isEnd: !isActing },
    });
    if (decision.do === 'pause') await pauseRule(tx, key.workspaceId, rule, decision.why);
    announceRules(tx, workspaceId);
  });

type Made = Pick<rules.RuleForRun, 'maker_role' | 'role'>;

/** The role of a rule: of its maker when it was saved, and now. */
const roleOf = ({ maker_role: saved, role }: Made) => lesserRole(saved, role);

/** The role of a run: of its rule when it began, and now. */
export const roleIn = (run: Run, rule: Made) => lesserRole(run.role ?? 'viewer', roleOf(rule));

/** Whoever runs a rule by hand, or lets it go on, publishes nothing by it that they may not publish. */
const askerPublishes = ({ asked_by: asker, asker_role: role }: Run) =>
  asker === null || (role !== null && can(role, 'decide'));

/** @returns whether there is more to do */
async function doNext(context: Context, key: Key, answer: Answer | null): Promise<boolean> {
  const { workspaceId } = key;
  // Not within the transaction: its server may take its time.
  const picture = await pictureFor(context, key);
  return transaction(context, async (tx) => {
    const [run] = await sql.lockRun(tx, key);
    if (run?.state !== 'running') return false;
    const [rule] = await rules.findForRun(tx, { workspaceId, id: run.rule });
    const command = run.commands[run.position];
    const now = new Date(context.clock.now()).toISOString();
    if (!rule || !command) {
      await end(tx, key, run, { state: 'done', result: summaryOf(run.commands) });
      await rules.setFailures(tx, { workspaceId, id: run.rule, failures: 0 });
      return false;
    }
    // A job asks the assistant, outside of this transaction.
    if (command.do === 'prompt' && !answer) return false;
    // Rights that were lost since it began are not used, nor those that were gained.
    const role = roleIn(run, rule);
    if (rule.maker === null || role === null || !can(role, 'write'))
      throw new AppError('forbidden', 403, 'Its maker may not do this any more.');
    const acting = actingMember(workspaceId, rule.maker, role, { kind: 'rule', id: run.rule });
    // Its words are not those of the rule as it is now, which may publish.
    const isPromoted = !can(role, 'decide') && can(roleOf(rule) ?? role, 'decide');
    const maker: Member = isPromoted ? { ...acting, narrowed: true } : acting;
    const place = { workspaceId, zone: rule.zone };
    const [facts] = await gatherFacts(tx, place, [
      { about: run.about, names: run.names, at: run.created_at },
    ]);
    if (!facts) return false;
    const rulesOf = [...run.chain, run.rule];
    await sql.setCauses(tx, { rules: rulesOf.join(',') });
    const post = run.post ?? run.about.post;
    const [present] = post === undefined ? [] : await sql.findItem(tx, { workspaceId, post });
    const done = await act(
      {
        ...{ context, tx, facts, picture, answer, zone: rule.zone, rule: run.rule, rules: rulesOf },
        ...{ ruleName: rule.name, run: run.id },
        isAsked: run.asked_by !== null,
        // Its maker is the author of what it writes.
        actor: askerPublishes(run) ? maker : proposing(maker),
        item: present?.item ?? null,
        publication: run.about.publication ?? null,
      },
      command,
    );
    const { result, item, undo } = done;
    await sql.saveStep(tx, {
      ...key,
      steps: JSON.stringify(withStep(run, { state: 'done', result, item, undo, at: now })),
      position: run.position + 1,
      post: done.post ?? run.post,
    });
    return true;
  });
}

/** The step of the command that is next, or was being carried out. */
function withStep({ steps, commands, position }: Run, given: Partial<Step>): Step[] {
  const at = steps.length - commands.length + position;
  return steps.map((one, index) => (index === at ? { ...one, ...given } : one));
}

/** The picture of an entry, where a draft is made of it next. */
async function pictureFor(context: Context, key: Key) {
  const { workspaceId } = key;
  const [run] = await sql.findOpen(context.database, key);
  if (run?.commands[run.position]?.do !== 'draft') return null;
  if (run.about.file !== undefined) return { file: run.about.file };
  if (run.about.entry === undefined) return null;
  const [rule] = await rules.findForRun(context.database, { workspaceId, id: run.rule });
  if (!rule || rule.maker === null) return null;
  const [facts] = await gatherFacts(context.database, { workspaceId, zone: rule.zone }, [
    { about: run.about, at: run.created_at },
  ]);
  return facts?.picture
    ? fetchPicture(context, { workspaceId, userId: rule.maker }, facts.picture, facts.words)
    : null;
}

async function end(
  tx: Transaction,
  key: Key,
  run: Run,
  given: { state: 'done' | 'failed'; result: string; steps?: Step[] },
): Promise<void> {
  const { state, result, steps = run.steps } = given;
  await sql.endRun(tx, { ...key, state, result, steps: JSON.stringify(steps) });
  announceRules(tx, key.workspaceId);
}

/** A step that cannot be done ends the run; what was done before stays. */
const fail = (context: Context, key: Key, why: string) =>
  transaction(context, async (tx) => {
    const { workspaceId } = key;
    const [run] = await sql.lockRun(tx, key);
    const now = new Date(context.clock.now()).toISOString();
    // Half a character cannot be stored.
    const reason = why.slice(0, MAX_RESULT).toWellFormed();
    // It was not even decided what it does: it would be tried every minute for ever.
    if (run?.state === 'due')
      await sql.saveRun(tx, {
        ...{ ...key, state: 'failed', title: '', steps: '[]', commands: '[]', result: reason },
        ...{ role: null, isEnd: true },
      });
    if (run?.state !== 'running') return;
    const steps = withStep(run, { state: 'failed', result: reason, at: now });
    await end(tx, key, run, { state: 'failed', result: reason, steps });
    const [rule] = await rules.lockRule(tx, { workspaceId, id: run.rule });
    if (!rule) return;
    const failures = rule.failures + 1;
    await rules.setFailures(tx, { workspaceId, id: rule.id, failures });
    if (rule.state === 'on' && isPausedBy(failures))
      await pauseRule(tx, workspaceId, rule, `${failures} failures in a row. The last: ${reason}`);
  });

/** Pauses a rule, and tells its maker, or else those who manage the workspace. */
async function pauseRule(
  tx: Transaction,
  workspaceId: number,
  { id, maker, role }: { id: number; maker: number | null; role: string | null },
  reason: string,
): Promise<void> {
  await rules.setState(tx, { workspaceId, id, state: 'paused', reason, nextAt: null });
  const kind = 'rule_paused' as const;
  const nobody = { workspaceId, userId: null };
  const recipients =
    maker !== null && role !== null
      ? [{ user: maker, kind }]
      : await membersWithCapability(tx, nobody, 'manage', { kind });
  await notify(tx, nobody, recipients);
}
