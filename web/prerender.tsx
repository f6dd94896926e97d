import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { allPages } from '#contract/pages.ts';
import { paths as pathOf } from '#contract/paths.ts';
import { App } from './App.tsx';
import { loadPage, routes } from './routes.tsx';

/** The placeholder for the path below which the application is served (`server/http/web.ts`). */
const UNKNOWN_BASE = '/base.invalid';

/** Pages for guests that can be used before the application is loaded. */
const FOR_GUESTS: string[] = [pathOf.login];

/** The paths of all pages that are prerendered. */
export const paths = allPages
  .map(([, { path, audience }]) => ({ path, audience }))
  .filter(({ path, audience }) => audience === 'everybody' || FOR_GUESTS.includes(path))
  .map(({ path }) => path);

export const isForGuests = (path: string) => FOR_GUESTS.includes(path);

/** What a page renders at first, and what of it belongs into the document's head. */
export async function render(path: string) {
  await loadPage(path);
  const router = createMemoryRouter(routes, {
    basename: UNKNOWN_BASE,
    initialEntries: [UNKNOWN_BASE + path],
  });
  const html = renderToString(<App router={router} />);
  // React puts these before all others.
  const head = /^(<title>.*?<\/title>|<(meta|link) [^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
