import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { crumbsOf } from './page-at.ts';

/** The link to the content, with the breadcrumbs of the page behind it. */
export function Breadcrumbs() {
  const crumbs = crumbsOf(useLocation().pathname);
  return (
    <nav
      aria-label={crumbs.length > 1 ? 'Breadcrumb' : 'Main'}
      className="hidden min-w-0 px-4 md:block"
    >
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" />}
            {to ? (
              <Link
                to={to}
                aria-current={crumbs.length === 1 ? 'page' : undefined}
                className="inline-flex min-h-6 items-center rounded-sm text-muted hover:text-text aria-[current]:font-medium aria-[current]:text-text"
              >
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate font-medium">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
