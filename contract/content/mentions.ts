import { HANDLES } from '../networks/handles.ts';
import { ALL_NETWORKS, type Network } from '../networks/names.ts';

/**
 * Mentions in a text: `{{@Ada Lovelace|threads:ada.l|x:ada}}` (docs/domain/content.md, 'Mentions').
 * A name, and the handle of the person at each network where it is known.
 */
export type Mention = { name: string; handles: Partial<Record<Network, string>> };

export const MENTIONING = ALL_NETWORKS.filter((network) => HANDLES[network] !== undefined);

export const MAX_MENTION_NAME = 80;

/** Of a text. The database learns as many (`mentions_in`). */
export const MAX_MENTIONS = 100;
export const TOO_MANY_MENTIONS = `A text has at most ${MAX_MENTIONS} mentions`;

export const isHandle = (network: Network, handle: string): boolean =>
  HANDLES[network]?.test(handle) ?? false;

/** A name as it can stand in a mention. */
export const mentionName = (text: string): string =>
  [...text.replaceAll(/[{}|\\\s]+/g, ' ').trim()].slice(0, MAX_MENTION_NAME).join('').trim();

/**
 * The mention that is between braces; undefined where it is none.
 * @param inner without the braces
 */
export function mentionOf(inner: string): Mention | undefined {
  if (!inner.startsWith('@')) return undefined;
  const [name = '', ...entries] = inner.slice(1).split('|');
  if (name === '' || name !== mentionName(name)) return undefined;
  const handles: Mention['handles'] = {};
  for (const entry of entries) {
    const at = entry.indexOf(':');
    const network = MENTIONING.find((known) => known === entry.slice(0, at).trim());
    const handle = entry.slice(at + 1).trim();
    if (!network || handles[network] || !isHandle(network, handle)) return undefined;
    handles[network] = handle;
  }
  return { name, handles };
}

/** A mention as it stands in a text, the networks in their order. */
export const writtenMention = ({ name, handles }: Mention): string =>
  `{{${[
    `@${mentionName(name)}`,
    ...MENTIONING.flatMap((network) =>
      handles[network] ? [`${network}:${handles[network]}`] : [],
    ),
  ].join('|')}}}`;

/**
 * A text as people read it in lists: a mention is '@' and its name, also where the text is cut within
 * it. The database does the same (`named_mentions`).
 */
export const namedMentions = (text: string): string =>
  text.includes('{{@') ? text.replaceAll(/\{\{(@[^{}|]*)(?:\|[^{}]*)?(?:\}\}|$)/g, '$1') : text;

/** What a network gets of a mention. */
export const sentMention = ({ name, handles }: Mention, network: Network): string => {
  const handle = handles[network];
  return handle === undefined ? name : `@${handle}`;
};

/** What is typed of a mention before the caret: at the start of a word, two characters at least. */
export function typedMention(text: string, caret: number) {
  const before = text.slice(Math.max(0, caret - 62), caret);
  const found = /(?<![^\s([{"'“‘«¿¡–—-])@([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{1,59})$/u.exec(before);
  if (!found || before.slice(0, found.index).endsWith('{{')) return undefined;
  return { from: caret - found[0].length, typed: found[1] ?? '' };
}
