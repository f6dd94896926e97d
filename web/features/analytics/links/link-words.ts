import type { Link, LinkGroup } from '#contract/publishing/links.ts';
import { nameOf, plural } from '#web/lib/text.ts';
import { wallTime } from '#web/lib/time/clock.ts';
import { formatDay } from '#web/lib/time/time.ts';

/** Links in words. */

/** An address without what every address begins with. */
export const bareAddress = (address: string) =>
  address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');

export const titleOf = ({ name, address }: Pick<LinkGroup, 'name' | 'address'>) =>
  name ?? bareAddress(address);

const DAY = { day: 'numeric', month: 'short' } as const;
const dayOf = (instant: string, zone: string) =>
  formatDay(wallTime(Date.parse(instant), zone).slice(0, 10), DAY);

/** How a link that was made by hand came to be, or ended. */
export const madeBy = (link: Link, zone: string) =>
  link.ended_at
    ? `Ended by ${nameOf(link.ended_by)}, ${dayOf(link.ended_at, zone)}`
    : `Manual link, ${nameOf(link.created_by)}, ${dayOf(link.created_at, zone)}`;

export function underTitle({ links }: LinkGroup): string {
  const [first] = links;
  if (first?.is_manual) return `/l/${first.code} → ${bareAddress(first.target)}`;
  return links.length > 1 ? `${plural(links.length, 'link')}, one for each channel` : '1 link';
}
