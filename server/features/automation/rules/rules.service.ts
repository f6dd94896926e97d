import {
  type createRule as createContract,
  MAX_RULES,
  MAX_WORKSPACE_RUNS,
  type Rule,
  type updateRule as updateContract,
} from '#contract/automation/rules.ts';
import {
  type Misfit,
  misfits,
  publishesUnasked,
  wrongValues,
} from '#contract/automation/rules-sentence.ts';
import type { RuleText } from '#contract/automation/rules-settings.ts';
import type { NamedKind } from '#contract/automation/rules-words.ts';
import type { Variable } from '#contract/content/templates.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { FieldErrors } from '#contract/http/errors.ts';
import { can, lesserRole } from '#contract/roles.ts';
import { actingMember, type Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn, requireVersion } from '../../../errors.ts';
import { type AssistantContext, whyNotAsked } from '../../assistant/assistant.service.ts';
import { getTemplate } from '../../content/templates/templates.service.ts';
import { record, recorderOf } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import { zoneOf } from '../../publishing/schedule/schedule.service.ts';
import type { Context as FeedContext } from '../feeds/feeds.service.ts';
import { namesOf } from './facts.ts';
import { announceRules } from './process.ts';
import * as sql from './rules.sql.ts';
import { countRuns } from './runs.sql.ts';
import { readForRules } from './triggers/event-reader.ts';
import { nextOf } from './triggers/times.ts';
import { canonical, isTryToken } from './try-token.ts';
import { neededFor, requirePublisher } from './unasked.ts';

/** Rules of a workspace (docs/domain/automation.md, 'Automation'). */

export type Context = FeedContext & AssistantContext;

const FIELDS = ['name', 'trigger', 'conditions', 'actions', 'becomes', 'first_run_waits'] as const;

export async function listRules({ database }: Context, { workspaceId }: Member) {
  const rows = await sql.listRules(database, { workspaceId, limit: MAX_RULES });
  const [[counted], rules] = await Promise.all([
    countRuns(database, { workspaceId, rule: 0 }),
    present(database, workspaceId, rows),
  ]);
  return {
    rules,
    runs_today: counted?.workspace ?? 0,
    max_runs_today: MAX_WORKSPACE_RUNS,
    publish_unasked: rules.filter((rule) => rule.state === 'on' && rule.publishes_unasked).length,
  };
}

/** @throws AppError 404 */
export async function getRule(
  executor: Executor,
  { workspaceId }: Member,
  id: number,
): Promise<Rule> {
  const rows = await sql.findRule(executor, { workspaceId, id });
  const [rule] = await present(executor, workspaceId, rows);
  if (!rule) throw notFound('rule', id);
  return rule;
}

async function present(executor: Executor, workspaceId: number, rows: readonly sql.RuleRow[]) {
  const ids = rows.map(({ id }) => id);
  const [last, waiting] = await Promise.all([
    sql.listLastRuns(executor, { workspaceId, rules: ids }),
    sql.countWaiting(executor, { workspaceId }),
  ]);
  const lastOf = new Map(last.map(({ rule, ...run }) => [rule, run]));
  const waitingOf = new Map(waiting.map(({ rule, count }) => [rule, count]));
  return rows.map(({ maker_role: then, role, zone: _, is_outdated: isOutdated, ...rule }): Rule => {
    const unasked = publishesUnasked(rule);
    const rights = lesserRole(then, role);
    const name = rule.maker?.name ?? 'Its maker';
    return {
      ...rule,
      publishes_unasked: unasked,
      warning:
        rights === null || !can(rights, 'write')
          ? `${name} may not write any more: it does nothing.`
          : unasked && !can(rights, 'decide')
            ? `${name} may not publish any more: it makes proposals.`
            : unasked && isOutdated
              ? 'Its template was changed since: it makes proposals until it is saved again.'
              : null,
      last_run: lastOf.get(rule.id) ?? null,
      waiting: waitingOf.get(rule.id) ?? 0,
    };
  });
}

/**
 * Checks that a rule can be saved by this person.
 * @throws AppError 400 where its entries do not fit each other, or its template; 403; 404 for what it names
 */
export async function requireFitting(
  executor: Executor,
  person: Member,
  rule: RuleText,
): Promise<void> {
  requireNone(misfits(rule));

  const names = await namesOf(executor, person.workspaceId, rule);
  const require = (field: string, kind: NamedKind, what: string, ids: readonly number[]) => {
    for (const id of ids) if (names(kind, id) === undefined) throw notFoundIn(field, what, id);
  };
  if (rule.trigger.kind === 'feed_entry') require('trigger', 'feed', 'feed', [rule.trigger.feed]);
  if (rule.trigger.kind === 'incoming')
    require('trigger', 'address', 'address', [rule.trigger.address]);
  if (rule.trigger.kind === 'file_added' && rule.trigger.folder !== null)
    require('trigger', 'folder', 'folder', [rule.trigger.folder]);
  if (rule.trigger.kind === 'queue_low')
    require('trigger', 'set', 'channel set', [rule.trigger.set]);
  for (const condition of rule.conditions) {
    if (condition.kind === 'folder') require('conditions', 'folder', 'folder', condition.folders);
    if (condition.kind === 'author') require('conditions', 'person', 'member', condition.people);
    if (condition.kind === 'channel')
      require('conditions', 'channel', 'channel', condition.channels);
  }
  for (const entry of [...rule.actions, rule.becomes]) {
    const field = entry === rule.becomes ? 'becomes' : 'actions';
    if ('set' in entry) require(field, 'set', 'channel set', [entry.set]);
    if ('folder' in entry && entry.folder !== null)
      require(field, 'folder', 'folder', [entry.folder]);
    if ('template' in entry && typeof entry.template === 'number')
      require(field, 'template', 'template', [entry.template]);
    if ('snippet' in entry) require(field, 'snippet', 'snippet', [entry.snippet]);
    if ('channel' in entry && entry.channel !== null)
      require(field, 'channel', 'channel', [entry.channel]);
    if ('own_action' in entry && entry.own_action !== null)
      require(field, 'own_action', 'own action', [entry.own_action]);
    if ('people' in entry) require(field, 'person', 'member', entry.people);
    if ('person' in entry) require(field, 'person', 'member', [entry.person]);
  }
  const variables = new Map<number, readonly Variable[]>();
  for (const action of rule.actions)
    if (action.kind === 'draft' && action.from === 'template' && action.template !== null)
      variables.set(
        action.template,
        (await getTemplate(executor, person, action.template)).variables,
      );
  requireNone(wrongValues(rule, (template) => variables.get(template) ?? []));
}

/** @throws AppError 400 where there is any */
function requireNone(misfits: readonly Misfit[]): void {
  const errors: FieldErrors = {};
  for (const { path, text } of misfits) {
    const [field = '', at] = path.split('.');
    errors[field] = [
      ...(errors[field] ?? []),
      at === undefined ? text : `${Number(at) + 1}: ${text}`,
    ];
  }
  if (Object.keys(errors).length) throw invalid(errors);
}

const rowOf = (
  { secrets }: Context,
  { workspaceId, userId, role }: Member,
  rule: Parsed<typeof createContract>['body'],
) => ({
  ...{ workspaceId, userId, role, name: rule.name },
  trigger: JSON.stringify(rule.trigger),
  conditions: JSON.stringify(rule.conditions),
  actions: JSON.stringify(rule.actions),
  becomes: JSON.stringify(rule.becomes),
  firstRunWaits: rule.first_run_waits,
  isTried: isTryToken(secrets, workspaceId, rule, rule.proof),
});

/** @throws AppError 400 where it does not fit, or there are too many; 403; 404 for what it names */
export function createRule(
  context: Context,
  person: Member,
  body: Parsed<typeof createContract>['body'],
): Promise<Rule> {
  const { workspaceId } = person;
  requirePublisher(person, body);
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'rules', id: workspaceId });
    await requireStill(tx, person, neededFor(body));
    await requireFitting(tx, person, body);
    const row = rowOf(context, person, body);
    const [made] = await sql.insertRule(tx, { ...row, max: MAX_RULES });
    if (!made) throw invalid({ name: [`A workspace has at most ${MAX_RULES} rules.`] });
    await recordRule(tx, person, 'create', made.id, {}, body);
    return getRule(tx, person, made.id);
  });
}

/** @throws AppError as `createRule`; 409 with the `current` one where `version` is stale */
export async function updateRule(
  context: Context,
  person: Member,
  id: number,
  { version, ...body }: Parsed<typeof updateContract>['body'],
): Promise<Rule> {
  const { workspaceId } = person;
  requirePublisher(person, body);
  await readForRules(context);
  return transaction(context, async (tx) => {
    await requireStill(tx, person, neededFor(body));
    await sql.lockRule(tx, { workspaceId, id });
    const before = await getRule(tx, person, id);
    requireVersion(version, before, 'rule');
    await requireFitting(tx, person, body);
    const row = rowOf(context, person, body);
    // A new name is not tried again.
    const isSame = canonical(before) === canonical(body);
    await sql.updateRule(tx, {
      ...row,
      id,
      isTried: row.isTried || (isSame && before.is_tried),
      nextAt: nextOf(body.trigger, context.clock.now(), await zoneOf(tx, person)),
    });
    await recordRule(tx, person, 'update', id, before, body);
    return getRule(tx, person, id);
  });
}

/** @throws AppError 404 */
export function deleteRule(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [gone] = await sql.deleteRule(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('rule', id);
    await recordRule(tx, person, 'delete', id, gone, {});
  });
}

/** @throws AppError 409 where the assistant is asked, and its maker cannot ask it */
async function requireAssistant(context: Context, { workspaceId }: Member, rule: sql.RuleForRun) {
  if (!rule.actions.some(({ kind }) => kind === 'prompt')) return;
  const { maker, maker_role: then, role: now } = rule;
  const role = lesserRole(then, now);
  const why =
    maker === null || role === null || !can(role, 'assist')
      ? 'Its maker may not ask the assistant.'
      : await whyNotAsked(context, actingMember(workspaceId, maker, role), 'Its maker');
  if (why) throw new AppError('stale', 409, why);
}

/** @throws AppError 404; 409 where it was not tried or has no maker; 403 where it publishes without asking */
export async function switchRule(
  context: Context,
  person: Member,
  id: number,
  on: boolean,
): Promise<Rule> {
  const { workspaceId } = person;
  const [given] = on ? await sql.findForRun(context.database, { workspaceId, id }) : [];
  if (given) await requireAssistant(context, person, given);
  await readForRules(context);
  return transaction(context, async (tx) => {
    if (on) await requireStill(tx, person, 'write');
    const [locked] = await sql.lockRule(tx, { workspaceId, id });
    if (!locked) throw notFound('rule', id);
    const rule = await getRule(tx, person, id);
    if (on) {
      await requireStill(tx, person, neededFor(rule));
      requirePublisher(person, rule);
      if (locked.maker === null)
        throw new AppError('stale', 409, 'Save it first, with your rights.');
      if (!rule.is_tried)
        throw new AppError('stale', 409, 'Try it first: this text of the rule was not tried.');
    }
    const state = on ? 'on' : 'off';
    if (state === rule.state) return rule;
    await requireFitting(tx, person, rule).catch((error) => {
      if (on) throw error;
    });
    await sql.setState(tx, {
      ...{ workspaceId, id, state, reason: null },
      nextAt: on ? nextOf(rule.trigger, context.clock.now(), locked.zone) : null,
    });
    const changes = { state: { before: rule.state, after: state } };
    await record(tx, person, { action: 'update', objectType: 'rule', objectId: id, changes });
    announceRules(tx, workspaceId, person.tab);
    return getRule(tx, person, id);
  });
}

const recordRule = recorderOf<Rule>({ objectType: 'rule', topic: 'rules', fields: FIELDS });
