import { ListFilter } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { EXPORTS, type ExportView } from '#contract/analytics/overview.ts';
import { rangeBefore } from '#contract/analytics/ranges.ts';
import { useAnalyticsAddress, withFilters } from '#web/features/analytics/analytics-address.ts';
import { useOverview } from '#web/features/analytics/analytics-queries.ts';
import { DefinitionsButton } from '#web/features/analytics/Definitions.tsx';
import { ExportMenu } from '#web/features/analytics/ExportMenu.tsx';
import { FilterBar } from '#web/features/analytics/FilterBar.tsx';
import { RangeButton } from '#web/features/analytics/RangeButton.tsx';
import { dayRange } from '#web/features/analytics/ranges.ts';
import { ViewTabs } from '#web/features/analytics/ViewTabs.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/Sheet.tsx';
import { views } from './analytics/views.ts';

const PANEL = 'analytics-view';

const isExported = (name: string): name is ExportView =>
  (EXPORTS as readonly string[]).includes(name);

/** What became of what was published. View, range and filters are in the address. */
export default function AnalyticsPage() {
  const whole = useAnalyticsAddress();
  const { range } = whole;
  const view = views.find(({ name }) => name === whole.view) ?? views[0];
  // A view without filters chooses by itself.
  const address = view.filters.length ? withFilters(whole, view.filters) : whole;
  const overview = useOverview(whole).data;
  const isSample = overview?.has_figures === false;
  const { Component } = view;
  return (
    <>
      <title>{view === views[0] ? 'Analytics' : `${view.label}: Analytics`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-xl">Analytics</h1>
        {isSample ? (
          <>
            <Badge>{range.label}</Badge>
            <span className="inline-flex h-6 items-center rounded-full border border-line border-dashed px-2.5 text-muted text-xs">
              Sample figures
            </span>
          </>
        ) : (
          view.hasRange && (
            <>
              <RangeButton address={address} />
              <p className="text-[13px] text-muted tabular-nums max-md:hidden">
                {dayRange(range)}, compared with {dayRange(rangeBefore(range))}
              </p>
            </>
          )
        )}
        <div className="ml-auto flex items-center gap-2">
          <DefinitionsButton />
          {!isSample && isExported(view.name) && <ExportMenu address={address} view={view.name} />}
        </div>
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-center justify-between gap-x-4 border-line border-b">
        <ViewTabs
          tabs={views}
          chosen={view.name}
          panel={PANEL}
          onChoose={(name) => address.set({ view: name === views[0].name ? undefined : name })}
        />
        {!isSample && view.filters.length > 0 && (
          <Filters address={address} names={view.filters} tags={overview?.tags ?? []} />
        )}
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={`tab-${view.name}`}>
        <Component address={address} />
      </div>
    </>
  );
}

/** On a phone they are behind a button. */
function Filters(props: ComponentProps<typeof FilterBar>) {
  const isWide = useMedia('(min-width: 1024px)');
  const [open, setOpen] = useState(false);
  if (isWide) return <FilterBar {...props} className="py-1.5" />;
  const count = Object.keys(props.address.filters).length;
  return (
    <>
      <Button size="bar" className="my-1.5" onClick={() => setOpen(true)}>
        <ListFilter size={14} aria-hidden /> Filters{count > 0 && ` (${count})`}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Filters">
        <FilterBar {...props} className="flex-col items-stretch p-4" />
      </Sheet>
    </>
  );
}
