import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { useLayers } from '../overlays/layers.ts';
import { Popover } from '../overlays/Popover.tsx';
import type { SelectProps } from '../overlays/SelectOptions.tsx';
import { control } from './Field.tsx';

export type { Option } from '../overlays/SelectOptions.tsx';

/**
 * A choice of one of several options: it opens with a click, an arrow key, or the first letters of
 * an option.
 */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  placeholder = '',
  detail,
  className,
  'aria-label': label,
  ...props
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const list = useId();
  const loaded = useLayers(open);
  const chosen = options.find((option) => option.value === value);
  function onKeyDown(event: KeyboardEvent) {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const letter = event.key.length === 1 && event.key !== ' ';
    if (
      (open && loaded) ||
      modified ||
      !(letter || event.key === 'ArrowDown' || event.key === 'ArrowUp')
    )
      return;
    event.preventDefault();
    // What is typed until the options are there is typed into them.
    setTyped((before) => (open ? before : '') + (letter ? event.key : ''));
    setOpen(true);
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setTyped('');
        setOpen(next);
      }}
      trigger={
        <button
          {...props}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-label={label}
          data-value={value ?? ''}
          onKeyDown={onKeyDown}
          className={classes(
            control,
            'flex items-center justify-between gap-2 text-left disabled:cursor-not-allowed',
            className,
          )}
        >
          <span className="flex min-w-0 items-center gap-2">
            {chosen?.mark}
            <span dir="auto" className={classes('truncate', !chosen && 'text-muted')}>
              {chosen?.label ?? placeholder}
              {detail}
            </span>
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-muted" />
        </button>
      }
      id={list}
      aria-label={label ?? 'Options'}
      onOpenAutoFocus={(event) => {
        // Without it, what was typed first is selected, and the next letter replaces it.
        event.preventDefault();
        const input = (event.currentTarget as HTMLElement).querySelector('input');
        input?.focus({ preventScroll: true });
        input?.setSelectionRange(input.value.length, input.value.length);
      }}
      align="start"
      sideOffset={4}
      className="z-60 w-max min-w-[max(var(--radix-popover-trigger-width),9rem)] max-w-[min(24rem,calc(100vw-16px))] overflow-hidden"
    >
      {loaded && (
        <loaded.Options
          typed={typed}
          value={value}
          options={options}
          onLeave={() => setOpen(false)}
          onChoose={(next) => {
            setOpen(false);
            if (next !== value) onChange(next);
          }}
        />
      )}
    </Popover>
  );
}
