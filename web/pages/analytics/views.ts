import type { ComponentType } from 'react';
import type { Address, FilterName } from '#web/features/analytics/analytics-address.ts';
import { Overview } from '#web/features/analytics/Overview.tsx';
import { LinksView } from '#web/features/links/LinksView.tsx';

export type ViewProps = { address: Address };

type View = {
  /** In the address: `?view=`. The first view is that of an address without one. */
  name: string;
  label: string;
  Component: ComponentType<ViewProps>;
  filters: readonly FilterName[];
  /** Whether the range of the page applies to it. */
  hasRange: boolean;
};

const ALL: readonly FilterName[] = ['channel', 'folder', 'tag', 'author'];

/** The views of the page, in the order of their tabs. */
export const views: readonly [View, ...View[]] = [
  { name: 'overview', label: 'Overview', Component: Overview, filters: ALL, hasRange: true },
  { name: 'links', label: 'Links', Component: LinksView, filters: ['channel'], hasRange: true },
];
