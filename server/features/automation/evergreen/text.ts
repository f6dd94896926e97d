import { textFieldsOf } from '#contract/content/items.ts';
import type * as posts from '../../content/posts/posts.service.ts';

export type Source = Awaited<ReturnType<typeof posts.lockPost>>;

/** All that a copy of a post says: in its own words, or in those of a variation (from 1). */
export function textOf({ isThread, description, items }: Source, variation: number) {
  const [first] = items;
  const text = variation > 0 ? first?.variations[variation - 1] : undefined;
  return {
    isThread,
    // It has the name of its source.
    description: description ?? (text === undefined ? null : (first?.title ?? null)),
    parts: items.map((item) => ({
      ...textFieldsOf(item),
      variations: [],
      ...(text !== undefined && { content: text, network_texts: {} }),
    })),
  };
}
