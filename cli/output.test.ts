import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onOneLine, printRows } from './output.ts';

let written = '';
beforeEach(() => {
  written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
});
const { isTTY, columns } = process.stdout;
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(process.stdout, { isTTY, columns });
});

const ROWS = [
  [1, 'x/@ada', 'A \u001b]0;title\u0007text \u009b2Jthat goes on beyond the end of a line'],
  [23, '日本語', '👩‍👩‍👧 and a family'],
] as const;

test('a terminal gets a table, in its columns, without what it would obey', () => {
  Object.assign(process.stdout, { isTTY: true, columns: 40 });
  printRows(['id', 'channel', 'text'], ROWS);
  expect(written.split('\n')).toEqual([
    'ID  CHANNEL  TEXT',
    '1   x/@ada   A text that goes on beyond…',
    '23  日本語   👩‍👩‍👧 and a family',
    '',
  ]);
});

test('a pipe gets lines with tabs alone', () => {
  Object.assign(process.stdout, { isTTY: false });
  printRows(
    ['id', 'channel', 'text'],
    [
      [1, 'a\tb', 'two\nlines'],
      [2, null, undefined],
    ],
  );
  expect(written).toBe('1\ta b\ttwo lines\n2\t\t\n');
});

test('a text is cut between characters', () => {
  Object.assign(process.stdout, { isTTY: true, columns: 12 });
  printRows(['text'], [['👍👍👍👍👍👍👍👍'], ['exactly 12 c'], ['']]);
  expect(written.split('\n').slice(1, 3)).toEqual(['👍👍👍👍👍…', 'exactly 12 c']);
  expect(onOneLine(' a\u202eb\u0000\r\n c ')).toBe('ab c');
});
