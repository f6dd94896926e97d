import { expect, test } from 'vitest';
import { type Asking, asked, NOT_ASKED } from '#web/features/assistant/asking/asking.ts';
import { stateText, takenTexts, versionOf, versionQuestion } from './versions.ts';
import type { WideHost } from './wide-host.ts';

const part = (key: string, text: string, own: WideHost['parts'][number]['own'] = {}) => ({
  key,
  text,
  own,
  hasMedia: false,
});
const hostOf = (...parts: WideHost['parts'][number][]): WideHost => ({
  parts,
  networks: ['x'],
  accountOf: () => undefined,
  network: 'x',
  folder: 1,
  item: undefined,
  isBeside: true,
  onAsk() {},
  takeVersions: () => () => {},
  takeThread() {},
  close() {},
});

function answeredWith(host: WideHost, texts: string[]): Asking {
  const parts = texts.map((text) => ({ text, count: text.length, limit: 280, over: 0 }));
  const result = { kind: 'parts' as const, parts, same: false, keeps_words: null, cuts: null };
  const question = versionQuestion(host, 'x', { voice: undefined });
  return asked(asked(NOT_ASKED, { do: 'ask', question }), { do: 'done', result });
}

test('the state of a version follows the text as it is now', () => {
  const host = hostOf(part('a', 'One.'), part('b', 'Two.'));
  const asking = answeredWith(host, ['One, shorter.', 'Two.']);
  const version = (now: WideHost) => versionOf(now, 'x', asking);
  expect(version(host)).toMatchObject({ state: 'ready', hasOwn: false, isStale: false });
  expect([...takenTexts(version(host))]).toEqual([
    ['a', 'One, shorter.'],
    ['b', 'Two.'],
  ]);
  expect(version(hostOf(part('a', 'One.', { x: 'One, shorter.' }), part('b', 'Two.'))).state).toBe(
    'taken',
  );
  expect(version(hostOf(part('a', 'One.', { x: 'Mine.' }), part('b', 'Two.')))).toMatchObject({
    state: 'ready',
    hasOwn: true,
  });
  expect(version(hostOf(part('a', 'One, shorter.'), part('b', 'Two.'))).state).toBe('same');
  // A part that is gone is left out, and another text is said.
  expect(version(hostOf(part('b', 'Two more.')))).toMatchObject({
    state: 'ready',
    isStale: true,
    texts: [{ key: 'b', proposed: 'Two.' }],
  });
});

test('the longest part says how much is too long', () => {
  const host = hostOf(part('a', 'One.'), part('b', 'Two.'));
  const version = versionOf(host, 'x', answeredWith(host, ['y'.repeat(296), 'y'.repeat(290)]));
  expect(version).toMatchObject({ state: 'over', over: 16 });
  expect(stateText(version)).toBe('16 over');
});

test('an instruction is about what is proposed', () => {
  const host = hostOf(part('a', 'One.'));
  const version = versionOf(host, 'x', answeredWith(host, ['Uno.']));
  const about = (instruction?: string) =>
    versionQuestion(host, 'x', { voice: undefined, instruction, version }).body.parts;
  expect(about('Say it in English')).toEqual(['Uno.']);
  expect(about()).toEqual(['One.']);
});
