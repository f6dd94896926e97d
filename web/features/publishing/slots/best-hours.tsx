import { useQuery } from '@tanstack/react-query';
import * as times from '#contract/analytics/best-times.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { slotTimes } from '#contract/publishing/slots.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { WEEKDAYS } from './slots.ts';

/** Figures change by the hour. */
export const BEST_TIMES_STALE_MS = 5 * 60_000;

type Hours = times.BestTimes['best'][number];

export const dayShort = (weekday: number) => (WEEKDAYS[weekday - 1] ?? '').slice(0, 3);

/** 'Tue 9–12'. */
export const hoursShort = ({ weekday, from, to }: Hours) => `${dayShort(weekday)} ${from}–${to}`;

/** The best hours of each channel. */
export const useBestTimes = () =>
  useQuery({
    queryKey: keys.bestTimes,
    queryFn: ({ signal }) => call(times.listBestTimes, { signal }),
    staleTime: BEST_TIMES_STALE_MS,
  });

/** The first time of these hours that is ahead. */
function nextOf(best: readonly Hours[], zone: string) {
  const slots = best.map(({ weekday, from }) => ({
    weekday,
    time: `${String(from).padStart(2, '0')}:00`,
  }));
  return slotTimes(slots, zone, new Date()).next().value;
}

type Props = {
  /** Of these channels, the first one with best hours. */
  channels: readonly number[];
  zone: string;
  /** Takes a wall time; without it, none is offered. */
  onUse?: (time: { date: string; time: string }) => void;
};

/** When the posts of a channel do best, in a line; nothing where that is not known. */
export function BestHoursLine({ channels, zone, onUse }: Props) {
  const found = useBestTimes().data?.find(
    ({ channel, best }) => channels.includes(channel.id) && best.length > 0,
  );
  const next = found && nextOf(found.best, zone);
  if (!found || !next) return null;
  const [date = '', time = ''] = next.local.split('T');
  return (
    <p className="tabular-nums">
      Your best hours on {NETWORK_NAMES[found.channel.network]}:{' '}
      {found.best.map(hoursShort).join(', ')}{' '}
      {onUse && (
        <Button
          variant="link"
          className="-ml-2 h-7 px-2 text-xs"
          onClick={() => onUse({ date, time: time.slice(0, 5) })}
        >
          Use {zonedTime(next.at, zone)}
        </Button>
      )}
    </p>
  );
}
