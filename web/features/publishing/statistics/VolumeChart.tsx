import { plural } from '#web/lib/text.ts';
import { formatDay } from '#web/lib/time/time.ts';

type Props = { total: number; volume: { date: string; created: number }[] };

const nameOf = (date: string) =>
  formatDay(date, { day: 'numeric', month: 'short', year: 'numeric' });

/** A bar chart by day. */
export function VolumeChart({ total, volume }: Props) {
  const most = Math.max(1, ...volume.map(({ created }) => created));
  const [first, last] = [volume[0], volume.at(-1)];
  return (
    <figure>
      <div
        role="img"
        aria-label={`${plural(total, 'item')} in ${volume.length} days; at most ${most} on one day`}
        className="flex h-24 items-end gap-px border-line border-b"
      >
        {volume.map(({ date, created }) => (
          <div
            key={date}
            title={`${nameOf(date)}: ${plural(created, 'item')}`}
            className="min-w-0 grow rounded-t-sm bg-accent-solid"
            style={{ height: created ? `max(3px, ${(created / most) * 100}%)` : 0 }}
          />
        ))}
      </div>
      <figcaption className="mt-1 flex justify-between text-muted text-xs tabular-nums">
        <span>{first && nameOf(first.date)}</span>
        <span>{plural(total, 'item')}</span>
        <span>{last && nameOf(last.date)}</span>
      </figcaption>
    </figure>
  );
}
