import { useSearchParams } from 'react-router';
import { isItemId } from '#contract/paths.ts';
import { ENTRY_STATES, type EntryState } from '#contract/publishing/calendar.ts';
import { isDay, type View } from './days.ts';

/** What the address of the calendar says: the view, a day of the period, the filters, the zone. */

const VIEWS: readonly View[] = ['month', 'week', 'list'];

const FILTERS = ['channel', 'folder', 'state', 'author'] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

const isState = (text: string): text is EntryState =>
  (ENTRY_STATES as readonly string[]).includes(text);

/** The address as it is meant; invalid values are left out. */
export function readCalendar(params: URLSearchParams, today: string) {
  const view = VIEWS.find((view) => view === params.get('view')) ?? 'month';
  const named = params.get('day');
  const filters: Filters = {};
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value && (name === 'state' ? isState(value) : isItemId(value))) filters[name] = value;
  }
  const day = isDay(named) ? named : today;
  return { view, day, filters, isOwnZone: params.get('zone') === 'own' };
}

export function useCalendarAddress(today: string) {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    ...readCalendar(params, today),
    setView: (next: View) => set({ view: next === 'month' ? undefined : next }),
    setDay: (next: string) => set({ day: next === today ? undefined : next }),
    setFilter: (name: FilterName, value: string | undefined) => set({ [name]: value }),
    clearFilters: () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
    setOwnZone: (own: boolean) => set({ zone: own ? 'own' : undefined }),
  };
}
