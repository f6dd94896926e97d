import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Borrowed } from './borrowed.tsx';

export type PopoverContent = ComponentProps<typeof Radix.Content>;

type Props = PopoverContent & {
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** What `Popover` shows. */
export const PopoverPanel = ({ button, open, onOpenChange, className, ...content }: Props) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild>
      <Borrowed element={button} />
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        collisionPadding={8}
        {...content}
        className={classes(
          'animate-enter rounded-base border border-line bg-raised shadow-float outline-none',
          className,
        )}
      />
    </Radix.Portal>
  </Radix.Root>
);
