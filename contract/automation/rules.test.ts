import { expect, test } from 'vitest';
import { READY_RULES } from './rules-ready.ts';
import { asText, misfits, publishesUnasked, sentence } from './rules-sentence.ts';
import { RuleText, type UnfinishedRule } from './rules-settings.ts';
import type { Names } from './rules-words.ts';

const names: Names = (kind, id) => (id === 404 ? undefined : `${kind} ${id}`);

const journal: UnfinishedRule = {
  name: 'Journal to drafts',
  trigger: { kind: 'feed_entry', feed: 1 },
  conditions: [{ kind: 'words', of: 'title', has: 'none', words: ['sale', 'offer'] }],
  actions: [{ kind: 'draft', from: 'template', template: 2 }],
  becomes: { kind: 'schedule', set: 3, when: { days: 1, at: '09:00' } },
};

test('A rule reads as a sentence, in which what is not asked about stands out', () => {
  const words = sentence(journal, names);
  expect(asText(words)).toBe(
    'When a new entry appears in feed 1, if the title has none of “sale”, “offer”, then make a draft from template 2 and schedule it on set 3 a day later at 09:00, without asking.',
  );
  expect(words.filter(({ tone }) => tone === 'danger').map(({ text }) => text)).toEqual([
    'schedule it on set 3 a day later at 09:00, without asking',
  ]);
  expect(publishesUnasked(journal)).toBe(true);
  expect(misfits(journal)).toEqual([]);
});

test('What is not chosen, or not there any more, is a gap that leads to its field', () => {
  const unfinished: UnfinishedRule = {
    ...journal,
    trigger: { kind: 'feed_entry', feed: 404 },
    conditions: [],
    actions: [{ kind: 'draft', from: 'template' }],
    becomes: { kind: 'schedule', when: 'queue' },
  };
  expect(sentence(unfinished, names).filter(({ tone }) => tone === 'gap')).toEqual([
    { text: 'a feed that is gone', tone: 'gap', field: 'feed', block: 'trigger' },
    { text: 'a template', tone: 'gap', field: 'template', block: 'actions.0' },
    { text: 'a channel set', tone: 'gap', field: 'set', block: 'becomes' },
  ]);
});

test('A rule is told what does not fit in it', () => {
  expect(misfits({ ...journal, conditions: [{ kind: 'folder', folders: [1] }] })).toEqual([
    {
      path: 'conditions.0',
      text: '‘Folder’ can’t be asked here: ‘New entry of a feed’ has none.',
    },
  ]);
  expect(
    misfits({
      trigger: { kind: 'post_tagged', tag: 'shop' },
      conditions: [],
      actions: [{ kind: 'tags', add: ['shop'] }],
    }),
  ).toEqual([{ path: 'actions.0', text: 'This would answer itself: it tags what it waits for.' }]);
  expect(
    misfits({
      trigger: { kind: 'time', every: 'day', at: '09:00' },
      conditions: [],
      actions: [{ kind: 'submit' }],
    })[0]?.text,
  ).toBe('‘Submit for review’ needs a post: make a draft first.');
});

test('A tag is not added and removed at once, and hours are two', () => {
  const rule: UnfinishedRule = {
    ...journal,
    trigger: { kind: 'post_made' },
    conditions: [{ kind: 'hours', from: '09:30', to: '09:30' }],
    actions: [{ kind: 'tags', add: ['plum'], remove: ['fig', 'plum'] }],
  };
  expect(misfits(rule)).toEqual([
    { path: 'conditions.0', text: 'Choose two different hours.' },
    { path: 'actions.0', text: 'A tag can’t be added and removed at once.' },
  ]);
});

const read = (part: Partial<UnfinishedRule>) =>
  asText(
    sentence(
      { ...journal, conditions: [], actions: [], becomes: { kind: 'draft' }, ...part },
      names,
    ),
  );

test('One of something is not several, and what is no number is a gap', () => {
  const figures = { kind: 'figures', metric: 'views' } as const;
  const trigger = (at_least: number, within_hours: number | null) =>
    read({ trigger: { ...figures, at_least, within_hours } });
  expect(trigger(1, 1)).toMatch(/^When a post reaches 1 view within 1 hour,/);
  expect(trigger(1500, null)).toMatch(/^When a post reaches 1,500 views,/);
  for (const no of [-3, 0, 2.5])
    expect(trigger(no, null)).toMatch(/^When a post reaches a number of views or reactions,/);
  expect(trigger(2, 0)).toMatch(/^When a post reaches 2 views within some hours,/);
  const monthly = { kind: 'time', every: 'month', at: '09:00' } as const;
  expect(read({ trigger: { ...monthly, day: 2.5 } })).toMatch(/^Every day of the month,/);
  expect(read({ conditions: [{ kind: 'age', days: 1 }] })).toContain('it is at least 1 day old');
});

test('What is chosen is in the sentence', () => {
  const draft = { kind: 'draft', from: 'template', template: 2 } as const;
  expect(read({ actions: [{ ...draft, folder: 5 }] })).toContain(
    'make a draft from template 2 in folder 5.',
  );
  const values = { title: '{{title}}', link: 'https://example.org/a/long/address' };
  expect(read({ actions: [{ ...draft, folder: 5, values }] })).toContain(
    'make a draft from template 2 with title “{{title}}” and link “https://example.org/a/long/ad…” in folder 5.',
  );
  expect(read({ actions: [{ ...draft, values: { a: '1', b: '2', c: '3', d: '4' } }] })).toContain(
    'from template 2 with a “1”, b “2” and 2 more values.',
  );
  const people = [1, 2];
  expect(
    read({ actions: [{ kind: 'notify', people, author: true, webhooks: true, text: 'Done' }] }),
  ).toContain('notify person 1 and person 2, its author and programs with “Done”.');
  expect(read({ conditions: [{ kind: 'words', of: 'text', has: 'none' }] })).toContain(
    'the text has none of certain words',
  );
  expect(read({ conditions: [{ kind: 'hours', weekdays: [5, 1] }] })).toContain(
    'it is Monday or Friday',
  );
  for (const [ask, words] of [
    ['shorten', 'shorten it to fit a network'],
    ['translate', 'translate it'],
  ] as const)
    expect(read({ actions: [{ kind: 'prompt', ask }] })).toContain(words);
  const when = { days: null as unknown as number, at: '' };
  expect(read({ actions: [{ kind: 'schedule', set: 3, when }] })).toContain(
    'schedule it on set 3 at a time.',
  );
});

test('Ready rules fit, and say what is to be chosen', () => {
  expect(READY_RULES).toHaveLength(12);
  for (const rule of READY_RULES) {
    expect(misfits(rule)).toEqual([]);
    expect(asText(sentence(rule, names))).toMatch(/^(When|Every|On) .+, then .+\.$/);
  }
});

test('A ready rule can be saved as it is, unless its sentence has a gap', () => {
  for (const rule of READY_RULES) {
    const gaps = sentence(rule, () => undefined).filter(({ tone }) => tone === 'gap');
    const { error } = RuleText.safeParse(rule);
    expect([rule.name, error?.issues.length ?? 0]).toEqual([rule.name, gaps.length]);
  }
});

test('Settings that are missing are named', () => {
  const { error } = RuleText.safeParse({
    ...journal,
    trigger: { kind: 'time', every: 'week', at: '9' },
    actions: [{ kind: 'draft', from: 'template' }],
  });
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'trigger.at: Choose a time, such as 09:00.',
    'trigger.weekday: Choose a day of the week.',
    'actions.0.template: Choose a template.',
  ]);
});
