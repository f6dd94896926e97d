import { mentionOf, sentMention } from '../content/mentions.ts';
import { type FixedName, isFixed, replaceTokens, undeclaredIn } from '../content/variables.ts';
import { NETWORK_NAMES, type Network } from '../networks/names.ts';
import type { CheckedPart } from './checks.ts';

/** What the fixed variables of a post are filled in from, for a channel. */
export type FixedFacts = {
  /** When it goes out. */
  at: string;
  zone: string;
  network: Network;
  /** The handle of the account. */
  channel: string;
  workspace: string;
  author: string;
};

const FORMATS: Partial<Record<FixedName, Intl.DateTimeFormatOptions>> = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  month: { month: 'long' },
};

/** The language of a post that does not say its own. */
const LANGUAGE = 'en-GB';

/** @param language a BCP 47 tag; null: that of a post that says none */
export function fixedValue(name: FixedName, facts: FixedFacts, language: string | null): string {
  const format = FORMATS[name];
  if (format)
    return new Intl.DateTimeFormat(language ?? LANGUAGE, {
      ...format,
      timeZone: facts.zone,
    }).format(new Date(facts.at));
  if (name === 'network') return NETWORK_NAMES[facts.network];
  return { channel: facts.channel, workspace: facts.workspace, author: facts.author }[
    name as 'channel' | 'workspace' | 'author'
  ];
}

/** A text with its fixed variables and mentions as they are sent; others stay. */
export const fillFixed = (text: string, facts: FixedFacts, language: string | null): string =>
  replaceTokens(text, ({ name, isLiteral, start, end }) => {
    if (isLiteral) return text.slice(start + 1, end);
    if (isFixed(name)) return fixedValue(name, facts, language);
    const mention = mentionOf(name);
    return mention && sentMention(mention, facts.network);
  });

/**
 * The parts with their fixed variables filled in; what is written literally loses its backslash.
 * `unfilled` names what is left, which no network gets.
 */
export const withFixed = (parts: readonly CheckedPart[], facts: FixedFacts): CheckedPart[] =>
  parts.map((part) => {
    const texts = [part.text, ...part.media.map(({ alt }) => alt)];
    if (!texts.some((text) => text.includes('{{'))) return part;
    const fill = (text: string) => fillFixed(text, facts, part.language);
    return {
      ...part,
      text: fill(part.text),
      media: part.media.map((file) => ({ ...file, alt: fill(file.alt) })),
      unfilled: undeclaredIn(texts),
    };
  });
