import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#contract/paths.ts';
import { classes } from '#web/lib/classes.ts';

const SEGMENTS = [
  { label: 'Templates', to: paths.templates },
  { label: 'Snippets', to: paths.snippets },
  { label: 'Channel sets', to: paths.channelSets },
];

type Props = {
  title: string;
  count?: number;
  /** Search and the button of the page. */
  children?: ReactNode;
};

/** The row of the pages for what posts are made from: templates, snippets and channel sets. */
export const TemplatesRow = ({ title, count, children }: Props) => (
  <div
    data-sticks
    className="sticky top-12 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-1.5"
  >
    <h1 className="font-semibold text-[15px] max-md:sr-only">{title}</h1>
    <span role="status" className="text-muted tabular-nums max-md:hidden">
      {count}
    </span>
    <nav aria-label="Parts of posts" className="inline-flex gap-0.5 rounded-base bg-sunken p-0.5">
      {SEGMENTS.map(({ label, to }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            classes(
              'inline-flex h-7 items-center rounded-[6px] px-2.5 font-medium text-[13px]',
              isActive ? 'bg-surface' : 'text-muted hover:text-text',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
    <div className="ml-auto flex items-center gap-2">{children}</div>
  </div>
);
