import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classes } from '#web/lib/classes.ts';

/** A link in running text. */
export const TextLink = ({ className, ...props }: ComponentProps<typeof Link>) => (
  <Link
    className={classes(
      'rounded-sm font-medium text-accent underline underline-offset-2',
      className,
    )}
    {...props}
  />
);
