import { expect, test } from 'vitest';
import { firstFree } from './parts.ts';

test('the text of parts that are or may be published is not changed', () => {
  const part = (position: number, isSent: boolean, outcomes: ('rejected' | null)[] = []) => ({
    position,
    isSent,
    attempts: outcomes.map((outcome) => ({ step: 'send' as const, outcome })),
  });
  expect(firstFree([part(0, false), part(1, false)])).toBe(0);
  expect(firstFree([part(0, true), part(1, false, ['rejected'])])).toBe(1);
  const both = [part(0, true), part(1, false, [null]), part(2, false, [null])];
  expect(firstFree([...both, part(3, false)])).toBe(3);
});
