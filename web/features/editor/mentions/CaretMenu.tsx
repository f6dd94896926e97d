import type { ReactNode } from 'react';
import { caretPlace } from '#web/lib/caret-place.ts';
import { classes } from '#web/lib/classes.ts';

const WIDTH = 300;
const HEIGHT = 288;

/** Where a list at the caret is, from the upper left corner of its field, in pixels. */
export function menuPlace(field: HTMLTextAreaElement, position: number) {
  const place = caretPlace(field, position);
  const most = Math.max(0, (field.parentElement?.getBoundingClientRect().width ?? WIDTH) - WIDTH);
  return { top: place.bottom, left: Math.min(place.left, most) };
}

type Props = {
  id: string;
  label: string;
  field: HTMLTextAreaElement;
  place: { top: number; left: number };
  children: ReactNode;
};

/** A list at the caret; the focus stays in the text. */
export function CaretMenu({ id, label, field, place, children }: Props) {
  const box = field.getBoundingClientRect();
  const top = box.top + place.top + 4;
  const left = box.left + place.left;
  const { height = window.innerHeight } = window.visualViewport ?? {};
  // Above the line where the keyboard of a phone leaves no room below it.
  const isAbove = top + HEIGHT > height && top > height / 2;
  const style = isAbove
    ? { bottom: window.innerHeight - top + 36, left, width: WIDTH }
    : { top, left, width: WIDTH };
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      style={style}
      className="fixed z-40 max-h-72 overflow-y-auto rounded-base border border-line bg-surface p-1 shadow-float"
    >
      {children}
    </div>
  );
}

type OptionProps = { isPointed: boolean; onChoose: () => void; children: ReactNode };

export const CaretOption = ({ isPointed, onChoose, children }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
  <div
    role="option"
    aria-selected={isPointed}
    // The text keeps the focus.
    onPointerDown={(event) => event.preventDefault()}
    onClick={(event) => {
      event.stopPropagation();
      onChoose();
    }}
    className={classes(
      'flex h-8 cursor-pointer items-center gap-2 rounded px-2 text-[13px] max-md:h-11',
      isPointed ? 'bg-accent-soft' : 'hover:bg-hover',
    )}
  >
    {children}
  </div>
);

/** A line of a list that cannot be chosen. */
export const CaretNote = ({ children }: { children: ReactNode }) => (
  <p role="presentation" className="px-2 pt-2 pb-1 text-muted text-xs">
    {children}
  </p>
);
