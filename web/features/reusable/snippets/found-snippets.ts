import type { Snippet } from '#contract/content/snippets.ts';

/** Whether a snippet has these words in a name, its text or a hashtag. */
export function matchesSnippet(
  { name, short_name: short, text, hashtags }: Snippet,
  words: string,
): boolean {
  const wanted = words.trim().toLowerCase().replace(/^\//, '');
  return [name, short ?? '', text, ...hashtags.map(({ tag }) => `#${tag}`)].some((part) =>
    part.toLowerCase().includes(wanted),
  );
}

/** The snippets that `/` offers for what is typed after it, the most used first. */
export const offeredSnippets = (snippets: readonly Snippet[], typed: string): Snippet[] => {
  const wanted = typed.toLowerCase();
  return snippets
    .filter(({ name, short_name: short }) =>
      [name.toLowerCase(), short ?? ''].some((part) => part.includes(wanted)),
    )
    .toSorted(
      (a, b) =>
        Number(b.short_name === wanted) - Number(a.short_name === wanted) || b.uses - a.uses,
    );
};
