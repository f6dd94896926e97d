import { expect, test } from 'vitest';
import type { Variable } from '#contract/content/templates.ts';
import type { FixedFacts } from '#contract/publishing/fixed-variables.ts';
import { segmentsOf } from './segments.ts';

const farm: Variable = {
  ...{ name: 'farm', label: 'Farm', kind: 'text', choices: [], default: null, is_required: true },
};
const template = { variables: [farm], language: 'en' };
const facts: FixedFacts = {
  ...{ at: '2026-11-26T09:00:00Z', zone: 'Europe/Berlin', network: 'x' },
  ...{ channel: '@north', workspace: 'North', author: 'Mara' },
};
const looks = (text: string, shown: Parameters<typeof segmentsOf>[2]) =>
  segmentsOf(text, template, shown).map(({ text: part, look }) => `${look}: ${part}`);

test('a pattern is shown by the names of its variables, or by what they become', () => {
  const text = 'On {{weekday}} {{farm}} \\{{farm}} {{closing}}';
  expect(looks(text, {})).toEqual([
    ...['text: On ', 'fixed: weekday', 'text:  ', 'variable: farm', 'text:  '],
    ...['text: {{farm}}', 'text:  ', 'undeclared: {{closing}}'],
  ]);
  expect(looks('{{weekday}} {{farm}}', { facts, values: {} })).toEqual([
    ...['fixed: Thursday', 'text:  ', 'missing: farm'],
  ]);
  expect(looks('{{farm}}', { facts, values: { farm: '{{weekday}}' } })).toEqual([
    'text: {{weekday}}',
  ]);
});
