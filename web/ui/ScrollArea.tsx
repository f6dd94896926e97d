import { ScrollArea as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';

/** A scroll area whose bar hides 600 ms after the pointer has left. */
export function ScrollArea({
  children,
  className,
  label,
}: {
  children: ReactNode;
  className?: string;
  label: string;
}) {
  return (
    <Radix.Root scrollHideDelay={600} className="overflow-hidden">
      <Radix.Viewport
        tabIndex={0}
        role="group"
        aria-label={label}
        className={classes('rounded-base [&>div]:!block', className)}
      >
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar orientation="vertical" className="flex w-2 p-px">
        <Radix.Thumb className="grow rounded-full bg-field" />
      </Radix.Scrollbar>
    </Radix.Root>
  );
}
