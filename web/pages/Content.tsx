import { useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { useContentView, useLastSearch } from '#web/api/content-store.ts';
import { paths } from '#web/lib/paths.ts';
import type { ViewMode } from './content/ContentHead.tsx';
import { FoldersView, views } from './content/FoldersView.tsx';
import { SearchView } from './content/SearchView.tsx';

/** Content management (section 2): folders, or the advanced search. */
export default function ContentPage() {
  const path = useLocation().pathname.replace(/\/+$/, '');
  const view = views.find((one) => one.path === path);
  const { mode, setMode, settled } = useViewMode(path);
  if (!settled) return null;
  if (mode === 'search') return <SearchView onMode={setMode} />;
  return (
    <FoldersView
      key={path}
      title={view?.path === paths.content ? undefined : view?.label}
      filters={view?.filters ?? {}}
      onMode={setMode}
    />
  );
}

/** Whether the page was there since the application was loaded: a reload is no step back. */
let seen = false;

/** The address says which view it is of; where it does not, whoever comes gets the one they had last. */
function useViewMode(path: string) {
  const [query] = useSearchParams();
  const back = useNavigationType() === 'POP' && seen;
  const navigate = useNavigate();
  const { state } = useLocation();
  const stored = useContentView((state) => state.viewMode);
  const named = path === paths.content && query.get('view') === 'search';
  // Steps back lead to what was there, and that says 'search' in its address.
  const silent = path === paths.content && query.size === 0 && !back;
  const mode: ViewMode = named ? 'search' : silent ? stored : 'folders';
  const settled = named || mode === 'folders';
  useLayoutEffect(() => {
    seen = true;
    // Where a folder is named, or nothing is, this is the view from now on; drafts and the like are looked at in passing.
    if (path === paths.content) useContentView.setState({ viewMode: mode });
    if (!settled) void navigate(lastSearch(), { replace: true, state });
  }, [mode, settled, path, state, navigate]);
  function setMode(next: ViewMode) {
    useContentView.setState({ viewMode: next });
    void navigate(next === 'search' ? lastSearch() : paths.content, { state: { toggled: true } });
  }
  return { mode, setMode, settled };
}

const lastSearch = () => paths.search(useLastSearch.getState().query);
