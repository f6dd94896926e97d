import { expect, test } from 'vitest';
import type { RunResult } from '#contract/assistant/runs.ts';
import {
  asked,
  goingOn,
  type Happening,
  NOT_ASKED,
  type Question,
  versionsOf,
  viewOf,
} from './asking.ts';

const question = (before = 'A long text.'): Question => ({
  body: { action: 'shorten', text: before, network: 'x' },
  label: 'Shorten to fit X',
  before,
  start: 0,
  end: before.length,
});
const result = (text: string): RunResult => ({
  kind: 'text',
  text,
  count: text.length,
  limit: 280,
  over: 0,
  same: false,
  forbidden: [],
});
const after = (...happenings: Happening[]) => happenings.reduce(asked, NOT_ASKED);
const answer = (text: string, before?: string): Happening[] => [
  { do: 'ask', question: question(before) },
  { do: 'done', result: result(text) },
];

test('an answer grows while it is written, and is a proposal at its end', () => {
  const writing = after(
    { do: 'ask', question: question() },
    { do: 'delta', text: 'A ' },
    { do: 'delta', text: 'text' },
  );
  expect([viewOf(writing), writing.written]).toEqual(['writing', 'A text']);
  const done = asked(writing, { do: 'done', result: result('A text.') });
  expect([viewOf(done), done.proposals.length, done.written]).toEqual(['proposal', 1, '']);
});

test('what came does not count where it is asked a second time', () => {
  const writing = after(
    { do: 'ask', question: question() },
    { do: 'delta', text: 'Too long' },
    { do: 'again' },
    { do: 'delta', text: 'Short' },
  );
  expect(writing.written).toBe('Short');
  expect(asked(writing, { do: 'done', result: result('Short') }).proposals[0]?.isSecond).toBe(true);
});

test('proposals about the same words are versions; those about others are not', () => {
  const state = after(...answer('One.'), ...answer('Two.'), ...answer('Other.', 'Another text.'));
  expect(versionsOf(state)).toEqual([2, 2]);
  expect(asked(state, { do: 'turn', by: -1 }).at).toBe(2);
  const versions = after(...answer('One.'), ...answer('Two.'));
  expect(versionsOf(versions)).toEqual([0, 1]);
  expect(asked(asked(versions, { do: 'turn', by: -1 }), { do: 'turn', by: -1 }).at).toBe(0);
});

test('discarded proposals come back', () => {
  const aside = after(...answer('One.'), { do: 'put aside' });
  expect(viewOf(aside)).toBe('idle');
  expect(viewOf(asked(aside, { do: 'bring back' }))).toBe('proposal');
});

test('stopping leaves the versions before', () => {
  const state = after(...answer('One.'), { do: 'ask', question: question() }, { do: 'stop' });
  expect([viewOf(state), state.at]).toEqual(['proposal', 0]);
});

test('stopping after a proposal was taken or discarded does not bring it back', () => {
  for (const end of [{ do: 'take' }, { do: 'put aside' }] as const) {
    const asking = after(...answer('One.'), end, { do: 'ask', question: question('One.') });
    expect(viewOf(asking)).toBe('writing');
    expect(viewOf(asked(asking, { do: 'stop' }))).toBe('idle');
    expect(viewOf(after(...answer('One.'), end, ...answer('Two.', 'One.')))).toBe('proposal');
  }
});

test('an answer that ended in the middle stays, and goes on there', () => {
  const state = after(
    { do: 'ask', question: question() },
    { do: 'delta', text: 'Half' },
    { do: 'fail', failure: { kind: 'ended' } },
  );
  expect([viewOf(state), state.written]).toEqual(['failed', 'Half']);
  const next = goingOn(state) as Question;
  expect(next.body.so_far).toBe('Half');
  expect(asked(state, { do: 'ask', question: next }).written).toBe('Half');
});

test('a pause that the server asks for is no failure', () => {
  expect(viewOf(after({ do: 'fail', failure: { kind: 'pause', seconds: 20 } }))).toBe('paused');
});
