import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { App } from './App.tsx';
import { loadPage, publicPages, routes } from './routes.tsx';

/** The paths of all pages that are prerendered. */
export const paths = publicPages.map(({ path }) => path as string);

/** What a page renders at first, and what of it belongs into the document's head. */
export async function render(path: string) {
  await loadPage(path);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const html = renderToString(<App router={router} />);
  // React puts these before all others.
  const head = /^(<title>.*?<\/title>|<(meta|link) [^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
