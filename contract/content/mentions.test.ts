import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_NETWORKS } from '../networks/names.ts';
import { entitiesOf } from '../networks/networks.ts';
import { fillFixed, withFixed } from '../publishing/fixed-variables.ts';
import {
  isHandle,
  MENTIONING,
  type Mention,
  mentionName,
  mentionOf,
  typedMention,
  writtenMention,
} from './mentions.ts';
import { tokensIn, undeclaredIn, withNames } from './variables.ts';

const facts = (network: (typeof ALL_NETWORKS)[number]) => ({
  ...{ network, at: '2030-01-01T09:00:00Z', zone: 'UTC' },
  ...{ channel: 'harbour', workspace: 'Harbour', author: 'Ada' },
});
const send = (text: string, network: (typeof ALL_NETWORKS)[number]) =>
  fillFixed(text, facts(network), null);

const ADA: Mention = {
  name: 'Ada Lovelace',
  handles: { bluesky: 'ada.example.org', mastodon: 'ada@host.example', x: 'ada' },
};
const ADAM: Mention = { name: 'Ada', handles: { bluesky: 'ada.example' } };

/** Of each form that a network allows, the longest included. */
const SOME: Record<string, string[]> = {
  x: ['ada', '_A1', 'a'.repeat(15)],
  instagram: ['ada', 'ada.b_c', 'a'.repeat(30)],
  threads: ['ada', 'ada.b_c'],
  bluesky: ['ada.example', 'a-b.co.uk', `${'a.'.repeat(10)}example`],
  mastodon: ['ada@host.example', 'a.b-c@h-1.example.org', `${'a'.repeat(100)}@host.example`],
  telegram: ['adalo', 'ada_1', 'a'.repeat(32)],
  practice: ['ada', 'ada.b_c'],
};
const handles = fc
  .record(
    Object.fromEntries(
      MENTIONING.map((network) => [network, fc.constantFrom(...(SOME[network] ?? []))]),
    ),
    { requiredKeys: [] },
  )
  .map((drawn) => drawn as Mention['handles']);
const mentions = fc
  .record({ name: fc.string({ minLength: 1, unit: 'grapheme' }).map(mentionName), handles })
  .filter(({ name }) => name !== '');

describe('a mention', () => {
  test('is written in the form of each network, and by its name where none is known', () => {
    const text = `With ${writtenMention(ADA)}, today`;
    const sent = Object.fromEntries(ALL_NETWORKS.map((network) => [network, send(text, network)]));
    expect(sent).toMatchObject({
      bluesky: 'With @ada.example.org, today',
      mastodon: 'With @ada@host.example, today',
      x: 'With @ada, today',
      linkedin: 'With Ada Lovelace, today',
      discord: 'With Ada Lovelace, today',
      instagram: 'With Ada Lovelace, today',
    });
  });

  test('is read as it was written', () => {
    fc.assert(
      fc.property(mentions, (mention) => {
        const text = writtenMention(mention);
        const [token] = tokensIn(text);
        expect(token).toMatchObject({ start: 0, end: text.length });
        expect(mentionOf(token?.name ?? '')).toEqual(mention);
        expect(undeclaredIn([text])).toEqual([]);
      }),
    );
  });

  test('is marked by the network as a whole, whatever is before it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '🎉 ', 'e\u0301 ', '👩‍👩‍👧‍👦 ', 'Ça va, ', '('),
        fc.constantFrom('', ' ', ', and', '\n', ')', '!'),
        mentions,
        (before, after, mention) => {
          for (const network of MENTIONING) {
            const handle = mention.handles[network];
            if (!handle) continue;
            const text = send(before + writtenMention(mention) + after, network);
            expect(text).toBe(`${before}@${handle}${after}`);
            expect(entitiesOf(text, network)).toContainEqual({
              kind: 'mention',
              start: before.length,
              end: before.length + handle.length + 1,
            });
          }
        },
      ),
    );
  });

  test('is one also where it is long and has spaces between its braces', () => {
    const { name } = ADA;
    const long = { name, handles: { ...ADA.handles, bluesky: `${'a.'.repeat(10)}example` } };
    const text = writtenMention({ ...long, name: `${name} ${'of '.repeat(20)}London` });
    expect(send(text.replace('{{', '{{ '), 'x')).toBe('@ada');
  });

  test('is its name in a title, also where the title ends within it', () => {
    const text = `With ${writtenMention(ADA)}!`;
    expect(withNames(text)).toBe('With Ada Lovelace!');
    expect(withNames(text.slice(0, 30))).toBe('With Ada Lovelace');
    expect(withNames(text.slice(0, 12))).toBe('With Ada ');
    expect(withNames(`\\${text.slice(5, 30)}`)).toBe(`\\${text.slice(5, 30)}`);
    expect(withNames('{{date}} {{')).toBe('{{date}} {{');
  });

  test('with the beginning of another one is not mixed up with it', () => {
    const text = `${writtenMention(ADAM)} ${writtenMention(ADA)} ${writtenMention(ADAM)}`;
    expect(send(text, 'bluesky')).toBe('@ada.example @ada.example.org @ada.example');
    expect(send(text, 'x')).toBe('Ada @ada Ada');
  });

  test('that is written literally, or is none, is not replaced', () => {
    expect(send('\\{{@Ada|x:ada}}', 'x')).toBe('{{@Ada|x:ada}}');
    for (const wrong of [
      '{{@|x:ada}}',
      '{{@Ada|x:a da}}',
      '{{@Ada|linkedin:ada}}',
      '{{@Ada|x:ada|x:eve}}',
      '{{@Ada|x}}',
    ]) {
      expect(send(wrong, 'x')).toBe(wrong);
      const part = { text: wrong, language: null, media: [], isComment: false };
      expect(withFixed([part as never], facts('x'))[0]).toMatchObject({
        unfilled: [wrong.slice(2, -2)],
      });
    }
  });
});

test('a text without mentions is sent as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...ALL_NETWORKS),
      (text, network) => {
        fc.pre(!text.includes('{{'));
        expect(send(`@ada ${text}`, network)).toBe(`@ada ${text}`);
      },
    ),
  );
});

test('handles of one network are none of another', () => {
  expect(isHandle('mastodon', 'ada')).toBe(false);
  expect(isHandle('bluesky', 'ada')).toBe(false);
  expect(isHandle('x', 'ada.example')).toBe(false);
  expect(isHandle('linkedin', 'ada')).toBe(false);
});

describe('typing', () => {
  const typed = (text: string) => typedMention(text, text.length)?.typed;
  test.each(['@ad', 'Hi @ad', '(@ad', 'é\n@ad', '“@ad', '🎉 @ad'])(
    '%s begins a mention',
    (text) => {
      expect(typed(text)).toBe('ad');
    },
  );
  test.each([
    '@a',
    'me@ada',
    'https://m.example/@ada',
    '{{@ada',
    '@@ada',
    'x.@ada',
    '@ada@',
    '@-a',
  ])('%s does not', (text) => {
    expect(typed(text)).toBeUndefined();
  });
  test('goes on in a handle', () => {
    expect(typed('by @ada.example')).toBe('ada.example');
    expect(typedMention('by @ada more', 7)).toEqual({ from: 3, typed: 'ada' });
  });
});
