import { describe, expect, test } from 'vitest';
import { draftAgain } from './draft-again.ts';

describe('a changed text is a draft again', () => {
  test.each([
    ['approved', 'draft', /^\. The approval was for the previous text, so the item/],
    ['published', 'draft', /^\. Changed text is not published automatically, so the item/],
    ['approved', 'approved', /^$/],
    ['draft', 'draft', /^$/],
    ['review', 'draft', /^$/],
    [undefined, 'draft', /^$/],
    ['approved', undefined, /^$/],
  ] as const)('or not, from %s to %s', (sent, status, text) =>
    expect(draftAgain('item', sent, status)).toMatch(text),
  );
});
