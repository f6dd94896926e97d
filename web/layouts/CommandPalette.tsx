import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { later } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';

const [useOpenPalette, fetchPalette] = later(() => import('./OpenPalette.tsx'));

const usePalette = create(() => ({ open: false }));
const show = (open: boolean) => usePalette.setState({ open });

export const PaletteButton = () => (
  <Button
    variant="ghost"
    size="bar"
    aria-label="Search and commands"
    aria-keyshortcuts="Control+K Meta+K"
    onPointerEnter={fetchPalette}
    onClick={() => show(true)}
    className="px-2 text-muted md:border-line lg:w-56"
  >
    <Search size={16} aria-hidden />
    <span className="hidden grow text-left font-normal lg:inline">Search or go to…</span>
    <kbd className="hidden rounded-sm border border-line px-1 font-sans text-[11px] md:inline">
      {MOD} K
    </kbd>
  </Button>
);

/** Finds content, folders and actions on every page for members; opens with Ctrl or Cmd and K. */
export function CommandPalette() {
  const open = usePalette((state) => state.open);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isK(event) || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // Not over a dialog; over itself, it closes.
      const busy = document.querySelector('[role=dialog], [role=alertdialog]') !== null;
      if (usePalette.getState().open || !busy) usePalette.setState(({ open }) => ({ open: !open }));
    }
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      show(false);
    };
  }, []);
  const loaded = useOpenPalette(open);
  const typed = useTyped(open, open && !loaded);
  return open && loaded && <loaded.OpenPalette typed={typed} onClose={() => show(false)} />;
}

/** What is typed while this is waited for: it belongs to the palette, not to the page. */
function useTyped(open: boolean, waiting: boolean) {
  const typed = useRef('');
  useEffect(() => {
    if (!open) typed.current = '';
  }, [open]);
  useEffect(() => {
    if (!waiting) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') show(false);
      if (event.key.length === 1) typed.current += event.key;
    }
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [waiting]);
  return typed;
}

/** The key K, or its position on non-Latin keyboards; autofill sends events without a key. */
const isK = ({ key = '', code }: KeyboardEvent) =>
  key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
