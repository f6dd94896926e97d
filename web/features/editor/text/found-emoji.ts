export type Emoji = { emoji: string; name: string };

const MAX_FOUND = 60;

/** The emoji that have every word of a text at the beginning of one of their name, nearest first. */
export function foundEmoji(all: readonly Emoji[], text: string): Emoji[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = all.filter(({ name }) => {
    const own = name.toLowerCase().split(/[\s:,-]+/);
    return words.every((word) => own.some((part) => part.startsWith(word)));
  });
  // 'heart' is a red heart before it is a smiling face with hearts.
  if (words.length > 0) matching.sort((a, b) => a.name.length - b.name.length);
  return matching.slice(0, MAX_FOUND);
}
