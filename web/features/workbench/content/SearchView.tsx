import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useLastSearch } from '#web/api/content-view.ts';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { findFolders } from '#web/features/content/folders/find-folders.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { shown } from '#web/features/content/search/Excerpt.tsx';
import { type Change, SearchPanel, SortSelect } from '#web/features/content/search/SearchPanel.tsx';
import { type Search, useSearch } from '#web/features/content/search/search-queries.ts';
import { readSearch, writeSearch } from '#web/features/content/search/search-url.ts';
import { ContentList, ListSkeleton } from '#web/features/workbench/list/ContentList.tsx';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { focusMain } from '#web/ui/overlays/focus.ts';
import { ContentHead, type ViewMode } from './ContentHead.tsx';

/** The folders that are shown above the results. */
const MAX_FOLDERS = 5;

/**
 * The advanced search of the content page (docs/domain/pages.md, 'Content page'). The search is in
 * the address.
 */
export function SearchView({ onMode }: { onMode: (mode: ViewMode) => void }) {
  const [query, setQuery] = useSearchParams();
  const search = readSearch(query);
  const written = query.toString();
  // Two changes may come before the URL is updated.
  const latest = useRef(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    latest.current = search;
    useLastSearch.setState({ query: written });
  }, [written]);
  const change = (change: Change, amends = false) => {
    latest.current = {
      ...latest.current,
      ...(typeof change === 'function' ? change(latest.current) : change),
    };
    const next = writeSearch(latest.current);
    // Also where the page is left before the URL is updated.
    useLastSearch.setState({ query: next.toString() });
    setQuery(next, { replace: amends, preventScrollReset: true });
  };
  return (
    <>
      <title>{search.q ? `${search.q} · Search` : 'Search'}</title>
      <ContentHead mode="search" onMode={onMode} title="Search" />
      <div className="flex flex-col gap-4 px-4 py-4">
        <SearchPanel search={search} onChange={change} />
        <Found
          search={search}
          onSort={(sort) => change({ sort })}
          onTag={(tag) => change(({ tags }) => ({ tags: [...new Set([...tags, tag])] }))}
        />
      </div>
    </>
  );
}

/** The folders whose names the search is like. */
function FoldersFound({ q }: { q: string }) {
  const { data = [] } = useFolders();
  const found = useMemo(() => findFolders(data, q).slice(0, MAX_FOLDERS), [data, q]);
  if (found.length === 0) return null;
  return (
    <ul aria-label="Folders found" className="flex flex-wrap gap-2">
      {found.map(({ id }) => (
        <li key={id} className="min-w-0">
          <Button asChild size="small">
            <Link to={paths.folder(id)} state={{ chosen: true }}>
              <FolderLabel folder={id} />
            </Link>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Found({
  search,
  onSort,
  onTag,
}: {
  search: Search;
  onSort: (sort: Search['sort']) => void;
  onTag: (tag: string) => void;
}) {
  const list = useSearch(search);
  const { data } = list;
  // The response to this search, not to the former one.
  const response = list.isPlaceholderData ? undefined : data;
  return (
    <section
      aria-labelledby="list-title"
      aria-busy={!response && !list.isError}
      className="flex min-w-0 flex-col gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="list-title" className="font-semibold text-base">
          Search Results{data && ` (${data.count})`}
        </h2>
        <p role="status" className="sr-only">
          {response && plural(response.count, 'result')}
          {response?.corrected && ` for ${response.corrected}`}
        </p>
        <SortSelect sort={search.sort} onChange={onSort} />
      </div>
      {response?.corrected && (
        <p className="break-words text-muted">
          Nothing was found for “{search.q}”. These are the results for{' '}
          <strong>{response.corrected}</strong>.
        </p>
      )}
      <FoldersFound q={search.q} />
      {data ? (
        // Debounced, so that fast responses do not flash.
        <div className={classes('transition-opacity', !response && 'opacity-60 delay-200')}>
          {data.items.length === 0 ? (
            <EmptyState
              icon={SearchIcon}
              title="No content items found."
              hint="Try adjusting your search terms or filters."
            />
          ) : (
            <div className="-mx-4 border-line border-t">
              <ContentList
                items={data.items}
                grouped="found"
                list={list}
                shownOf={shown}
                onTag={onTag}
              />
            </div>
          )}
        </div>
      ) : list.isError ? (
        <RetryAlert
          message={list.error.message || 'Failed to fetch items'}
          onRetry={() => {
            void list.refetch();
            focusMain();
          }}
        />
      ) : (
        <ListSkeleton />
      )}
    </section>
  );
}
