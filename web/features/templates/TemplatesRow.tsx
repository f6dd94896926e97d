import type { ReactNode } from 'react';

type Props = {
  count?: number;
  /** Search and the button of the page. */
  children?: ReactNode;
};

/** The row at the top of the templates. */
export const TemplatesRow = ({ count, children }: Props) => (
  <div
    data-sticks
    className="sticky top-12 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-1.5"
  >
    <h1 className="font-semibold text-[15px]">Templates</h1>
    <span role="status" className="text-muted tabular-nums max-md:hidden">
      {count}
    </span>
    <div className="ml-auto flex items-center gap-2">{children}</div>
  </div>
);
