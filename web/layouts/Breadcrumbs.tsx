import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/lib/paths.ts';

type Crumb = { label: string; to?: string };

const labels: Record<string, string> = {
  '/content/create': 'Create New',
  [paths.drafts]: 'Drafts',
  [paths.published]: 'Published',
  [paths.threads]: 'Threads',
  [paths.review]: 'Review',
  '/analytics': 'Analytics',
  '/social-accounts': 'Social Accounts',
  '/settings': 'Settings',
  [paths.audit]: 'Audit',
  [paths.members]: 'Members',
};

/** The crumbs of a path; Content is always the root (section 2, 'Shell'). */
function crumbsOf(pathname: string): Crumb[] {
  const path = pathname.replace(/\/+$/, '') || '/';
  const root = { label: 'Content', to: paths.content };
  if (path === paths.content) return [root];
  const [, kind, id] = /^\/content\/(edit|preview)\/([^/]+)$/.exec(path) ?? [];
  if (kind) return [root, { label: `${kind === 'edit' ? 'Edit' : 'Preview'} Content #${id}` }];
  return [root, { label: labels[path] ?? 'Page Not Found' }];
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
