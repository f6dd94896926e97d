import { Dialog } from 'radix-ui';
import { type CSSProperties, type ReactNode, type TouchEvent, useRef } from 'react';
import { useCovered } from '#web/lib/use-covered.ts';
import { CloseButton } from '../CloseButton.tsx';
import { ModalPanel } from './ModalPanel.tsx';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays in sight below the children, which scroll. */
  foot?: ReactNode;
  /** Focuses something else than its first button when it opens; says whether it did. */
  focusFirst?: (sheet: HTMLElement) => boolean;
  /** What gets the focus when it closes, in place of what had it before. */
  focusNext?: () => HTMLElement | null | undefined;
};

/** It is dismissed by pulling it down this far, in pixels. */
const PULLED = 80;

/** What `Sheet` shows. */
export function SheetPanel({ open, onClose, title, children, foot, ...focus }: SheetProps) {
  const { focusFirst, focusNext } = focus;
  const covered = useCovered(open);
  const begun = useRef(0);
  const close = () => {
    // A field that takes what was typed when it is left does so now.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  };
  const pull = {
    onTouchStart: ({ touches }: TouchEvent) => {
      begun.current = touches[0]?.clientY ?? 0;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      if ((changedTouches[0]?.clientY ?? 0) - begun.current > PULLED) close();
    },
  };
  // The one of the rendering that closes it.
  const next = useRef(focusNext);
  next.current = focusNext;
  if (!open) return null;
  return (
    <ModalPanel
      onClose={close}
      focusNext={() => next.current?.()}
      onOpenAutoFocus={(event) => {
        if (event.target instanceof HTMLElement && focusFirst?.(event.target))
          event.preventDefault();
      }}
      style={{ '--covered': `${covered}px` } as CSSProperties}
      className="flex flex-col bg-raised shadow-float outline-none max-md:inset-x-0 max-md:bottom-(--covered) max-md:max-h-[calc(100dvh-56px-var(--covered))] max-md:animate-sheet max-md:rounded-t-[16px] md:inset-y-0 md:right-0 md:w-[360px] md:animate-drawer-right md:border-line md:border-l"
    >
      <div {...pull} className="shrink-0 touch-none">
        <span
          aria-hidden
          className="mx-auto mt-2 block h-1 w-9 rounded-full bg-[var(--slate-6)] md:hidden"
        />
        <div className="flex h-12 items-center justify-between pr-2 pl-4">
          <Dialog.Title className="font-semibold text-base">{title}</Dialog.Title>
          <CloseButton onClose={close} />
        </div>
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
      {foot}
    </ModalPanel>
  );
}
