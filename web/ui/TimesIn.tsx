import { zoneName } from '#web/lib/time/time.ts';

/** Names the zone of the times of a page, once. */
export const TimesIn = ({ zone, className = '' }: { zone: string; className?: string }) => (
  <p className={`text-muted text-xs ${className}`}>Times in {zoneName(zone)}</p>
);
