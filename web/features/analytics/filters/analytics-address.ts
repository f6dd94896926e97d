import { useSearchParams } from 'react-router';
import { ALL_NETWORKS, type Network } from '#contract/networks/names.ts';
import { isItemId } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { wallTime } from '#web/lib/time/clock.ts';
import { readRange } from './ranges.ts';

/** What the address of the page says: the view, the range and the filters. */

const FILTERS = ['channel', 'network', 'folder', 'tag', 'author'] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<Exclude<FilterName, 'network'>, string>> & {
  network?: Network;
};

const MAX_TAG = 100;

const isValid: Record<FilterName, (value: string) => boolean> = {
  channel: isItemId,
  network: (value) => (ALL_NETWORKS as readonly string[]).includes(value),
  folder: isItemId,
  tag: (value) => value.length <= MAX_TAG,
  author: isItemId,
};

/** The filters of an address; invalid ones are left out. */
function readFilters(params: URLSearchParams): Filters {
  const filters: Partial<Record<FilterName, string>> = {};
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value && isValid[name](value)) filters[name] = value;
  }
  return filters as Filters;
}

export type Changes = Record<string, string | undefined>;

export function useAnalyticsAddress() {
  const [params, setParams] = useSearchParams();
  const today = wallTime(Date.now(), useZone()).slice(0, 10);
  /** Keeps what is not named; undefined removes a name. */
  const set = (changes: Changes) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const filters = readFilters(params);
  return {
    today,
    view: params.get('view'),
    range: readRange(params, today),
    filters,
    isFiltered: Object.keys(filters).length > 0,
    params,
    set,
    clearFilters: () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  };
}
export type Address = ReturnType<typeof useAnalyticsAddress>;

/** The address with the filters that a view has: others are those of other views. */
export function withFilters(address: Address, names: readonly FilterName[]): Address {
  const filters = Object.fromEntries(
    names.flatMap((name) => (address.filters[name] ? [[name, address.filters[name]]] : [])),
  ) as Filters;
  return { ...address, filters, isFiltered: Object.keys(filters).length > 0 };
}

/** The page with these changes of its address, for a link. */
export function hrefOf({ params }: Address, changes: Changes): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  return `?${next}`;
}
