import {
  type Cell,
  type Difference,
  type Moment,
  POLICIES,
  type Policy,
  type Result,
  resultOf,
} from '#contract/authority/cases.ts';
import { done, ending, LATER, type Name, retry, type Scene, schedule } from './authority.ts';
import type { Call } from './responses.ts';
import { isWhole } from './sampled.ts';

/** Cases of the columns of `contract/authority/cases.ts`, and how they are tried. */

/** Where a part may be out: it is looked for, and there or not. */
const UNKNOWN = { absent: 'N', there: 'P' } as const;
type CaseMoment = Moment | keyof typeof UNKNOWN;
/** One of each is tried with each row; where a change has two steps, `A` is between them. */
const MOMENTS: CaseMoment[][] = [['S'], ['W'], ['N'], ['P', 'absent', 'there'], ['R', 'A']];
const MOMENTS_OF_TWO: CaseMoment[][] = [...MOMENTS.slice(0, -1), ['R'], ['A']];

const COVERED = ['scheduled', 'approved'] as const;
type Covered = (typeof COVERED)[number];

export type Step = (scene: Scene) => Promise<unknown>;

/** A way in which the change of a row is made. */
export type Way = {
  /** Before the edition is covered. */
  before?: Step;
  /** One after the other; `A` stops the publication after the first. */
  steps: readonly [Step, ...Step[]];
  /** Of a row whose cells are those of the person who did it. */
  as?: string;
  not?: readonly Moment[];
  /** Where it is possible for one of these alone. */
  covered?: Covered;
  scheduledBy?: Name;
};

export type Tried = {
  ways: Record<string, Way>;
  covered?: Covered;
  /** The policy before the change; else that of the case. */
  from?: Policy;
};

export type Case = {
  name: string;
  moment: CaseMoment;
  policy: Policy;
  covered: Covered;
  tried: Tried;
  way: Way;
  expected: Result;
  /** What the code does today in its place, and why. */
  today: { result: Result; because: string } | undefined;
  /** Whether the code does otherwise in some columns of the row. */
};

const columnOf = (moment: CaseMoment): Moment =>
  moment === 'absent' || moment === 'there' ? UNKNOWN[moment] : moment;

/** A row with some of the columns. */
type AnyRow = Partial<Record<Moment, Cell>> & { today?: readonly Difference<string>[] };
type Given = { name: string; row: AnyRow; tried: Tried; way: string };

/** A case of a row; undefined where there is none. */
function caseOf(
  { name, row, tried, way: wayName }: Given,
  moment: CaseMoment,
  policy: Policy,
  covered: Covered,
): Case | undefined {
  const way = tried.ways[wayName] as Way;
  const column = columnOf(moment);
  const expected = resultOf(row[column] ?? '–', policy);
  if (expected === '–' || way.not?.includes(column)) return undefined;
  // Nothing else is published without an approval there.
  if (policy !== 'none' && covered === 'scheduled' && tried.covered === undefined) return undefined;
  if ((way.covered ?? tried.covered ?? covered) !== covered) return undefined;
  const differenceAt = (at: Moment) =>
    row.today?.find(
      (entry) =>
        entry.at === at &&
        [undefined, wayName, covered].includes(entry.only) &&
        resultOf(entry.today, policy) !== resultOf(row[at] ?? '–', policy),
    );
  const difference = differenceAt(column);
  const today = difference && {
    result: resultOf(difference.today, policy),
    because: difference.because,
  };
  // Retried as it was scheduled is what has stopped as changed.
  const stops = resultOf(differenceAt('W')?.today ?? row.W ?? '–', policy) === 'a';
  if (moment === 'A' && way.steps.length === 1 && !stops) return undefined;
  const title = `${name} (${wayName}), ${covered}, ${policy}, ${moment}`;
  return { name: title, moment, policy, covered, tried, way, expected, today };
}

/**
 * Of each row, a case for each moment: its ways, policies and ways of covering take turns, so that
 * each is tried with each row, and each policy at each moment. The slow tests try all of them.
 */
export function casesOf(
  rows: Readonly<Record<string, AnyRow | { as: string }>>,
  tried: Readonly<Record<string, Tried>>,
): Case[] {
  const settings = POLICIES.flatMap((policy) => COVERED.map((covered) => ({ policy, covered })));
  return Object.entries(tried).flatMap(([name, entry], at) => {
    const ways = Object.keys(entry.ways);
    const isOfTwo = Object.values(entry.ways).some(({ steps }) => steps.length > 1);
    return (isOfTwo ? MOMENTS_OF_TWO : MOMENTS).flatMap((moments, turn) => {
      const all = moments.flatMap((moment) =>
        settings.flatMap(({ policy, covered }) =>
          ways.flatMap((way) => {
            const own = rows[name] as AnyRow | { as: string };
            const row = ('as' in own ? rows[entry.ways[way]?.as ?? ''] : own) as AnyRow;
            return caseOf({ name, row, tried: entry, way }, moment, policy, covered) ?? [];
          }),
        ),
      );
      if (isWhole || all.length === 0) return all;
      return [all[(at * 5 + turn * 7) % all.length] as Case];
    });
  });
}

const asWritten = (scene: Scene, result: Result) => {
  const isSame = JSON.stringify(scene.words) === JSON.stringify(scene.covered);
  return result === 'f' || (isSame && result === 'n') ? 'g' : result;
};

async function change(scene: Scene, steps: readonly Step[]) {
  for (const step of steps) await step(scene);
}

async function cover(scene: Scene, { covered, way }: Case) {
  await way.before?.(scene);
  if (covered === 'scheduled') return;
  const path = `/api/content/items/${scene.items[0] as number}/` as const;
  await done(scene.by('approver')(path, 'PUT', { status: 'approved' }));
}

async function begin(scene: Scene, call: Call, at: string | null) {
  const scheduled = await schedule(scene, call, at);
  if ('result' in scheduled) {
    throw new Error(`It was not scheduled: ${JSON.stringify(scheduled)}`);
  }
  return scheduled.id;
}

const BEGUN = {
  N: [['limit'], 'rate_limited'],
  P: [['accept', 'limit'], 'rate_limited'],
  R: [['refuse'], 'rejected'],
  absent: [['fail'], 'unknown'],
  there: [['lost'], 'unknown'],
} as const;

/** Publishes the post of a scene up to a moment; the id of the publication. */
export async function bringTo(
  scene: Scene,
  moment: 'W' | keyof typeof BEGUN,
  call: Call,
  at?: 'queue',
): Promise<number> {
  if (moment === 'W') return begin(scene, call, at ?? LATER);
  const [faults, outcome] = BEGUN[moment];
  scene.plan(...faults);
  const id = await begin(scene, call, at ?? null);
  if (at) await scene.release(id);
  await scene.untilAttempted(id, outcome);
  return id;
}

/** Covers an edition, brings it to the moment, lets the change happen, and says what follows. */
async function outcomeOf(scene: Scene, given: Case): Promise<string> {
  const { moment, way } = given;
  const { steps } = way;
  await cover(scene, given);
  if (moment === 'S') {
    await change(scene, steps);
    const scheduled = await schedule(scene, scene.actor, null);
    return 'result' in scheduled ? scheduled.result : ending(scene, scheduled.id);
  }
  const isStopped = moment === 'A';
  const id = await bringTo(scene, isStopped ? 'W' : moment, scene.by(way.scheduledBy ?? 'owner'));
  scene.publication = id;
  await change(scene, isStopped ? steps.slice(0, 1) : steps);
  if (scene.isRefused) return 'r';
  if (moment === 'R') return retry(scene, scene.actor, id);
  await scene.release(id);
  const result = await ending(scene, id);
  if (!isStopped) return result;
  if (result !== 'a') throw new Error(`It did not stop as changed: ${result}`);
  await change(scene, steps.slice(1));
  return retry(scene, scene.by('owner'), id, true);
}

/** Whether the network was asked what has become of a part. */
async function wasLookedFor({ app, channel }: Scene): Promise<boolean> {
  const { rows } = await app.database.query(
    `select from publication_attempts join publications on publications.id = publication_id
     where channel_id = $1 and step = 'find'`,
    [channel],
  );
  return rows.length > 0;
}

/** What a case comes to, and what it should come to today. */
export async function tryCase(scene: Scene, given: Case) {
  const seen = await outcomeOf(scene, given);
  const { moment, expected, today } = given;
  const isUnknown = (moment === 'absent' || moment === 'there') && !scene.isRefused;
  const isLookedFor = isUnknown ? await wasLookedFor(scene) : false;
  return {
    seen: { result: seen, isLookedFor },
    expected: { result: asWritten(scene, today?.result ?? expected), isLookedFor: isUnknown },
  };
}
