import { Popover } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { classes } from '#web/lib/classes.ts';
import { ExternalTrigger } from './ExternalTrigger.tsx';
import { closedByEscape } from './escape.ts';

export type PopoverContent = ComponentProps<typeof Popover.Content>;

type Props = PopoverContent & {
  /** Gets the focus back, and closes it by itself. */
  button?: RefObject<HTMLButtonElement | null>;
  /** The place that it opens beside, where no button opened it. */
  place?: DOMRect;
  onClose: () => void;
};

/** An open popover. Its styles may use the height that it can have (`--room`). */
export function PopoverPanel({ button, place, onClose, onKeyDown, className, ...content }: Props) {
  const closing = closedByEscape(onClose);
  return (
    <Popover.Root open onOpenChange={onClose}>
      {button && (
        <Popover.Trigger asChild>
          <ExternalTrigger element={button} />
        </Popover.Trigger>
      )}
      {place && <Popover.Anchor virtualRef={{ current: { getBoundingClientRect: () => place } }} />}
      <Popover.Portal>
        <Popover.Content
          data-layer
          collisionPadding={8}
          {...content}
          {...closing}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            closing.onKeyDown(event);
          }}
          className={classes(
            'relative animate-enter rounded-base border border-line bg-raised shadow-float outline-none [--room:var(--radix-popover-content-available-height,100vh)]',
            className,
          )}
        />
      </Popover.Portal>
    </Popover.Root>
  );
}
