import { Crosshair } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#contract/media/media.ts';

const SHAPES = [
  ['1:1', 1],
  ['4:5', 4 / 5],
  ['16:9', 16 / 9],
] as const;
const STEP = 0.01;
const LARGE_STEP = 0.1;
/** Pressed keys come in a row. */
const SAVED_AFTER_MS = 500;

const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** A picture, and what of it must stay in view: a click or arrow keys set it. */
export function FocusPicture({
  file,
  onChange,
}: {
  file: MediaFile;
  /** Undefined where it may not be changed. */
  onChange: ((focus: [number, number]) => void) | undefined;
}) {
  const [[x, y], setFocus] = useState(file.focus);
  const [saved, setSaved] = useState(file.focus);
  useEffect(() => {
    if (x === saved[0] && y === saved[1]) return;
    const timer = setTimeout(() => {
      setSaved([x, y]);
      latest.current.onChange?.([x, y]);
    }, SAVED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [x, y, saved]);
  const latest = useRef({ at: [x, y] as [number, number], saved, onChange });
  latest.current = { at: [x, y], saved, onChange };
  // What was set last is saved when another file is opened.
  useEffect(
    () => () => {
      const { at, saved: known, onChange: save } = latest.current;
      if (at[0] !== known[0] || at[1] !== known[1]) save?.(at);
    },
    [],
  );

  function onClick({ nativeEvent, currentTarget }: MouseEvent<HTMLButtonElement>) {
    // A key that activates the button has no place.
    if (nativeEvent.detail === 0) return;
    const { offsetX, offsetY } = nativeEvent;
    setFocus([
      within(offsetX / currentTarget.clientWidth),
      within(offsetY / currentTarget.clientHeight),
    ]);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const [dx, dy] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ??
      [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setFocus([within(x + dx * step), within(y + dy * step)]);
  }

  const picture = file.links.thumbnail ?? file.links.original;
  const ratio = (file.width ?? 4) / (file.height ?? 3);
  return (
    <>
      <div className="flex justify-center bg-sunken">
        <button
          type="button"
          disabled={!onChange}
          onClick={onClick}
          onKeyDown={onKeyDown}
          aria-label={`What must stay in view: ${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top. Arrow keys move it.`}
          className="relative max-h-[252px] max-w-full cursor-crosshair disabled:cursor-default"
          // As large as the picture itself: a click is a place of it.
          style={{ aspectRatio: ratio, width: `min(376px, ${Math.round(252 * ratio)}px)` }}
        >
          <img
            src={picture}
            alt={file.alt}
            className="pointer-events-none size-full object-contain"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute size-8 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-[0_0_0_2px_rgb(0_0_0/.6),inset_0_0_0_2px_rgb(0_0_0/.6)]"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          />
        </button>
      </div>
      <div className="flex flex-col gap-2 px-4 pt-3">
        {onChange && (
          <p className="flex items-center gap-1.5 text-muted text-xs">
            <Crosshair size={14} aria-hidden />
            Click what must stay in view, or use the arrow keys.
          </p>
        )}
        <div className="flex gap-3">
          {SHAPES.map(([name, ratio]) => (
            <figure key={name}>
              <img
                src={picture}
                alt=""
                className="h-16 rounded-sm object-cover"
                style={{ aspectRatio: ratio, objectPosition: `${x * 100}% ${y * 100}%` }}
              />
              <figcaption className="text-muted text-xs">{name}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </>
  );
}
