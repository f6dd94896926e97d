import { type ComparedBy, rangeText } from '#contract/analytics/compare.ts';
import { type DayRange, isDayRange, rangeBefore } from '#contract/analytics/ranges.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useOverview } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { dayRange, namedRanges } from '#web/features/analytics/filters/ranges.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import type { Option } from '#web/ui/fields/Select.tsx';
import { comparedBy } from './compared.ts';

/** What is compared: in the address. */

export type ComparisonSide = {
  /** In the address, as the API takes it: an id, a tag, or the days of a range. */
  value: string;
  name: string;
  /** The page, with the range and the filters of this side. */
  address: Address;
};

/** The options of both sides; ranges are chosen otherwise. */
function useOptions(address: Address, by: ComparedBy): Option[] | undefined {
  const channels = useChannels().data;
  const folders = useFolders().data;
  const tags = useOverview(address).data?.tags;
  if (by === 'channel')
    return channels?.map(({ id, handle, network }) => ({
      value: String(id),
      label: nameOf({ handle, network }, channels),
    }));
  if (by === 'folder') return folders && folderOptions(folders);
  if (by === 'tag') return tags?.map((tag) => ({ value: tag, label: `#${tag}` }));
  return [];
}

type Named = { handle: string; network: keyof typeof NETWORK_NAMES };

/** Accounts of the same name are told apart by their networks. */
const nameOf = ({ handle, network }: Named, all: readonly Named[]) =>
  all.filter((other) => other.handle === handle).length > 1
    ? `${handle} on ${NETWORK_NAMES[network]}`
    : handle;

function rangeSide(address: Address, days: DayRange): ComparisonSide {
  const { today } = address;
  const value = rangeText(days);
  const named = namedRanges(today).find((range) => rangeText(range) === value);
  const range = named ?? { ...days, name: '', label: dayRange(days) };
  return { value, name: range.label, address: { ...address, range } };
}

const daysOf = (text: string): DayRange | undefined => {
  const [from = '', to = ''] = text.split('_');
  return isDayRange({ from, to }) ? { from, to } : undefined;
};

/**
 * Both sides; those that the address does not name are the first two. Undefined while it is not known
 * what there is; null where there are not two.
 */
export function useComparisonSides(address: Address) {
  const by = comparedBy(address);
  const options = useOptions(address, by);
  const [a, b] = [address.params.get('a') ?? '', address.params.get('b') ?? ''];
  if (by === 'range') {
    const first = daysOf(a) ?? address.range;
    const second = daysOf(b) ?? rangeBefore(first);
    const sides = [rangeSide(address, first), rangeSide(address, second)] as const;
    return { by, options: [], sides };
  }
  if (!options) return { by, options: [], sides: undefined };
  // Of folders those at the top first: posts of a folder are beside those below it, not in them.
  const known = options
    .toSorted((some, others) => (some.depth ?? 0) - (others.depth ?? 0))
    .map(({ value }) => value);
  const first = known.includes(a) ? a : known.find((value) => value !== b);
  const second = known.includes(b) ? b : known.find((value) => value !== first);
  if (first === undefined || second === undefined) return { by, options, sides: null };
  const side = (value: string): ComparisonSide => ({
    value,
    name: options.find((option) => option.value === value)?.label ?? value,
    address: { ...address, filters: { ...address.filters, [by]: value } },
  });
  return { by, options, sides: [side(first), side(second)] as const };
}

export const WANTED: Record<ComparedBy, { title: string; to?: string; label?: string }> = {
  channel: {
    title: 'Connect two accounts to compare them',
    to: paths.socialAccounts,
    label: 'Connect an account',
  },
  folder: { title: 'Two folders are needed to compare them' },
  tag: { title: 'Publish posts with two tags to compare them' },
  range: { title: '' },
};
