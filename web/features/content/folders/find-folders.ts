import { editDistance } from '#contract/content/edit-distance.ts';
import type { Folder } from '#contract/content/folders.ts';

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The mistakes that a word may have, as in the search of texts. */
const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);
/** Names are not compared with more words than they can have. */
const MAX_WORDS = 8;

/** 0: begins with the word; 1: misspelt; null: another word. */
function likeness(word: string, name: string) {
  if (name.startsWith(word)) return 0;
  return editDistance(word, name) <= mistakesIn(word) ? 1 : null;
}

/** The folders whose names have all words of a text, misspelt ones too: the best first. */
export function findFolders<Named extends Pick<Folder, 'name'>>(
  folders: readonly Named[],
  text: string,
): Named[] {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  return folders
    .flatMap((folder) => {
      const names = wordsOf(folder.name);
      const mistakes = words.map((word) => {
        const found = names.map((name) => likeness(word, name)).filter((value) => value !== null);
        return found.length ? Math.min(...found) : null;
      });
      return mistakes.includes(null)
        ? []
        : [{ folder, mistakes: mistakes.reduce<number>((sum, value) => sum + (value ?? 0), 0) }];
    })
    .toSorted((a, b) => a.mistakes - b.mistakes)
    .map(({ folder }) => folder);
}
