import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';

const VIEWS = [
  { value: 'rules', label: 'Rules' },
  { value: 'runs', label: 'Runs' },
  { value: 'feeds', label: 'Feeds' },
] as const;
type View = (typeof VIEWS)[number]['value'];

const PATHS: Record<View, string> = {
  rules: paths.automations,
  runs: paths.runs,
  feeds: paths.feeds,
};

/** The row at the top of rules, runs and feeds. */
export function AutomationsRow({ view, children }: { view: View; children?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <div
      data-sticks
      className="sticky top-12 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-1.5"
    >
      <h1 className="font-semibold text-[15px] max-sm:sr-only">Automations</h1>
      <Segments
        label="View"
        value={view}
        options={VIEWS}
        onChange={(next) => void navigate(PATHS[next])}
      />
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </div>
  );
}
