import { expect, test } from 'vitest';
import { ItemCreate, ItemQuery } from '../content/items.ts';
import { Register } from '../core/forms.ts';
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
