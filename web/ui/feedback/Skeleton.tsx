import { classes } from '#web/lib/classes.ts';

/** A placeholder while loading; visible only after a moment. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('appear-late rounded-base bg-sunken', className)} />;
}
