import { expect, test } from 'vitest';
import { parseGuide, parseInline } from './guide.ts';

test('a guide is read as headings, paragraphs and lists', () => {
  const markdown = `# X

A paragraph
of two lines.

1. The first step
   goes on.
   - with an address
   - and another
     one
2. The second step

## What to know

- A fact
`;
  expect(parseGuide(markdown)).toEqual([
    { kind: 'text', text: 'A paragraph of two lines.' },
    {
      kind: 'list',
      ordered: true,
      items: [
        { text: 'The first step goes on.', below: ['with an address', 'and another one'] },
        { text: 'The second step', below: [] },
      ],
    },
    { kind: 'heading', text: 'What to know' },
    { kind: 'list', ordered: false, items: [{ text: 'A fact', below: [] }] },
  ]);
});

test('code, stress and links are pieces of a line', () => {
  const line = 'Set `X_CLIENT_ID` under **Keys** (_not_ [here](../api.md)), see <https://x.com/>.';
  expect(parseInline(line)).toEqual([
    { kind: 'plain', text: 'Set ' },
    { kind: 'code', text: 'X_CLIENT_ID' },
    { kind: 'plain', text: ' under ' },
    { kind: 'strong', text: 'Keys' },
    { kind: 'plain', text: ' (' },
    { kind: 'em', text: 'not' },
    { kind: 'plain', text: ' ' },
    { kind: 'plain', text: 'here' },
    { kind: 'plain', text: '), see ' },
    { kind: 'link', text: 'https://x.com/', url: 'https://x.com/' },
    { kind: 'plain', text: '.' },
  ]);
});
