import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillText } from './filled-template.ts';
import type { Variable } from './templates.ts';
import { literal, replaceTokens, tokensIn, undeclaredIn } from './variables.ts';

const declared = (name: string): Variable => ({
  ...{ name, label: name, kind: 'long', choices: [], default: null, is_required: true },
});
const template = { variables: ['a', 'b'].map(declared), language: null };
/** Texts in which variables, half variables and braces are frequent. */
const texts = fc
  .array(
    fc.constantFrom(
      '{{a}}',
      '{{ b }}',
      '{{c}}',
      '{{date}}',
      '\\',
      '{{',
      '}}',
      '{',
      '}',
      'x ',
      '\n',
    ),
  )
  .map((pieces) => pieces.join(''));
/** What goes out, where fixed ones are left. */
const sent = (text: string) =>
  replaceTokens(text, ({ isLiteral, start, end }) =>
    isLiteral ? text.slice(start + 1, end) : undefined,
  );

test('nothing but declared names is replaced', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const filled = fillText(text, template, { a: '<A>', b: '<B>' });
      const expected = tokensIn(text).reduceRight(
        (before, { name, isLiteral, start, end }) =>
          !isLiteral && (name === 'a' || name === 'b')
            ? `${before.slice(0, start)}<${name.toUpperCase()}>${before.slice(end)}`
            : before,
        text,
      );
      expect(filled).toBe(expected);
    }),
  );
});

test('a value is sent as it was given, and nothing in it is filled in later', () => {
  fc.assert(
    fc.property(texts, (value) => {
      const filled = fillText('<{{a}}>', template, { a: value });
      expect(undeclaredIn([filled])).toEqual([]);
      expect(tokensIn(filled).every(({ isLiteral }) => isLiteral)).toBe(true);
      if (!value.includes('\\')) expect(sent(filled)).toBe(`<${value.trim()}>`);
    }),
  );
});

test('a text that would be longer than any is cut, and still too long', () => {
  const filled = fillText('{{a}}'.repeat(20_000), template, { a: 'x'.repeat(10_000) });
  expect(filled).toHaveLength(100_001);
});

test('a literal text has no variables', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(undeclaredIn([literal(text)])).toEqual([]);
    }),
  );
});

test('hostile texts take time by their length alone', () => {
  const begun = process.cpuUsage().user;
  for (const text of ['{{'.repeat(100_000), '{{a'.repeat(100_000), `${'{{'.repeat(100_000)}a}}`])
    expect(tokensIn(text).length).toBeLessThan(2);
  expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(1000);
});
