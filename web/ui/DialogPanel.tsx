import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Button } from './Button.tsx';
import { useModal } from './focus.ts';
import { Overlay } from './Overlay.tsx';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  /** As large as the window allows, on a phone the whole screen; its children scroll. */
  large?: boolean;
  children?: ReactNode;
};

/** What `Dialog` shows. */
export function DialogPanel({
  open,
  onClose,
  title,
  description,
  wide,
  large,
  children,
}: DialogProps) {
  const modal = useModal();
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          {...modal}
          {...(!description && { 'aria-describedby': undefined })}
          className={classes(
            'fixed z-50 flex animate-enter flex-col border-line bg-surface shadow-float',
            large
              ? 'inset-0 mx-auto overflow-hidden md:inset-x-4 md:top-7 md:bottom-auto md:h-[min(844px,calc(100dvh-56px))] md:max-w-[1056px] md:rounded-base md:border'
              : 'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 gap-4 overflow-y-auto rounded-base border p-5',
            !large && (wide ? 'max-w-4xl' : 'max-w-md'),
          )}
        >
          <div
            className={classes(
              'flex flex-col',
              large ? 'shrink-0 border-line border-b py-4 pr-14 pl-4 md:pl-6' : 'gap-4',
            )}
          >
            <Radix.Title className={classes('font-semibold text-base', !large && 'pr-8')}>
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className={classes('text-muted', large && 'truncate text-xs')}>
                {description}
              </Radix.Description>
            )}
          </div>
          {children}
          {/* Last, so that the initial focus is in the content. */}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close"
              className="absolute top-4 right-4"
            >
              <X size={16} aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
