import { expect, test } from 'vitest';
import { z } from 'zod';
import { ItemCreate, ItemQuery } from '../content/items.ts';
import { Register } from '../core/forms.ts';
import { features } from '../endpoints.ts';
import { fieldErrors, summarise } from './errors.ts';
import { optionalText } from './fields.ts';

test('every message names what is wrong and what is expected', () => {
  const messages = (
    result: ReturnType<typeof ItemCreate.safeParse> | ReturnType<typeof ItemQuery.safeParse>,
  ) => summarise(fieldErrors(result.error as never));
  expect(messages(ItemCreate.safeParse({ content: 'x' }))).toBe(
    'folder: Expected the id of a record, a whole number.',
  );
  expect(messages(ItemQuery.safeParse({ status: ['draft', 'gone'] }))).toMatch(
    /^status: Expected one of draft/,
  );
});

test('a confirmation that differs is reported together with the other errors', () => {
  const { error } = Register.safeParse({
    email: 'x',
    name: '',
    password: 'short',
    password_confirm: 'shorter',
  });
  expect(Object.keys(fieldErrors(error as never)).sort()).toEqual([
    'email',
    'name',
    'password',
    'password_confirm',
  ]);
});

test('an optional text has tabs and line breaks, and no other control characters', () => {
  const text = optionalText('Description', 20);
  expect(text.parse('A\n\tlist')).toBe('A\n\tlist');
  expect(text.safeParse('A\u0001').error?.issues[0]?.message).toBe(
    'Description can’t contain control characters',
  );
});

test('a union says what it takes, or what is wrong inside of what was meant', () => {
  const all = Object.values(features).flat();
  const publish = all.find(
    ({ method, path }) => method === 'POST' && path.endsWith('/publications/'),
  );
  const said = (at: unknown) => {
    const { error } = publish?.body?.safeParse({ channels: [1], at }) ?? {};
    return error && fieldErrors(error).at?.[0];
  };
  for (const at of [5, {}, [], true, 'soon', { zone: 'Europe/Berlin' }])
    expect([at, said(at)]).toEqual([
      at,
      expect.stringMatching(/^Expected an instant .*'draft'\.$/),
    ]);
  expect(said({ local: '2026-12-15 10:30' })).toMatch(/^Expected a date and a time/);
  expect(said({ local: '2026-02-30T10:30' })).toMatch(/^This time does not exist/);
  expect(said({ local: '2026-12-15T10:30', zone: 'Berlin' })).toMatch(/^Expected a time zone/);
});

test('no union of a body leaves its message to the library', () => {
  const unions = Object.values(features)
    .flat()
    .flatMap(({ path, body }) =>
      body instanceof z.ZodObject
        ? Object.entries(body.shape as Record<string, z.ZodType>).map(
            ([name, field]) => [`${path} ${name}`, unwrapped(field), body] as const,
          )
        : [],
    )
    .filter(([, field]) => field instanceof z.ZodUnion);
  expect(unions.length).toBeGreaterThan(1);
  for (const [name, field] of unions)
    for (const value of [5, {}, [], true, 'nonsense']) {
      const { error } = z.object({ field }).safeParse({ field: value });
      const [message = 'Expected'] = error ? (fieldErrors(error).field ?? []) : [];
      expect([name, message]).toEqual([name, expect.not.stringMatching(/^Invalid input/)]);
    }
});

const unwrapped = (field: z.ZodType): z.ZodType =>
  'unwrap' in field && !(field instanceof z.ZodArray)
    ? unwrapped((field.unwrap as () => z.ZodType)())
    : field;
