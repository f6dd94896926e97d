import type { Tone } from '#contract/assistant/actions.ts';
import { quote } from './frame.ts';

/** Tasks that make another text of a text. */

export const REWRITE = {
  improve:
    'Make the text clearer and livelier. Keep its meaning, its length and its lines. Where nothing can be improved, repeat it unchanged.',
  shorten: 'Shorten the text. Keep what matters most, every link, and whole sentences.',
  lengthen:
    'Make the text about half as long again: say more about what it says, without inventing facts.',
  spelling:
    'Correct spelling, grammar and punctuation, and nothing else. Where nothing is wrong, repeat it unchanged.',
  translate: 'Translate the text. Keep names, links, @mentions and #hashtags.',
  instruct: 'Change the text as the person asks.',
  own: 'Change the text as the person asks.',
} as const;

export const TONE: Record<Tone, string> = {
  friendlier: 'Make the text friendlier and warmer. Keep its meaning.',
  formal: 'Make the text more formal. Keep its meaning.',
  plainer: 'Say the same in plainer words and shorter sentences.',
  bolder: 'Say the same more boldly, without exaggerating facts.',
};

export const ALTERNATIVES = {
  beginnings: (count: number) =>
    `Write exactly ${count} other beginnings for the text, which could stand in place of its first sentence. Each is one or two sentences, and each begins in another way.`,
  endings: (count: number) =>
    `Write exactly ${count} other endings for the text, which could stand in place of its last sentence. Each calls on readers to do something, and each in another way.`,
} as const;

export const TEXTS_FORM = '{"texts": ["…", "…"]}';

/** What was proposed before: it may repeat what a page says. */
export const NOT_AGAIN = (mark: string, texts: readonly string[]) =>
  texts.length
    ? `None of these again:\n${quote('former', mark, texts.map((text) => `- ${text}`).join('\n'))}`
    : '';
