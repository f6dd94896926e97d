import { ChevronDown, Sparkles } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Chip, isMenu, offeredFor } from '#web/features/assistant/asking/chips.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { classes } from '#web/lib/classes.ts';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { plural } from '#web/lib/text.ts';
import { useCovered } from '#web/lib/use-covered.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { openAssistant } from './open-assistant.ts';
import { linesOf, type SelectedWords } from './selected-words.ts';

/** Their order, and what is shorter here. */
const OFFERED: Record<string, string | undefined> = {
  improve: undefined,
  shorten: 'Shorten',
  spelling: undefined,
  tone: undefined,
};
const HEIGHT = 34;
const GAP = 4;
/** The bars of the page are there. */
const COVERED_TOP = 104;

/** What can be asked about selected words: above them, and above the dock on a phone. */
export function SelectionBar({ selected }: { selected: SelectedWords }) {
  const { network } = useShownNetworks();
  const isPhone = useMedia(PHONE);
  const covered = useCovered(isPhone);
  const all = offeredFor({
    network,
    isTooLong: false,
    lastUsed: undefined,
    own: [],
    languages: [],
  });
  const ask = (chip?: Chip) => openAssistant(selected.part, chip);
  const look = classes(
    'flex shrink-0 items-center gap-1 rounded-[6px] px-2 font-medium text-[13px] hover:bg-hover',
    isPhone ? 'h-9 rounded-full border border-line px-3' : 'h-7',
  );
  const actions = Object.entries(OFFERED).flatMap(([key, short]) => {
    const offered = all.find((entry) => entry.key === key);
    if (!offered) return [];
    if (!isMenu(offered))
      return (
        <button key={key} type="button" tabIndex={-1} onClick={() => ask(offered)} className={look}>
          {short ?? offered.label}
        </button>
      );
    return (
      <Menu
        key={key}
        align="start"
        trigger={
          <button type="button" tabIndex={-1} className={look}>
            {offered.label} <ChevronDown size={12} aria-hidden />
          </button>
        }
      >
        {offered.chips.map((chip) => (
          <MenuItem key={chip.key} onSelect={() => ask(chip)}>
            {chip.label}
          </MenuItem>
        ))}
      </Menu>
    );
  });
  const words = selected.field.value.slice(selected.start, selected.end).trim().split(/\s+/).length;
  const bar = (
    <>
      {isPhone ? (
        <span className="shrink-0 text-muted text-xs">{plural(words, 'word')}</span>
      ) : (
        <Sparkles size={16} aria-hidden className="mx-1 shrink-0 text-muted" />
      )}
      {actions}
      <button type="button" tabIndex={-1} onClick={() => ask()} className={look}>
        Ask {!isPhone && <Keys>{`${MOD} J`}</Keys>}
      </button>
    </>
  );
  const frame = {
    'data-selection-bar': true,
    role: 'toolbar',
    'aria-label': 'Selected words',
    // The text keeps the focus, and its selection.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  if (isPhone)
    return createPortal(
      <div
        {...frame}
        style={{ bottom: covered + 52 }}
        className="fixed inset-x-0 z-20 flex h-13 items-center gap-2 overflow-x-auto border-line border-t bg-surface px-4 [scrollbar-width:none]"
      >
        {bar}
      </div>,
      document.body,
    );
  return (
    <Above selected={selected} frame={frame}>
      {bar}
    </Above>
  );
}

type AboveProps = { selected: SelectedWords; frame: object; children: React.ReactNode };

/** Above the first selected line, else below the last; inside the column of the text. */
function Above({ selected, frame, children }: AboveProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ top: number; left: number }>();
  useLayoutEffect(() => {
    const lines = linesOf(selected);
    if (!lines || !box.current) return;
    const isAbove = lines.room - HEIGHT - GAP > COVERED_TOP;
    setPlace({
      top: isAbove ? lines.top - HEIGHT - GAP : lines.bottom + GAP,
      left: Math.max(0, Math.min(lines.left, lines.width - box.current.offsetWidth)),
    });
  }, [selected]);
  if (!selected.field.parentElement) return null;
  return createPortal(
    <div
      ref={box}
      {...frame}
      style={{ height: HEIGHT, ...(place ?? { visibility: 'hidden' }) }}
      className="absolute z-20 flex animate-enter items-center gap-0.5 rounded-base border border-line bg-raised px-1 shadow-float"
    >
      {children}
    </div>,
    selected.field.parentElement,
  );
}
