import { expect, test } from 'vitest';
import { differenceOf } from '#web/ui/text/difference.ts';
import type { Proposal } from './asking.ts';
import { fittingLength } from './counting.ts';
import { isMostlyNew, outcomeOf } from './outcome.ts';
import { changed, questionOf } from './questions.ts';

const counting = { network: 'x' as const, limits: {}, hasMedia: false };
const about = { ...counting, folder: 4, item: undefined, voice: undefined };
const before = 'It smells of plum. We tasted it twice, a week apart.';
const chip = { key: 'shorten', label: 'Shorten to fit X', action: 'shorten' as const };
const proposalOf = (start: number, end: number, text = before): Proposal => ({
  question: questionOf(chip, { ...about, text, chosen: { start, end } }),
  result: { kind: 'text', text: '', count: 0, limit: 280, over: 0, same: false, forbidden: [] },
  isSecond: false,
});
const none = new Set<number>();

test('a proposal for chosen words replaces these alone', () => {
  const proposal = proposalOf(19, before.length);
  expect(proposal.question.body).toMatchObject({
    text: 'We tasted it twice, a week apart.',
    // What is left of the limit beside the rest of the text.
    limits: { characters: 261 },
    folder: 4,
  });
  expect(outcomeOf(proposal, 'We tasted twice.', before, none, counting)).toMatchObject({
    text: 'It smells of plum. We tasted twice.',
    caret: 35,
    before: 'We tasted it twice, a week apart.',
    pieces: undefined,
    count: 35,
    was: before.length,
    limit: 280,
  });
});

test('what was typed meanwhile stays, and is named', () => {
  const proposal = proposalOf(0, before.length);
  const outcome = outcomeOf(
    proposal,
    'It smells of plum. We tasted twice.',
    `${before} Sorry, Jo.`,
    none,
    counting,
  );
  expect(outcome).toMatchObject({
    text: 'It smells of plum. We tasted twice. Sorry, Jo.',
    typed: 'Sorry, Jo.',
    disputes: [],
  });
});

test('a version is changed by an instruction, and is about the same words', () => {
  const proposal = proposalOf(0, 18);
  const next = changed(
    { ...proposal, result: { ...proposal.result, text: 'Plum.' } as never },
    'warmer',
  );
  expect(next).toMatchObject({ before, start: 0, end: 18 });
  expect(next.body).toMatchObject({ action: 'instruct', instruction: 'warmer', proposal: 'Plum.' });
});

test('above 40 % of new words the text is shown', () => {
  expect(isMostlyNew(differenceOf('one two three four', 'one two three five'))).toBe(false);
  expect(isMostlyNew(differenceOf('one two three four', 'six two seven five'))).toBe(true);
  expect(isMostlyNew(differenceOf('one', ''))).toBe(false);
});

test('what does not fit begins behind the last character that does', () => {
  expect(fittingLength('a'.repeat(290), counting)).toBe(280);
  expect(fittingLength('👍'.repeat(150), counting)).toBe(280);
  expect(fittingLength('fits', counting)).toBe(4);
});

test('another answer fits where the one that it was made of does', () => {
  const long = 'It smells of plum. '.repeat(20).trim();
  const short = 'It smells of plum.';
  const shortened = proposalOf(0, long.length, long);
  const fitting = { ...shortened, result: { ...shortened.result, text: short } } as Proposal;
  const mustFit = (proposal: Proposal) => outcomeOf(proposal, long, long, none, counting).mustFit;
  const wasChanged = (proposal: Proposal): Proposal => ({
    ...proposal,
    question: changed(proposal, 'Name the town'),
  });
  expect(mustFit(shortened)).toBe(true);
  expect(mustFit(wasChanged(fitting))).toBe(true);
  const stillLong = { ...fitting, result: { ...fitting.result, text: long } } as Proposal;
  expect(mustFit(wasChanged(stillLong))).toBe(false);
});
