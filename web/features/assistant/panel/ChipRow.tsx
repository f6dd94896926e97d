import { Bookmark, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type Chip, isMenu, type Offered } from '#web/features/assistant/asking/chips.ts';
import { classes } from '#web/lib/classes.ts';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

type Props = {
  label: string;
  offered: readonly Offered[];
  /** Whether Enter in the empty field runs the first. */
  hasDefault?: boolean;
  onRun: (chip: Chip) => void;
  /** At the end of the menu ‘More’. */
  more?: ReactNode;
  /** Out of the row, upwards. */
  onLeave?: () => void;
};

const look =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 font-medium text-xs hover:bg-hover max-md:h-10 max-md:px-4 max-md:text-sm';
const usual = 'border-line bg-surface';
const first = 'border-[var(--jade-8)] bg-accent-soft text-accent';

/** Actions in a row, which is one stop of the Tab key: arrows go through it. */
export function ChipRow(props: Props) {
  const { label, offered, hasDefault = false, more, onRun, onLeave } = props;
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, offered.length - 1);
  function move(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    // A menu opens by ↓.
    const isOpening = event.key === 'ArrowDown' && 'chips' in (offered[at] ?? {});
    if (by === undefined || event.altKey || isOpening) return;
    event.preventDefault();
    event.stopPropagation();
    const next = at + by;
    if (next < 0) return onLeave?.();
    const button = row.current?.querySelectorAll<HTMLElement>('[data-chip]')[next];
    if (!button) return;
    setCurrent(next);
    button.focus();
  }
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      // Before a menu opens.
      onKeyDownCapture={move}
      className="flex flex-wrap gap-1.5 max-md:flex-nowrap max-md:gap-2 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]"
    >
      {offered.map((entry, index) => {
        const isFirst = hasDefault && index === 0;
        const button = {
          'data-chip': true,
          type: 'button' as const,
          tabIndex: index === at ? 0 : -1,
          onFocus: () => setCurrent(index),
          className: classes(look, isFirst ? first : usual),
        };
        return isMenu(entry) ? (
          <Menu
            key={entry.key}
            align="start"
            trigger={
              <button {...button}>
                {entry.label}
                <ChevronDown size={12} aria-hidden />
              </button>
            }
          >
            {entry.chips.map((chip) => (
              <MenuItem key={chip.key} onSelect={() => onRun(chip)}>
                {chip.label}
              </MenuItem>
            ))}
            {entry.key === 'more' && more}
          </Menu>
        ) : (
          <button key={entry.key} {...button} onClick={() => onRun(entry)}>
            {entry.own !== undefined && <Bookmark size={14} aria-hidden />}
            {entry.label}
            {isFirst && <Keys>↵</Keys>}
          </button>
        );
      })}
    </div>
  );
}
