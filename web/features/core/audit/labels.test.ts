import { expect, test } from 'vitest';
import { labelOf } from './labels.ts';

test('an action of the audit log has its label, and else its name in words', () => {
  expect([labelOf('sign_in_failed'), labelOf('cancel_publication')]).toEqual([
    'Failed sign-in',
    'Cancel publication',
  ]);
});
