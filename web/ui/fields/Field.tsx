import { Slot } from 'radix-ui';
import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { classes } from '#web/lib/classes.ts';

type Props = {
  label: string;
  /** Shown after the label, as ' *'. */
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** The control; it receives an id and its description. */
  children: ReactElement;
  className?: string;
};

/** A control with its label, hint and error. */
export function Field({ label, required, hint, error, children, className }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
        {required && ' *'}
      </label>
      <Slot.Root
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      >
        {children}
      </Slot.Root>
      {error && (
        <p id={`${id}-error`} className="text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The look of a field; its size can be overridden (web/styles/app.css). */
export const control =
  'field rounded-base border border-field bg-surface text-text transition-colors duration-150 aria-invalid:border-danger disabled:opacity-60';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classes(control, className)} {...props} />;
}
