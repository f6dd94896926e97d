import type { Snippet, SnippetFields, SnippetKind } from '#contract/content/snippets.ts';
import { plural } from '#web/lib/text.ts';

export const emptySnippet = (kind: SnippetKind): SnippetFields => ({
  ...{ name: '', short_name: null, kind, text: '', hashtags: [], take: null },
});

export const fieldsOfSnippet = (snippet: Snippet): SnippetFields => {
  const { name, short_name, kind, text, hashtags, take } = snippet;
  return { name, short_name, kind, text, hashtags, take };
};

/** Why a snippet cannot be saved. */
export function missingInSnippet({ name, kind, text, hashtags }: SnippetFields) {
  if (name.trim() === '') return 'Enter a name';
  if (kind === 'text') return text.trim() === '' ? 'Enter a text' : undefined;
  return hashtags.length === 0 ? 'Add a hashtag' : undefined;
}

/** Fewest hashtags that a post gets: the pinned ones are always there. */
export const leastTaken = (hashtags: SnippetFields['hashtags']) =>
  Math.max(1, hashtags.filter(({ is_pinned }) => is_pinned).length);

/** With other hashtags, as many are taken as there are. */
export function withHashtags(
  { take }: Pick<SnippetFields, 'take'>,
  hashtags: SnippetFields['hashtags'],
): Pick<SnippetFields, 'hashtags' | 'take'> {
  const most = hashtags.length;
  return {
    hashtags,
    take: take === null || take >= most ? null : Math.max(take, leastTaken(hashtags)),
  };
}

/** What a list says of a snippet. */
export function aboutSnippet({ kind, text, hashtags, take }: Snippet): string {
  if (kind === 'text') return text;
  const all = plural(hashtags.length, 'hashtag');
  return take === null ? all : `${all}, ${take} by chance`;
}
