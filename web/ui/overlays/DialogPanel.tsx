import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';
import { CloseButton } from '../CloseButton.tsx';
import { focusFirst } from './focus.ts';
import { ModalPanel } from './ModalPanel.tsx';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Wider than a question needs: 560 pixels, or 896. */
  medium?: boolean;
  wide?: boolean;
  /** As large as the window allows, on a phone the whole screen; its children scroll. */
  large?: boolean;
  children?: ReactNode;
};

/** Where nothing is marked, the library focuses the first field or button. */
function focusContent(event: Event) {
  if (focusFirst(event.currentTarget as HTMLElement)) event.preventDefault();
}

/** What `Dialog` shows. */
export function DialogPanel({
  open,
  onClose,
  title,
  description,
  medium,
  wide,
  large,
  children,
}: DialogProps) {
  if (!open) return null;
  return (
    <ModalPanel
      onClose={onClose}
      {...(large && { onOpenAutoFocus: focusContent })}
      className={classes(
        'flex animate-enter flex-col border-line bg-surface shadow-float',
        large
          ? 'inset-0 mx-auto overflow-hidden md:inset-x-4 md:top-7 md:bottom-auto md:h-[min(844px,calc(100dvh-56px))] md:max-w-[1056px] md:rounded-base md:border'
          : 'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 gap-4 overflow-y-auto rounded-base border p-5',
        !large && (wide ? 'max-w-4xl' : medium ? 'max-w-[560px]' : 'max-w-md'),
      )}
    >
      <div
        className={classes(
          'flex flex-col',
          large ? 'shrink-0 border-line border-b py-4 pr-14 pl-4 md:pl-6' : 'gap-4',
        )}
      >
        <Dialog.Title className={classes('font-semibold text-base', !large && 'pr-8')}>
          {title}
        </Dialog.Title>
        {description && (
          <Dialog.Description className={classes('text-muted', large && 'truncate text-xs')}>
            {description}
          </Dialog.Description>
        )}
      </div>
      {children}
      {/* Last, so that the initial focus is in the content. */}
      <CloseButton onClose={onClose} className="absolute top-4 right-4" />
    </ModalPanel>
  );
}
