import { classes } from '#web/lib/classes.ts';

/** The mark of two letters; the brand name is not printed. */
export const Logo = ({ large }: { large?: boolean }) => (
  <span
    className={classes(
      'grid select-none place-items-center rounded-base bg-accent-solid font-bold text-on-accent',
      large ? 'size-11 text-base' : 'size-8 text-xs',
    )}
  >
    PF
  </span>
);
