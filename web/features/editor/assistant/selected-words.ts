import { useEffect, useState } from 'react';
import { useChoices } from '#web/features/assistant/asking/panel-choices.ts';
import { useOpenAssistant } from './open-assistant.ts';

/** How long a selection rests before something is offered for it. */
const REST_MS = 400;
const MIN_WORDS = 2;

export type SelectedWords = {
  /** The part, by its key. */
  part: string;
  field: HTMLTextAreaElement;
  start: number;
  end: number;
};

/** What is selected in the text of a part, and has been for a moment; any key and press ends it. */
export function useSelectedWords(): SelectedWords | undefined {
  const [selected, select] = useState<SelectedWords>();
  const hasBar = useChoices((choices) => choices.hasBar);
  const isOpen = useOpenAssistant(({ part }) => part !== null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      clearTimeout(timer);
      select(undefined);
    };
    const onChange = () => {
      forget();
      timer = setTimeout(() => select(selectedNow()), REST_MS);
    };
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('[data-selection-bar]')) forget();
    };
    document.addEventListener('selectionchange', onChange);
    document.addEventListener('keydown', forget);
    document.addEventListener('pointerdown', onPress);
    window.addEventListener('resize', forget);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
      document.removeEventListener('keydown', forget);
      document.removeEventListener('pointerdown', onPress);
      window.removeEventListener('resize', forget);
    };
  }, []);
  return isOpen || !hasBar ? undefined : selected;
}

function selectedNow(): SelectedWords | undefined {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || field.readOnly) return undefined;
  const { selectionStart: start, selectionEnd: end, value, dataset } = field;
  // A text for a network has no assistant of its own.
  const part = dataset.field?.includes('/') ? undefined : dataset.field;
  const words = value.slice(start, end).trim().split(/\s+/);
  return part && words.length >= MIN_WORDS ? { part, field, start, end } : undefined;
}

/** Where the first and the last selected line are in the frame of the field, in pixels. */
export function linesOf({ field, start, end }: SelectedWords) {
  const mirror = document.createElement('div');
  const chosen = document.createElement('span');
  mirror.className =
    'invisible absolute inset-0 whitespace-pre-wrap break-words text-base leading-[26px]';
  mirror.dir = 'auto';
  chosen.textContent = field.value.slice(start, end);
  mirror.append(field.value.slice(0, start), chosen, field.value.slice(end));
  field.parentElement?.append(mirror);
  const frame = mirror.getBoundingClientRect();
  const rects = [...chosen.getClientRects()];
  mirror.remove();
  const [first, last] = [rects[0], rects.at(-1)];
  if (!first || !last) return undefined;
  return {
    top: first.top - frame.top,
    left: first.left - frame.left,
    bottom: last.bottom - frame.top,
    /** Above it, to the edge of the window. */
    room: first.top,
    width: frame.width,
  };
}
