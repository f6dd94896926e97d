import type { Feed, FeedEntry } from '#contract/automation/feeds.ts';
import { bareAddress } from '#web/features/analytics/links/link-words.ts';

export const FORMAT_NAMES: Record<Feed['format'], string> = {
  rss: 'RSS 2.0',
  rdf: 'RSS 1.0',
  atom: 'Atom',
  json: 'JSON Feed',
};

/** How often it is read. */
export function rhythmOf({ interval_minutes: minutes }: Feed): string {
  if (minutes < 60) return `every ${minutes} min`;
  if (minutes >= 24 * 60) return 'once a day';
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'every hour' : `every ${hours} hours`;
}

export const titleOf = ({ title, text, link }: FeedEntry) =>
  title ?? text ?? (link === null ? 'An entry without a title' : bareAddress(link));
