import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classes } from '#web/lib/classes.ts';

const variants = {
  primary:
    'bg-accent-solid text-on-accent hover:bg-accent-solid-hover border-transparent disabled:border-line disabled:bg-sunken disabled:text-muted disabled:opacity-100',
  secondary: 'bg-surface text-text border-line hover:bg-hover',
  ghost: 'button-ghost border-transparent hover:bg-hover',
  /** Beside the primary button of the view. */
  soft: 'border-transparent bg-accent-soft text-accent hover:bg-[var(--jade-4)]',
  link: 'border-transparent text-accent hover:bg-hover',
  danger: 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover border-transparent',
};

/** Of a row, a bar, a form, and a page for visitors (web/styles/app.css). */
const sizes = {
  small: 'button-small',
  bar: 'button-bar',
  normal: 'button-normal',
  large: 'button-large',
  icon: 'button-icon',
  smallIcon: 'button-icon-small',
};

type Props = ComponentProps<'button'> & {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /**
   * Pending: pressing it again does nothing, and it keeps the focus, which a disabled button would
   * lose.
   */
  busy?: boolean;
  /** Styles its only child, a link for example, instead of rendering a button. */
  asChild?: boolean;
};

export function Button({
  variant = 'secondary',
  size = 'normal',
  asChild,
  busy = false,
  onClick,
  className,
  type = 'button',
  ...props
}: Props) {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      {...(!asChild && { type })}
      className={classes(
        'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-base border font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
        variants[variant],
        sizes[size],
        className,
      )}
      {...(busy && { 'aria-disabled': true })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    />
  );
}
