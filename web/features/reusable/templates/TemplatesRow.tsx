import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';

const VIEWS = [
  { value: 'templates', label: 'Templates', path: paths.templates },
  { value: 'snippets', label: 'Snippets', path: paths.snippets },
  { value: 'sets', label: 'Channel sets', path: paths.channelSets },
] as const;

type Props = {
  view: (typeof VIEWS)[number]['value'];
  count: number | undefined;
  /** Search and the button of the page. */
  children?: ReactNode;
};

/** The row at the top of the templates, snippets and channel sets. */
export function TemplatesRow({ view, count, children }: Props) {
  const navigate = useNavigate();
  return (
    <div
      data-sticks
      className="sticky top-12 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-1.5"
    >
      <h1 className="font-semibold text-[15px] max-sm:sr-only">Templates</h1>
      <span role="status" className="text-muted tabular-nums max-md:hidden">
        {count}
      </span>
      <Segments
        label="What is shown"
        value={view}
        options={VIEWS}
        onChange={(next) => {
          const chosen = VIEWS.find(({ value }) => value === next);
          if (chosen) void navigate(chosen.path);
        }}
      />
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </div>
  );
}
