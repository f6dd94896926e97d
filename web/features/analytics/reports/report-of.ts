import type { Period } from '#contract/analytics/reports.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';

/** The ranges of the page that a report has by name, too; another one is from day to day. */
const PERIODS: Partial<Record<string, Period>> = {
  7: 'last_7',
  30: 'last_30',
  90: 'last_90',
  'last-month': 'last_month',
};

/** What is shown on the page, as a report takes it. */
export function reportOf({ range, filters }: Pick<Address, 'range' | 'filters'>) {
  const period = PERIODS[range.name] ?? 'fixed';
  const { channel, folder, author, network, tag } = filters;
  const ids = (id: string | undefined) => (id ? [Number(id)] : []);
  return {
    period,
    from_day: period === 'fixed' ? range.from : null,
    to_day: period === 'fixed' ? range.to : null,
    filters: {
      channel: ids(channel),
      folder: ids(folder),
      author: ids(author),
      network: network ? [network] : [],
      tag: tag ? [tag] : [],
    },
  };
}
