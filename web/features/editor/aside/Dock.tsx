import { Eye, SlidersHorizontal } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { useCovered } from '#web/lib/use-covered.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Aside } from './aside-store.ts';

/** Its height, and some space above it, in pixels. */
const CLEARED = 68;

type Props = {
  /** Gets the element for the tools and the counter of the part that is being written. */
  onSlot: (slot: HTMLElement | null) => void;
  onOpen: (aside: Aside) => void;
};

/** On a phone, the tools of the editor: above the keyboard. */
export function Dock({ onSlot, onOpen }: Props) {
  const covered = useCovered();
  // What is being written is not behind it.
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `${covered + CLEARED}px`;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, [covered]);
  const press = (aside: Aside) => (event: MouseEvent<HTMLElement>) => {
    // Safari focuses no button that is pressed, and would give the focus back to the text.
    event.currentTarget.focus();
    onOpen(aside);
  };
  return (
    <div
      role="toolbar"
      aria-label="Editor tools"
      data-sticks
      style={{ bottom: covered }}
      className="fixed inset-x-0 z-20 flex min-h-13 items-center border-line border-t bg-surface px-2"
    >
      <div ref={onSlot} data-dock className="flex min-w-0 grow flex-wrap items-center" />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Preview"
        aria-haspopup="dialog"
        onClick={press('preview')}
        className="h-11 w-10"
      >
        <Eye size={20} aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Settings"
        aria-haspopup="dialog"
        onClick={press('settings')}
        className="h-11 w-10"
      >
        <SlidersHorizontal size={20} aria-hidden />
      </Button>
    </div>
  );
}
