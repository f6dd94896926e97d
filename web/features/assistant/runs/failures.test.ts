import { expect, test } from 'vitest';
import { FAILURE_KINDS, type Failure } from '#contract/assistant/state.ts';
import { isAlertCause } from '#contract/people/assistant-causes.ts';
import { failureText } from './failures.ts';

const nothing: Omit<Failure, 'kind'> = {
  host: 'llm.example.org',
  model: 'qwen3-32b',
  status: null,
  seconds: null,
  tokens: null,
  limit: null,
  others: null,
  usage: null,
};

test('each failure has a title and a sentence of its own', () => {
  const texts = FAILURE_KINDS.map((kind) => failureText({ ...nothing, kind }, 'UTC'));
  expect(new Set(texts.map(({ title }) => title)).size).toBe(FAILURE_KINDS.length);
  for (const { title, says } of texts) {
    expect(`${title} ${says}`).not.toMatch(/null|undefined|NaN/);
    expect(says).toMatch(/\.$/);
  }
});

test('a failure says the figures that the server knows', () => {
  const text = (failure: Partial<Failure> & Pick<Failure, 'kind'>) => {
    const { title, says } = failureText({ ...nothing, ...failure }, 'UTC');
    return `${title} ${says}`;
  };
  expect(text({ kind: 'key_refused', status: 401 })).toBe(
    'The server refuses the key. llm.example.org answered 401. An owner can set it anew.',
  );
  expect(text({ kind: 'model_unknown', others: 14 })).toContain('It has 14 others.');
  expect(text({ kind: 'context', tokens: 9100, limit: 8192 })).toContain(
    'about 9,100 of 8,192 tokens.',
  );
  const usage = {
    day: { used: 50_000, limit: 50_000, resets_at: '2026-11-29T00:00:00Z' },
    month: { used: 1_200_000, limit: 3_000_000, resets_at: '2026-12-01T00:00:00Z' },
  };
  expect(text({ kind: 'day_limit', usage })).toContain(
    'The workspace has 1.8\u00a0M of 3\u00a0M left this month.',
  );
});

test('what an owner alone can mend offers to tell the owner, and nothing else does', () => {
  for (const kind of FAILURE_KINDS)
    expect(failureText({ ...nothing, kind }, 'UTC').remedies.includes('owner'), kind).toBe(
      isAlertCause(kind),
    );
});
