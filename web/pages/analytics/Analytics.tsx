import { ListFilter } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { EXPORTS, type ExportView } from '#contract/analytics/overview.ts';
import { rangeBefore } from '#contract/analytics/ranges.ts';
import { comparedBy, filtersBeside, sidesOf } from '#web/features/analytics/compare/compared.ts';
import { useOverview } from '#web/features/analytics/figures/analytics-queries.ts';
import {
  useAnalyticsAddress,
  withFilters,
} from '#web/features/analytics/filters/analytics-address.ts';
import { FilterBar } from '#web/features/analytics/filters/FilterBar.tsx';
import { RangeButton } from '#web/features/analytics/filters/RangeButton.tsx';
import { dayRange } from '#web/features/analytics/filters/ranges.ts';
import { ViewTabs } from '#web/features/analytics/filters/ViewTabs.tsx';
import { PageTools } from '#web/features/analytics/toolbar/PageTools.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { views } from './views.ts';

const PANEL = 'analytics-view';

const isExported = (name: string): name is ExportView =>
  (EXPORTS as readonly string[]).includes(name);

/** What became of what was published. View, range and filters are in the address. */
export default function AnalyticsPage() {
  const whole = useAnalyticsAddress();
  const { range } = whole;
  const view = views.find(({ name }) => name === whole.view) ?? views[0];
  const isCompared = view.name === 'compare';
  const by = comparedBy(whole);
  const filters = isCompared ? filtersBeside(by, view.filters) : view.filters;
  // A view without filters chooses by itself.
  const address = filters.length ? withFilters(whole, filters) : whole;
  const hasRange = view.hasRange && !(isCompared && by === 'range');
  const overview = useOverview(whole).data;
  const isSample = overview?.has_figures === false;
  const { Component } = view;
  const isPhone = useMedia('(max-width: 767px)');
  const filterBar = !isSample && filters.length > 0 && (
    <Filters address={address} names={filters} tags={overview?.tags ?? []} isShort={isPhone} />
  );
  return (
    <>
      <title>{view === views[0] ? 'Analytics' : `${view.label}: Analytics`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:gap-x-2">
        <h1 className="font-semibold text-xl max-md:text-lg">Analytics</h1>
        {isSample ? (
          <>
            <Badge>{range.label}</Badge>
            <span className="inline-flex h-6 items-center rounded-full border border-line border-dashed px-2.5 text-muted text-xs">
              Sample figures
            </span>
          </>
        ) : (
          hasRange && (
            <>
              <RangeButton address={address} />
              <p className="text-[13px] text-muted tabular-nums max-xl:hidden">
                {dayRange(range)}, compared with {dayRange(rangeBefore(range))}
              </p>
            </>
          )
        )}
        {!isSample && view.period && <Badge>{view.period}</Badge>}
        <div className="ml-auto flex items-center gap-2 max-md:-mr-2 max-md:gap-0">
          {isPhone && filterBar}
          <PageTools
            address={address}
            view={!isSample && isExported(view.name) ? view.name : undefined}
            sides={isCompared ? sidesOf(whole) : undefined}
            hasFigures={overview?.has_figures === true}
          />
        </div>
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-center justify-between gap-x-4 border-line border-b">
        <ViewTabs
          tabs={views}
          chosen={view.name}
          panel={PANEL}
          onChoose={(name) => address.set({ view: name === views[0].name ? undefined : name })}
        />
        {!isPhone && filterBar}
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={`tab-${view.name}`}>
        <Component address={address} />
      </div>
    </>
  );
}

/** On a phone they are behind a button. */
function Filters({ isShort, ...props }: ComponentProps<typeof FilterBar> & { isShort: boolean }) {
  const isWide = useMedia('(min-width: 1024px)');
  const [open, setOpen] = useState(false);
  if (isWide) return <FilterBar {...props} className="py-1.5" />;
  const count = Object.keys(props.address.filters).length;
  return (
    <>
      <Button
        variant={isShort ? 'ghost' : 'secondary'}
        size={isShort ? 'icon' : 'bar'}
        className="md:my-1.5"
        onClick={() => setOpen(true)}
      >
        <ListFilter size={isShort ? 18 : 14} aria-hidden />
        <span className="max-md:sr-only">Filters</span>
        {count > 0 && (isShort ? count : ` (${count})`)}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Filters">
        <FilterBar {...props} className="flex-col items-stretch p-4" />
      </Sheet>
    </>
  );
}
