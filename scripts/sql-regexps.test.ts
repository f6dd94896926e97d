import { expect, test } from 'vitest';
import { expressionsInSql, statesOf } from './sql-regexps.ts';

const patternsIn = (sql: string) => expressionsInSql(sql).map(({ pattern }) => pattern);

test('the patterns of operators, functions and constraints are found', () => {
  expect(
    expressionsInSql(`check ((code ~ '^[a-z]{7}$'::text) and url !~* E'^https?:\\\\d')`),
  ).toEqual([
    { text: '^[a-z]{7}$', pattern: '^[a-z]{7}$', flags: 'u' },
    { text: '^https?:\\d', pattern: '^https?:\\d', flags: 'ui' },
  ]);
  expect(
    patternsIn(`select regexp_replace(lower(f(a, 'b')), '[[:space:]]\\m', 'x', 'g'), "substring"(a, 'o.b'),
      substring(a from 'c''d'), substring(a from 2 for 3), x ~ '[\\' -- ~ 'no'`),
  ).toEqual(['[\\s]\\b', 'o.b', "c'd", '[\\']);
});

test('constants of a function are read, and what else is put together is not', () => {
  const body = `create function f(given text) returns text as $$ declare
    letters constant text := '\\u0e01' '\\U00020000';
    begin if given ~ ('[' || letters || ']+') then return regexp_replace(given, pattern, ''); end if;
      return given ~ ('^' || given); end $$;`;
  expect(expressionsInSql(body)).toEqual([
    { text: '[\\u0e01\\U00020000]+', pattern: '[\\u0e01\\u{20000}]+', flags: 'u' },
    { text: 'pattern', flags: 'u' },
    { text: '( ^ || given )', flags: 'u' },
  ]);
});

test.each(["'(?i)a'", "'(a)\\1'", "'***=a'", "'[[:xdigit:]]'", "'a\\Qb'"])(
  'what is not read has no pattern: %s',
  (pattern) => {
    expect(patternsIn(`select x ~ ${pattern}`)).toEqual([undefined]);
    expect(patternsIn('select x similar to y')).toEqual([undefined]);
  },
);

test('counted repetitions multiply', () => {
  expect(statesOf('^[a-z0-9][a-z0-9_-]{0,29}$')).toBe(32);
  expect(statesOf('(a|bc){3}\\d+x?')).toBe(11);
  expect(
    statesOf('\\{\\{@([^{}|\\\\]{1,80})((?:\\|[a-z]{1,20}:[^{}|\\\\\\s]{1,250}){1,20})\\}\\}'),
  ).toBeGreaterThan(5000);
});
