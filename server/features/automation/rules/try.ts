import { type DryRun, MAX_TRIED, TRY_DAYS } from '#contract/automation/rules.ts';
import type { RuleText, Trigger } from '#contract/automation/rules-settings.ts';
import type { Network } from '#contract/networks/names.ts';
import { resolveLocal } from '#contract/times.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { singleStatement } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { figuresReached } from '../../analytics/figures/figures.service.ts';
import { zoneOf } from '../../publishing/schedule/schedule.service.ts';
import { nextOf } from '../evergreen/evergreen.service.ts';
import { draftOf, timeOf } from './actions/act.ts';
import { summaryOf } from './actions/steps.ts';
import { type Command, step } from './engine.ts';
import { findSet } from './facts.sql.ts';
import { type About, gatherFacts } from './facts.ts';
import type { Facts } from './judge.ts';
import { announceRules, reasonOf } from './process.ts';
import { type Context, getRule, requireFitting } from './rules.service.ts';
import { markTried } from './rules.sql.ts';
import { notesBetween } from './triggers/notes.ts';
import * as happened from './triggers/scans.sql.ts';
import { bestAt, idleRange } from './triggers/scans.ts';
import * as starts from './triggers/starts.sql.ts';
import { timesBetween } from './triggers/times.ts';
import { tryTokenOf } from './try-token.ts';

/** What a rule would have done: the engine decides as in a real run, and nothing is carried out. */

const DAY_MS = 24 * 3600_000;
const PREVIEW = 300;

type Result = DryRun['results'][number];
type Past = { about: About; at: string };

async function pastOf(
  executor: Executor,
  { workspaceId }: Member,
  trigger: Trigger,
  { now, zone }: { now: number; zone: string },
): Promise<Past[]> {
  const after = now - TRY_DAYS * DAY_MS;
  const range = { workspaceId, from: new Date(after).toISOString(), limit: MAX_TRIED };
  const given = JSON.stringify(trigger);
  switch (trigger.kind) {
    case 'time':
      return timesBetween(trigger, { after, until: now, zone })
        .toReversed()
        .map((at) => ({ about: { at }, at }));
    case 'figures': {
      const { metric, at_least: atLeast } = trigger;
      const reached = JSON.stringify(await figuresReached(executor, { ...range, metric, atLeast }));
      return starts.listReached(executor, { trigger: given, reached, limit: MAX_TRIED });
    }
    case 'day_note': {
      const notes = await notesBetween(executor, workspaceId, trigger, { after, until: now, zone });
      return notes.toReversed().slice(0, MAX_TRIED);
    }
    case 'post_idle': {
      const { days } = trigger;
      const idle = { ...range, ...idleRange(trigger, now), days };
      return happened.listIdle(executor, idle);
    }
    case 'best_post': {
      const times = timesBetween({ ...trigger, kind: 'time' }, { after, until: now, zone });
      const best = await Promise.all(
        times.toReversed().map(async (at) => ({
          about: await bestAt(executor, workspaceId, trigger, { at, zone }),
          at,
        })),
      );
      return best.flatMap(({ about, at }) => (about ? [{ about, at }] : []));
    }
    case 'queue_low':
      return happened.listLowQueues(executor, {
        ...{ workspaceId, set: trigger.set, fewer: trigger.fewer_than },
      });
    default:
      return starts.listPast(executor, {
        ...{ ...range, trigger: given },
        kinds: starts.kindsOf(trigger.kind),
      });
  }
}

/** `gone`: nobody waits for it any more. */
type Asked = { executor: Executor; gone: AbortSignal };

/** @throws AppError 400, 404 as where a rule is saved; AbortError where nobody waits for it */
export async function tryText(
  { clock, secrets }: Context,
  { executor, gone }: Asked,
  person: Member,
  rule: RuleText,
): Promise<DryRun> {
  const { workspaceId } = person;
  await requireFitting(executor, person, rule);
  const now = clock.now();
  const zone = await zoneOf(executor, person);
  const past = await pastOf(executor, person, rule.trigger, { now, zone });
  const all = await gatherFacts(executor, { workspaceId, zone }, past);
  const results: Result[] = [];
  const channels = new Set<number>();
  for (const facts of all) {
    gone.throwIfAborted();
    const tried = await tryOne(executor, person, rule, facts, { zone, now });
    results.push(tried.result);
    for (const channel of tried.channels) channels.add(channel);
  }
  const count = (...outcomes: Result['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    proof: tryTokenOf(secrets, workspaceId, rule),
    from: new Date(now - TRY_DAYS * DAY_MS).toISOString(),
    events: past.length,
    published: count('publish'),
    drafts: count('draft'),
    acted: count('act'),
    left_out: count('left_out'),
    known: count('known'),
    failed: count('fail'),
    channels: channels.size,
    results,
  };
}

/** Tries a rule as it is saved. @throws AppError 404 */
export async function tryRule(
  context: Context,
  asked: Asked,
  person: Member,
  id: number,
): Promise<DryRun> {
  const { workspaceId, tab } = person;
  const rule = await getRule(asked.executor, person, id);
  const tried = await tryText(context, asked, person, rule);
  asked.gone.throwIfAborted();
  await singleStatement(context, async (tx) => {
    await markTried(tx, { workspaceId, id, version: rule.version });
    announceRules(tx, workspaceId, tab);
  });
  return tried;
}

async function tryOne(
  executor: Executor,
  person: Member,
  rule: RuleText,
  facts: Facts,
  { zone, now }: { zone: string; now: number },
): Promise<{ result: Result; channels: number[] }> {
  // Of entries that something became of by then, the dry run tells what a rule would have done.
  const obstacle = facts.obstacle?.kind === 'used' ? null : facts.obstacle;
  const state = {
    ...{ isOn: true, rights: { write: true, decide: true }, isPaused: false },
    ...{ runs: 0, workspaceRuns: 0, firstRunWaits: false, zone, now: Date.parse(facts.at) },
  };
  const event = { facts: { ...facts, obstacle }, chain: [], isAsked: false };
  const decision = step({ ...rule, id: 0 }, state, event);
  const none = { preview: null, networks: [], due_at: null };
  const result = { title: facts.title, at: facts.at, ...none };
  if (decision.do !== 'act') {
    const isKnown = decision.do === 'leave_out' && decision.isKnown;
    const why = 'why' in decision ? decision.why : '';
    const text = `${isKnown ? 'Known already' : 'Left out'}: ${why}`;
    return { result: { ...result, outcome: isKnown ? 'known' : 'left_out', text }, channels: [] };
  }
  try {
    return await previewOf(executor, person, decision.commands, facts, { zone, now, result });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { result: { ...result, outcome: 'fail', text: reasonOf(error) }, channels: [] };
  }
}

async function previewOf(
  executor: Executor,
  person: Member,
  commands: readonly Command[],
  facts: Facts,
  { zone, now, result }: { zone: string; now: number; result: Omit<Result, 'outcome' | 'text'> },
): Promise<{ result: Result; channels: number[] }> {
  let preview: string | null = null;
  let due: string | null = null;
  let networks: Network[] = [];
  let channels: number[] = [];
  let isUnread = false;
  let taken: string | null = null;
  for (const command of commands) {
    if (command.do === 'draft') {
      const { parts } = await draftOf(executor, person, command, facts);
      preview = parts[0]?.content.slice(0, PREVIEW) ?? null;
    }
    if (command.do === 'evergreen') {
      const next = await nextOf(executor, { ...person, folder: command.folder }, now);
      if (!next) throw new AppError('not_found', 404, 'No post of the folder can come now.');
      const { candidate, variation, places } = next;
      ({ channels } = next);
      networks = [...new Set(places.map(({ network }) => network))];
      taken = `“${candidate.title}”${variation > 0 ? `, variation ${variation}` : ''}`;
      due = new Date(next.at).toISOString();
    }
    if (command.do !== 'schedule') continue;
    isUnread ||= command.isUnread;
    const [set] = await findSet(executor, { ...person, id: command.set });
    ({ networks, channels } = set ?? { networks, channels });
    const time = timeOf(command.when, Date.parse(facts.at), zone);
    due = time === 'queue' ? null : resolveLocal(time.local, zone).instant;
  }
  const isDraft = preview !== null;
  const isPublished = isUnread && channels.length > 0;
  const where = `${channels.length} ${channels.length === 1 ? 'channel' : 'channels'}`;
  const done = summaryOf(commands);
  const isAsked = commands.some(({ do: what }) => what === 'prompt');
  const would = isAsked ? '. The assistant would be asked: nothing was sent' : '';
  const text = isPublished
    ? `Draft, then published on ${where}`
    : taken !== null
      ? `Would take ${taken}, for ${where}`
      : done.charAt(0).toUpperCase() + done.slice(1);
  const outcome = isPublished ? 'publish' : isDraft ? 'draft' : 'act';
  return {
    result: { ...result, outcome, text: text + would, preview, networks, due_at: due },
    channels,
  };
}
