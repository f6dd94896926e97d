import type { Ending } from './endings.ts';

/** How a post ends on a channel: the editor, previews, checks and sending agree by these. */

/** The ending on a channel; undefined where there is none, or it was taken off the post. */
export const endingOn = <Given extends Pick<Ending, 'channel' | 'snippet'>>(
  endings: readonly Given[],
  channel: number | undefined,
  off: readonly number[] = [],
): Given | undefined =>
  endings.find((ending) => ending.channel === channel && !off.includes(ending.snippet));

/** A text with what is always at its end; undefined: nothing is. */
export function withEnding(text: string, ending: string | undefined): string {
  if (!ending) return text;
  return text.trim() === '' ? ending : `${text.trimEnd()}\n\n${ending}`;
}
