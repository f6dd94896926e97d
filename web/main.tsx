import './lib/no-eval.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { paths } from '#contract/paths.ts';
import { App } from './App.tsx';
import { followOtherTabs, lastPerson, onSessionEnd, useAuth } from './api/auth-store.ts';
import { keepViewPerPerson } from './api/content-view.ts';
import { queryClient } from './api/query.ts';
import { initialiseAuth } from './api/session.ts';
import { BASE, withoutBase } from './lib/base.ts';
import { loadTheRest } from './lib/later.ts';
import { followTheme } from './lib/theme.ts';
import { loadPage, prefetchPage, routes } from './routes.tsx';

followTheme();
followOtherTabs();
keepViewPerPerson();
// Nobody sees what was fetched for somebody else, in whatever tab that one signed out.
useAuth.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) queryClient.clear();
});
/** Shows the application; resolves once it answers to what people do. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const prerendered = root.firstChild !== null;
  const settled = initialiseAuth();
  await loadPage(withoutBase(window.location.pathname));
  // Before other pages than those for everybody, so that a person whose token has only expired is not
  // treated as signed out.
  if (!prerendered) await settled;
  // With hydration data the router keeps the scroll position.
  const router = createBrowserRouter(routes, {
    basename: BASE,
    ...(prerendered && { hydrationData: { loaderData: {} } }),
  });
  onSessionEnd(() => {
    const from = router.state.location;
    if (from.pathname !== paths.login)
      void router.navigate(paths.login, { state: { from, of: lastPerson } });
  });
  await new Promise<void>((resolve) => {
    const app = <App router={router} onShown={resolve} />;
    if (prerendered) hydrateRoot(root, app);
    // In pieces: what takes long in one would delay what a person does meanwhile.
    else startTransition(() => createRoot(root).render(app));
  });
  prefetchOnIntent();
  onceFetched(loadTheRest);
}

/** Calls `then` once nothing is fetched: what the page shows comes first. */
function onceFetched(then: () => void) {
  if (!queryClient.isFetching()) return then();
  const end = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching()) return;
    end();
    then();
  });
}

/** Loads the code of a page while somebody points at a link to it. */
function prefetchOnIntent() {
  const onIntent = ({ target }: Event) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (link) prefetchPage(withoutBase(link.pathname));
  };
  document.addEventListener('pointerover', onIntent, { passive: true });
  document.addEventListener('focusin', onIntent);
}
