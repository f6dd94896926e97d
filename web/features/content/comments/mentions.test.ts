import { describe, expect, test } from 'vitest';
import { nameable, nameBefore, splitMentions, suggest, withIds, withNames } from './mentions.ts';

const members = nameable([
  { id: 1, name: 'Ada', email: 'ada@example.org' },
  { id: 2, name: 'Ada Byron', email: null },
  { id: 3, name: 'Sam Lee', email: 'sam@example.org' },
  { id: 4, name: 'Sam Lee', email: null },
  { id: 5, name: 'Zoë O’Neil', email: null },
  { id: 6, name: 'C++ (Bot)', email: null },
  { id: 7, name: 'Anna Maria von Trapp', email: null },
  { id: 8, name: 'अदिति', email: null },
]);

describe('mentions in a comment', () => {
  test('are unique while typing, and are converted to ids and back', () => {
    const typed =
      '@Ada Byron, @Ada! @Sam Lee (sam@example.org) and @Sam Lee (#4): @C++ (Bot) @Zoë O’Neil, not mail@Ada or @Adam';
    const sent = '<@2>, <@1>! <@3> and <@4>: <@6> <@5>, not mail@Ada or @Adam';
    expect(withIds(typed, members)).toBe(sent);
    expect(withNames(sent, members)).toBe(typed);
    expect(withNames('<@99> has left', members)).toBe('<@99> has left');
  });

  test.each([
    ['@', ['Ada', 'Ada Byron']],
    ['Hello @by', ['Ada Byron']],
    ['(@sam l', ['Sam Lee (sam@example.org)', 'Sam Lee (#4)']],
    ['@zoe', ['Zoë O’Neil']],
    ["@O'N", ['Zoë O’Neil']],
    ['@Anna Maria v', ['Anna Maria von Trapp']],
    ['@अदि', ['अदिति']],
    ['mail@ada', undefined],
    ['@nobody', []],
  ])('%s suggests %j', (text, expected) => {
    const named = nameBefore(text, text.length);
    const suggested = named && suggest(members, named.typed, 2).map(({ label }) => label);
    expect(suggested).toEqual(expected);
  });

  test('use present names', () => {
    expect(splitMentions('<@1> and <@9>', [{ id: 1, name: 'Countess' }])).toEqual([
      { text: '@Countess', mention: true },
      { text: ' and ', mention: false },
      { text: '@Deleted user', mention: true },
    ]);
  });
});
