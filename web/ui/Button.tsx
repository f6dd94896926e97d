import { Slot } from 'radix-ui';
import { type ComponentProps, type MouseEvent, useRef } from 'react';
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
   * lose. Of a button that sends something, it is given also while it is not: see `useFirstPress`.
   */
  busy?: boolean;
  /** Styles its only child, a link for example, instead of rendering a button. */
  asChild?: boolean;
};

/** In a window that is not drawn, a press counts for so long. */
const UNDRAWN_MS = 50;

/**
 * Lets the first press through. That it is pending is drawn a frame later: until then, a double click
 * or a second Enter would send a form twice.
 */
function useFirstPress(isPending: boolean, onClick: ComponentProps<'button'>['onClick']) {
  const isPressed = useRef(false);
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending || isPressed.current) return event.preventDefault();
    isPressed.current = true;
    const release = () => {
      isPressed.current = false;
    };
    requestAnimationFrame(() => setTimeout(release));
    setTimeout(release, UNDRAWN_MS);
    onClick?.(event);
  };
}

export function Button({
  variant = 'secondary',
  size = 'normal',
  asChild,
  busy,
  onClick,
  className,
  type = 'button',
  ...props
}: Props) {
  const Element = asChild ? Slot.Root : 'button';
  const onFirstPress = useFirstPress(busy === true, onClick);
  // Others, such as a step to the next page, may be pressed in quick succession.
  const sends = busy !== undefined || type === 'submit';
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
      onClick={sends ? onFirstPress : onClick}
      {...props}
    />
  );
}
