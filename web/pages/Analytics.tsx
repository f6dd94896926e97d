import { rangeBefore } from '#contract/analytics/ranges.ts';
import { useAnalyticsAddress } from '#web/features/analytics/analytics-address.ts';
import { FilterBar } from '#web/features/analytics/FilterBar.tsx';
import { RangeButton } from '#web/features/analytics/RangeButton.tsx';
import { dayRange } from '#web/features/analytics/ranges.ts';
import { ViewTabs } from '#web/features/analytics/ViewTabs.tsx';
import { views } from './analytics/views.ts';

const PANEL = 'analytics-view';

/** What became of what was published. View, range and filters are in the address. */
export default function AnalyticsPage() {
  const address = useAnalyticsAddress();
  const { range } = address;
  const view = views.find(({ name }) => name === address.view) ?? views[0];
  const { Component } = view;
  return (
    <>
      <title>{view === views[0] ? 'Analytics' : `${view.label}: Analytics`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-xl">Analytics</h1>
        {view.hasRange && (
          <>
            <RangeButton address={address} />
            <p className="text-[13px] text-muted tabular-nums max-md:hidden">
              {dayRange(range)}, compared with {dayRange(rangeBefore(range))}
            </p>
          </>
        )}
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-center justify-between gap-x-4 border-line border-b">
        <ViewTabs
          tabs={views}
          chosen={view.name}
          panel={PANEL}
          onChoose={(name) => address.set({ view: name === views[0].name ? undefined : name })}
        />
        {view.filters.length > 0 && (
          <FilterBar address={address} names={view.filters} tags={[]} className="py-1.5" />
        )}
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={`tab-${view.name}`}>
        <Component address={address} />
      </div>
    </>
  );
}
