import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_DEPTH, MAX_RULE_RUNS, MAX_WORKSPACE_RUNS } from '#contract/automation/rules.ts';
import type { Action, Condition } from '#contract/automation/rules-settings.ts';
import { can, lesserRole, ROLES } from '#contract/roles.ts';
import { type EngineRule, type EngineState, step } from './engine.ts';
import { type Facts, judge } from './judge.ts';
import { nextTime, timesBetween } from './triggers/times.ts';

const FACTS: Facts = {
  title: 'The bag says plum',
  at: '2026-11-24T13:02:00Z',
  tokens: { title: 'The bag says plum', link: 'https://northwind.example/plum' },
  text: 'Here is who said it first.',
  link: 'https://northwind.example/plum',
  picture: null,
  hasPicture: false,
  folder: 1,
  tags: ['coffee'],
  author: 7,
  networks: ['x'],
  channels: [3],
  views: 100,
  reactions: 5,
  publishedAt: '2026-11-24T10:00:00Z',
  createdAt: '2026-11-01T10:00:00Z',
  file: null,
  entry: 1,
  words: [],
  namedBy: {},
  post: null,
  item: null,
  obstacle: null,
};

const STATE: EngineState = {
  isOn: true,
  rights: { write: true, decide: true },
  isPaused: false,
  runs: 0,
  workspaceRuns: 0,
  firstRunWaits: false,
  zone: 'Europe/Berlin',
  now: Date.parse(FACTS.at),
};

const DRAFT: Action = { kind: 'draft', from: 'trigger', template: null, values: {}, folder: 1 };

const RULE: EngineRule = {
  id: 1,
  name: 'Journal to drafts',
  trigger: { kind: 'feed_entry', feed: 1 },
  conditions: [],
  actions: [DRAFT],
  becomes: { kind: 'draft' },
};

const EVENT = { facts: FACTS, chain: [], isAsked: false };

describe('a step', () => {
  test('Values take what has happened, and nothing that is in it is read again', () => {
    const rule: EngineRule = {
      ...RULE,
      actions: [
        { ...DRAFT, from: 'template', template: 2, values: { headline: 'New: {{title}}' } },
        { kind: 'comment', text: 'See {{link}} {{nothing}} {{text}}' },
      ],
    };
    const facts = { ...FACTS, tokens: { ...FACTS.tokens, title: '{{link}}', text: '<@7>' } };
    expect(step(rule, STATE, { ...EVENT, facts })).toMatchObject({
      do: 'act',
      commands: [
        { do: 'draft', values: { headline: 'New: {{link}}' } },
        { do: 'comment', text: 'See https://northwind.example/plum {{nothing}} < @7>' },
      ],
    });
  });

  test('Values are cut before they fill the memory, and mention nobody', () => {
    const text = (tokens: Record<string, string>, comment: string) => {
      const rule: EngineRule = { ...RULE, actions: [{ kind: 'comment', text: comment }] };
      const decision = step(rule, STATE, { ...EVENT, facts: { ...FACTS, tokens } });
      const [command] = 'commands' in decision ? decision.commands : [];
      return command?.do === 'comment' ? command.text : '';
    };
    expect(text({ text: '\u{1f600}'.repeat(50_000) }, `x${'{{text}}'.repeat(200)}`)).toSatisfy(
      (cut: string) => cut.length === 2000 && cut.isWellFormed(),
    );
    expect(text({ title: 'a <', text: '@7> <<@8>' }, '{{title}}{{text}} {{constructor}}')).toBe(
      'a < @7> << @8> {{constructor}}',
    );
  });

  test('Nobody is asked only with the right to publish, and while publishing goes on', () => {
    const rule: EngineRule = { ...RULE, becomes: { kind: 'schedule', set: 1, when: 'queue' } };
    const asks = (state: Partial<EngineState>) => {
      const decision = step(rule, { ...STATE, ...state }, EVENT);
      if (decision.do !== 'act') throw new Error(decision.do);
      const last = decision.commands.at(-1);
      return last?.do === 'schedule' && last.asks;
    };
    expect(asks({})).toBe(false);
    expect(asks({ isPaused: true })).toBe(true);
    expect(asks({ rights: { write: true, decide: false } })).toBe(true);
  });

  test('A rule whose maker left, or may not write, is paused', () => {
    expect(step(RULE, { ...STATE, rights: null }, EVENT)).toEqual({
      do: 'pause',
      why: 'Its maker is no member of this workspace any more.',
    });
    expect(step(RULE, { ...STATE, rights: { write: false, decide: false } }, EVENT).do).toBe(
      'pause',
    );
  });

  test('What was used already is left out, unless a person asks for it', () => {
    const facts = { ...FACTS, obstacle: { text: 'known already', kind: 'known' as const } };
    expect(step(RULE, STATE, { ...EVENT, facts })).toMatchObject({
      do: 'leave_out',
      isKnown: true,
    });
    expect(step(RULE, STATE, { ...EVENT, facts, isAsked: true }).do).toBe('act');
  });
});

test('A rule has the lesser rights of then and now', () => {
  expect(lesserRole('editor', 'owner')).toBe('editor');
  expect(lesserRole('owner', 'viewer')).toBe('viewer');
  expect(lesserRole('admin', 'admin')).toBe('admin');
  expect(lesserRole('owner', null)).toBeNull();
  const capabilities = ['read', 'write', 'assist', 'decide', 'audit', 'manage', 'own'] as const;
  for (const then of ROLES)
    for (const now of ROLES)
      for (const capability of capabilities)
        expect([then, now, capability, can(lesserRole(then, now) ?? 'viewer', capability)]).toEqual(
          [...[then, now, capability], can(then, capability) && can(now, capability)],
        );
});

type Happened = { rule: number; later: number };

/** Runs of rules that start each other, as the database keeps them. */
function simulate(happened: readonly Happened[], links: readonly (readonly number[])[]) {
  const acted: { rule: number; chain: number[]; at: number; source: string }[] = [];
  const used = new Set<string>();
  let now = STATE.now;
  const DAY_MS = 86_400_000;
  const occur = (id: number, chain: number[], source: string) => {
    if (used.has(`${id} ${source}`)) return;
    used.add(`${id} ${source}`);
    const today = acted.filter(({ at }) => at > now - DAY_MS);
    const state = {
      ...STATE,
      now,
      runs: today.filter(({ rule }) => rule === id).length,
      workspaceRuns: today.length,
    };
    const decision = step({ ...RULE, id }, state, { facts: FACTS, chain, isAsked: false });
    if (decision.do !== 'act') return;
    acted.push({ rule: id, chain, at: now, source });
    for (const next of links[id] ?? []) occur(next, [...chain, id], `${source}>${id}`);
  };
  for (const [n, { rule, later }] of happened.entries()) {
    now += later;
    occur(rule, [], `event ${n % 400}`);
  }
  return acted;
}

test('Bounds of a day hold, no source is used twice, chains end, and no rule triggers itself', () => {
  const RULES = 14;
  const rule = fc.nat(RULES - 1);
  fc.assert(
    fc.property(
      fc.array(fc.record({ rule, later: fc.nat(30_000) }), { maxLength: 1500, minLength: 300 }),
      fc.array(fc.array(rule, { maxLength: 3 }), { minLength: RULES, maxLength: RULES }),
      (happened, links) => {
        const acted = simulate(happened, links);
        const sources = acted.map(({ rule: id, source }) => `${id} ${source}`);
        expect(new Set(sources).size).toBe(sources.length);
        for (const { rule: id, chain } of acted) {
          expect(chain.length).toBeLessThan(MAX_DEPTH);
          expect(chain).not.toContain(id);
        }
        for (const { at } of acted) {
          const within = acted.filter((run) => run.at > at - 86_400_000 && run.at <= at);
          expect(within.length).toBeLessThanOrEqual(MAX_WORKSPACE_RUNS);
          for (const runs of Map.groupBy(within, (run) => run.rule).values())
            expect(runs.length).toBeLessThanOrEqual(MAX_RULE_RUNS);
        }
      },
    ),
    { numRuns: 10 },
  );
});

test('Nothing acts while a condition does not hold', () => {
  const has = fc.constantFrom('any' as const, 'none' as const);
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      kind: fc.constant('words' as const),
      of: fc.constantFrom('title' as const, 'text' as const),
      has,
      words: fc.array(fc.constantFrom('plum', 'sale', 'first'), { minLength: 1 }),
    }),
    fc.record({
      kind: fc.constant('tag' as const),
      has,
      tags: fc.array(fc.constantFrom('coffee', 'tea'), { minLength: 1 }),
    }),
    fc.record({ kind: fc.constant('picture' as const), has: fc.boolean() }),
    fc.record({ kind: fc.constant('age' as const), days: fc.integer({ min: 1, max: 60 }) }),
  );
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 5 }), (conditions) => {
      const holds = conditions.every((given) => judge(given, FACTS, STATE).holds);
      expect(step({ ...RULE, conditions }, STATE, EVENT).do).toBe(holds ? 'act' : 'leave_out');
    }),
  );
});

describe('conditions', () => {
  const holds = (condition: Condition, facts: Partial<Facts> = {}) =>
    judge(condition, { ...FACTS, ...facts }, STATE).holds;

  test('Words are whole words, in any case', () => {
    const words = (sought: string) =>
      holds({ kind: 'words', of: 'title', has: 'any', words: [sought] });
    expect(['PLUM', 'bag says', 'plu', 'first'].map(words)).toEqual([true, true, false, false]);
  });

  test('Hours are those of the workspace, also over midnight', () => {
    const between = (from: string, to: string) => holds({ kind: 'hours', weekdays: [], from, to });
    expect([between('14:00', '15:00'), between('13:00', '14:00')]).toEqual([true, false]);
    expect([between('22:00', '15:00'), between('22:00', '06:00')]).toEqual([true, false]);
    expect(holds({ kind: 'hours', weekdays: [2], from: null, to: null })).toBe(true);
    expect(holds({ kind: 'hours', weekdays: [3], from: null, to: null })).toBe(false);
  });

  test('Figures count within their hours', () => {
    const figures = (atLeast: number, hours: number | null) =>
      holds({ kind: 'figures', metric: 'views', at_least: atLeast, within_hours: hours });
    expect([figures(100, null), figures(101, null), figures(100, 4), figures(100, 3)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('times', () => {
  const at = '09:00';
  const after = Date.parse('2026-03-28T12:00:00Z');
  const zone = 'Europe/Berlin';

  test('The hour is that of the workspace when clocks are put forward', () => {
    const every = { kind: 'time', every: 'day', weekday: null, day: null, at } as const;
    expect(
      timesBetween({ ...every, at: '02:30' }, { after, until: after + 2 * 86_400_000, zone }),
    ).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z']);
    expect(nextTime(every, after, zone)).toBe('2026-03-29T07:00:00.000Z');
  });

  test('The 31st is the last day of a shorter month', () => {
    const monthly = { kind: 'time', every: 'month', weekday: null, day: 31, at } as const;
    expect(
      timesBetween(monthly, { after, until: after + 95 * 86_400_000, zone }).map((time) =>
        time.slice(0, 10),
      ),
    ).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  });

  test('Weekdays leave the weekend out', () => {
    const weekdays = { kind: 'time', every: 'weekdays', weekday: null, day: null, at } as const;
    expect(nextTime(weekdays, after, zone)).toBe('2026-03-30T07:00:00.000Z');
  });
});
