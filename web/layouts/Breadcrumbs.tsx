import { ChevronRight } from 'lucide-react';
import { Link, matchPath, useLocation } from 'react-router';
import { allPages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';

type Crumb = { label: string; to?: string };

/** The breadcrumbs of a path; Content is always the root (docs/domain.md, 'Shell'). */
function crumbsOf(pathname: string): Crumb[] {
  const root = { label: 'Content', to: paths.content };
  const matches = allPages.map(([, { path, crumb }]) => ({
    crumb,
    found: matchPath(path, pathname),
  }));
  // Static paths first: `/content/create` is not an id.
  const known = matches.filter(({ crumb, found }) => crumb && found);
  const { crumb, found } = known.find((one) => !one.found?.params.id) ?? known[0] ?? {};
  if (crumb === root.label) return [root];
  return [root, { label: crumb ? `${crumb}${found?.params.id ?? ''}` : 'Page Not Found' }];
}

export function Breadcrumbs() {
  const crumbs = crumbsOf(useLocation().pathname);
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="Breadcrumb" className="mb-4">
      <ol className="flex flex-wrap items-center gap-1 text-muted">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex items-center gap-1">
            {index > 0 && <ChevronRight size={14} aria-hidden />}
            {to ? (
              <Link to={to} className="inline-flex min-h-6 items-center rounded-sm hover:text-text">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="text-text">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
