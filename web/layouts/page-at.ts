import { matchPath } from 'react-router';
import { allPages, type Page } from '#contract/pages.ts';

/** The page at a path, and the id in it. */
export function pageAt(pathname: string): { page: Page; id?: string } | undefined {
  const found = allPages.flatMap(([, page]) => {
    const match = matchPath(page.path, pathname);
    return match ? [{ page, ...(match.params.id && { id: match.params.id }) }] : [];
  });
  // Static paths first: `/content/create` is not an id.
  return found.find(({ id }) => !id) ?? found[0];
}
