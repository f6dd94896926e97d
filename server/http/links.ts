import type { Page, PageRef } from '../pages.ts';

/** The URL of a request with the cursor or number of another page. */
function linkTo(url: string, ref: PageRef): string {
  const [path, search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.delete('page');
  for (const [name, value] of Object.entries(ref)) query.set(name, String(value));
  return `${path}?${query}`;
}

/**
 * A page as it is returned: its neighbours are links that keep the filters of the request.
 * @param url of the request, with the path below which the application is served
 */
export const withLinks = <P extends Page<unknown>>(url: string, page: P) => ({
  ...page,
  next: page.next && linkTo(url, page.next),
  previous: page.previous && linkTo(url, page.previous),
});
