import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { useAuth } = await import('#web/api/auth-store.ts');
const { forgetChoices, rememberChoices, rememberedChoices } = await import(
  './remembered-choices.ts'
);

const WORKSPACE = 3;
const POST = 7;
const choices = (text = '') => ({
  chosen: [1, 2],
  options: { 1: { comment: text } },
  when: { kind: 'at', date: '2030-01-15', time: '09:15', zone: 'UTC' } as const,
  afterwards: { repost: null, reply: { count: '1', text: 'More' }, remove: null },
});
const signIn = (id: number) => useAuth.setState({ user: { id } as never });

beforeEach(() => {
  stored.clear();
  vi.useRealTimers();
  signIn(1);
});

test('choices are kept for a post of a person in a workspace, until they are forgotten', () => {
  rememberChoices(WORKSPACE, POST, choices());
  expect(rememberedChoices(WORKSPACE, POST)).toMatchObject(choices());
  expect(rememberedChoices(WORKSPACE, POST + 1)).toBeUndefined();
  expect(rememberedChoices(WORKSPACE + 1, POST)).toBeUndefined();
  signIn(2);
  expect(rememberedChoices(WORKSPACE, POST)).toBeUndefined();
  signIn(1);
  forgetChoices(WORKSPACE, POST);
  expect(rememberedChoices(WORKSPACE, POST)).toBeUndefined();
  expect([...stored.keys()].filter((key) => key.startsWith('publish-choices'))).toEqual([]);
});

test('they are bounded in number, length and age', () => {
  for (let post = 1; post <= 21; post++) rememberChoices(WORKSPACE, post, choices());
  expect(rememberedChoices(WORKSPACE, 1)).toBeUndefined();
  expect(rememberedChoices(WORKSPACE, 2)).toBeDefined();
  for (const post of [31, 32, 33]) rememberChoices(WORKSPACE, post, choices('x'.repeat(40_000)));
  expect(rememberedChoices(WORKSPACE, 31)).toBeUndefined();
  expect(rememberedChoices(WORKSPACE, 33)).toBeDefined();
  vi.useFakeTimers({ now: Date.now() + 8 * 24 * 60 * 60_000 });
  expect(rememberedChoices(WORKSPACE, 33)).toBeUndefined();
});

test('what is stored by something else is no choice', () => {
  for (const text of ['{', '{}', '[null]', '[{"post":7,"at":1}]']) {
    stored.set(`publish-choices-1-${WORKSPACE}`, text);
    expect(rememberedChoices(WORKSPACE, POST)).toBeUndefined();
  }
});
