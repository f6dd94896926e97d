import type { ComponentType } from 'react';
import type { Address, FilterName } from '#web/features/analytics/filters/analytics-address.ts';
import { Overview } from '#web/features/analytics/overview/Overview.tsx';
import { laterComponent } from '#web/lib/later.ts';

const PostsView = laterComponent(() =>
  import('#web/features/analytics/posts/PostsView.tsx').then(({ PostsView }) => PostsView),
);
const ChannelsView = laterComponent(() =>
  import('#web/features/analytics/channels/ChannelsView.tsx').then(
    ({ ChannelsView }) => ChannelsView,
  ),
);

const BestTimes = laterComponent(() =>
  import('#web/features/analytics/times/BestTimes.tsx').then(({ BestTimes }) => BestTimes),
);

const LinksView = laterComponent(() =>
  import('#web/features/analytics/links/LinksView.tsx').then(({ LinksView }) => LinksView),
);

const CompareView = laterComponent(() =>
  import('#web/features/analytics/compare/CompareView.tsx').then(({ CompareView }) => CompareView),
);

const ReportsView = laterComponent(() =>
  import('#web/features/analytics/reports/ReportsView.tsx').then(({ ReportsView }) => ReportsView),
);

type ViewProps = { address: Address };

type View = {
  /** In the address: `?view=`. The first view is that of an address without one. */
  name: string;
  label: string;
  Component: ComponentType<ViewProps>;
  filters: readonly FilterName[];
  /** Whether the range of the page applies to it. */
  hasRange: boolean;
  /** What it is of instead. */
  period?: string;
};

const ALL: readonly FilterName[] = ['channel', 'network', 'folder', 'tag', 'author'];

/** The views of the page, in the order of their tabs. */
export const views: readonly [View, ...View[]] = [
  { name: 'overview', label: 'Overview', Component: Overview, filters: ALL, hasRange: true },
  { name: 'posts', label: 'Posts', Component: PostsView, filters: ALL, hasRange: true },
  {
    name: 'channels',
    label: 'Channels',
    Component: ChannelsView,
    filters: ['channel', 'network'],
    hasRange: true,
  },
  {
    name: 'best-times',
    label: 'Best times',
    Component: BestTimes,
    filters: [],
    hasRange: false,
    period: 'Last 6 months',
  },
  { name: 'links', label: 'Links', Component: LinksView, filters: ['channel'], hasRange: true },
  { name: 'compare', label: 'Compare', Component: CompareView, filters: ALL, hasRange: true },
  { name: 'reports', label: 'Reports', Component: ReportsView, filters: [], hasRange: false },
];
