import { classes } from '#web/lib/classes.ts';

/** From this share of a limit on, it is nearly used up. */
const NEARLY = 0.9;

/** How much of a limit is used: the numbers are beside it. */
export function UsageBar({
  used,
  limit,
  className,
}: {
  used: number;
  limit: number;
  className?: string;
}) {
  const share = limit > 0 ? Math.min(1, used / limit) : used > 0 ? 1 : 0;
  return (
    <span
      aria-hidden
      className={classes('block h-1 shrink-0 overflow-hidden rounded-full bg-line', className)}
    >
      <span
        className={classes(
          'block h-full',
          share >= NEARLY ? 'bg-[var(--amber-9)]' : 'bg-[var(--jade-9)]',
        )}
        style={{ width: `${100 * share}%` }}
      />
    </span>
  );
}
