import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useContentView, useLastSearch } from '#web/api/content-view.ts';
import type { ViewMode } from '#web/features/workbench/content/ContentHead.tsx';
import { FoldersView } from '#web/features/workbench/content/FoldersView.tsx';
import { type View, views } from '#web/features/workbench/content/list-address.ts';
import { laterComponent } from '#web/lib/later.ts';
import { rememberList } from '#web/lib/way-back.ts';

const SearchView = laterComponent(() =>
  import('#web/features/workbench/content/SearchView.tsx').then((module) => module.SearchView),
);

/** The content page: folders, or advanced search (docs/domain/pages.md, 'Content page'). */
export default function ContentPage() {
  const path = useLocation().pathname.replace(/(?<!\/)\/+$/, '');
  const view = views.find((view) => view.path === path) ?? (views[0] as View);
  const { mode, setMode, settled } = useViewMode(path);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each entry of the history
  useEffect(rememberList, [key]);
  if (!settled) return null;
  if (mode === 'search') return <SearchView onMode={setMode} />;
  return <FoldersView view={view} onMode={setMode} />;
}

/** Whether the page was open before in this load of the application: a reload is no step back. */
let seen = false;

/** The address decides the view; without one, the last view is shown. */
function useViewMode(path: string) {
  const [query] = useSearchParams();
  const back = useNavigationType() === 'POP' && seen;
  const navigate = useNavigate();
  const { state } = useLocation();
  const stored = useContentView((state) => state.viewMode);
  const lastFolder = useContentView((state) => state.selectedFolder);
  const named = path === paths.content && query.get('view') === 'search';
  const { chosen, toggled } = (state ?? {}) as { chosen?: boolean; toggled?: boolean };
  // Steps back have view and folder in their address, and so has what was chosen on the page.
  const silent = path === paths.content && query.size === 0 && !back && !chosen;
  const mode: ViewMode = named ? 'search' : silent && !toggled ? stored : 'folders';
  const folder = silent && mode === 'folders' ? lastFolder : null;
  const settled = (named || mode === 'folders') && folder === null;
  useLayoutEffect(() => {
    seen = true;
    // A folder, or no query, makes this the view from now on; drafts and the like do not.
    if (path === paths.content) useContentView.setState({ viewMode: mode });
    if (!settled)
      void navigate(folder === null ? lastSearch() : paths.folder(folder), {
        replace: true,
        state,
      });
  }, [mode, settled, folder, path, state, navigate]);
  function setMode(next: ViewMode) {
    useContentView.setState({ viewMode: next });
    void navigate(next === 'search' ? lastSearch() : paths.content, { state: { toggled: true } });
  }
  return { mode, setMode, settled };
}

const lastSearch = () => paths.search(useLastSearch.getState().query);
