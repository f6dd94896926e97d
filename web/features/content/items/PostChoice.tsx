import { useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { classes } from '#web/lib/classes.ts';
import { cut, plural } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { useItemList } from './item-queries.ts';

const TITLE = 80;
const DEBOUNCE_MS = 300;

type Props = {
  label: string;
  /** Whether several may be chosen. */
  several?: boolean;
  chosen: readonly number[];
  onChoose: (post: Item, isChosen: boolean) => void;
  className?: string;
};

/** A choice of posts, which are searched. */
export function PostChoice({ label, several = false, chosen, onChoose, className }: Props) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), DEBOUNCE_MS);
  const list = useItemList(wanted ? { search: wanted } : {});
  const posts = list.data?.pages.flatMap(({ results }) => results);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <SearchInput
        size="small"
        aria-label="Search posts"
        placeholder="Search posts…"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div
        className={classes(
          'overflow-y-auto rounded-base border border-line bg-surface p-1',
          className,
        )}
      >
        {posts?.length === 0 && <p className="p-2 text-muted">No posts found.</p>}
        {posts?.map((post) => (
          <label
            key={post.id}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-[6px] px-2 hover:bg-hover max-md:min-h-11"
          >
            <input
              type={several ? 'checkbox' : 'radio'}
              name="post"
              checked={chosen.includes(post.id)}
              onChange={({ target }) => onChoose(post, target.checked)}
              className="size-4 shrink-0 accent-(--accent-solid)"
            />
            <span dir="auto" className="min-w-0 grow truncate">
              {cut(post.content.trim().replaceAll(/\s+/g, ' '), TITLE)}
            </span>
            {post.thread_size > 1 && (
              <span className="text-muted text-xs">{plural(post.thread_size, 'item')}</span>
            )}
          </label>
        ))}
        {list.hasNextPage && (
          <Button variant="link" size="small" onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </fieldset>
  );
}
