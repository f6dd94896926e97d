import { matchPath } from 'react-router';
import { allPages, type Page } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';

/** The page at a path, and the id in it. */
export function pageAt(pathname: string): { page: Page; id?: string } | undefined {
  const found = allPages.flatMap(([, page]) => {
    const match = matchPath(page.path, pathname);
    return match ? [{ page, ...(match.params.id && { id: match.params.id }) }] : [];
  });
  // Static paths first: `/content/create` is not an id.
  return found.find(({ id }) => !id) ?? found[0];
}

type Crumb = { label: string; to?: string };

/** The breadcrumbs of a path; Content is always the root (docs/domain/pages.md, 'Shell'). */
export function crumbsOf(pathname: string): Crumb[] {
  const root = { label: 'Content', to: paths.content };
  const { page, id = '' } = pageAt(pathname) ?? {};
  if (page?.crumb === root.label) return [root];
  const above = page?.parent ? pageAt(page.parent)?.page : undefined;
  return [
    root,
    ...(above?.crumb ? [{ label: above.crumb, to: above.path }] : []),
    { label: page?.crumb ? `${page.crumb}${id}` : 'Page Not Found' },
  ];
}
