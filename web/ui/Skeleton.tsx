import { classes } from '#web/lib/classes.ts';

/** The place of something that is loading; seen only where that takes longer than a moment. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('appear-late rounded-base bg-sunken', className)} />;
}
