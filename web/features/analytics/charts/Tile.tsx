import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Compared } from '#contract/analytics/overview.ts';
import { changeOf, figure, type Unit } from '#web/features/analytics/figures/figure-format.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { timeOfDay, zonedTime } from '#web/lib/time/time.ts';
import { Sparkline } from './Sparkline.tsx';

const tile = 'relative min-h-32 min-w-0 bg-surface px-3.5 py-3 text-left';
const label = 'font-medium text-muted text-xs';

/** A figure that nothing measures, why, and where that is changed. */
export const NoSource = ({
  name,
  reason,
  to,
  action,
}: {
  name: string;
  reason: string;
  to?: string;
  action?: string;
}) => (
  <div className={tile}>
    <p className={label}>{name}</p>
    <p className="font-semibold text-[22px] leading-7">–</p>
    <p className="mt-1 text-muted text-xs">{reason}</p>
    {to && (
      <Link
        to={to}
        aria-label={`${action}: ${name}`}
        className="inline-flex min-h-6 items-center font-medium text-accent text-xs hover:underline"
      >
        {action}
      </Link>
    )}
  </div>
);

/** 'as of 09:40': the time of day, where it is of today. */
export function asOfText(instant: string, zone: string): string {
  const isToday = Date.now() - Date.parse(instant) < 20 * 3600_000;
  return `as of ${isToday ? timeOfDay(instant, zone) : zonedTime(instant, zone)}`;
}

type TileProps = {
  name: string;
  compared: Compared;
  unit?: Unit;
  values: readonly (number | null)[];
  isChosen?: boolean;
  onChoose?: () => void;
  asOf: string;
  /** Why there is no number. */
  absent?: string;
  /** Whether the change may be chance. */
  isUnclear?: boolean;
  children: ReactNode;
};

/** A figure of the range; one that the chart can draw is a button. */
export function Tile(props: TileProps) {
  const { name, compared, unit = 'count', values, isChosen = false, onChoose, asOf } = props;
  const { now } = compared;
  const text = now === null ? '–' : figure(now, unit);
  const exact = now === null ? props.absent : unit === 'count' ? exactCount(now) : undefined;
  return (
    <div
      className={classes(
        tile,
        isChosen &&
          'bg-[linear-gradient(var(--slate-a2),var(--slate-a2))] after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent-solid',
      )}
    >
      {onChoose ? (
        <button
          type="button"
          aria-pressed={isChosen}
          aria-label={`${name} ${exact ?? text}`}
          onClick={onChoose}
          className="absolute inset-0 -outline-offset-2"
        />
      ) : null}
      <p className={classes(label, isChosen && 'text-text')}>{name}</p>
      <p className="flex items-center justify-between gap-1 font-semibold text-[22px] leading-7 tabular-nums">
        <span title={exact}>{text}</span>
        <Sparkline values={values} isChosen={isChosen} />
      </p>
      {props.isUnclear ? (
        <p className="text-muted text-xs">no clear change</p>
      ) : (
        <ChangeLine compared={compared} unit={unit} />
      )}
      <p className="relative mt-0.5 flex flex-col items-start text-muted text-xs">
        {now === null && props.absent && <span>{props.absent}</span>}
        {props.children}
        <span className="tabular-nums">{asOf}</span>
      </p>
    </div>
  );
}

function ChangeLine({ compared, unit }: { compared: Compared; unit: Unit }) {
  const change = changeOf(compared, unit);
  if (!change) return null;
  const { direction, text } = change;
  const Arrow = direction === 'down' ? ArrowDownRight : ArrowUpRight;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-xs tabular-nums">
      {direction === 'same' ? (
        <span className="text-muted">unchanged</span>
      ) : (
        <span
          className={classes(
            'flex items-center gap-0.5 font-medium',
            direction === 'up' ? 'text-accent' : 'text-danger',
          )}
        >
          <Arrow size={12} aria-hidden />
          <span className="sr-only">{direction === 'up' ? 'up' : 'down'} </span>
          {text}
        </span>
      )}
      <span className="text-muted">was {figure(compared.before ?? 0, unit)}</span>
    </p>
  );
}
