import { ArrowUp, Sparkles } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { MAX_INSTRUCTION } from '#contract/assistant/limits.ts';
import { classes } from '#web/lib/classes.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFocusKept } from './use-focus-kept.ts';

/** A key that was pressed to ask does nothing to the answer that came meanwhile, in milliseconds. */
const SETTLED_MS = 400;

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Enter, with a text or without. */
  onEnter: (typed: string) => void;
  /** Other keys. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  label: string;
  disabled?: boolean;
  /** At its right, in place of the button. */
  aside?: ReactNode;
};

/** Where a person says what they want. It has the focus where the panel has it. */
export function AskField({ value, onChange, onEnter, onKeyDown, label, disabled, aside }: Props) {
  const field = useFocusKept<HTMLTextAreaElement>();
  const shownAt = useRef(performance.now());
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' || event.shiftKey) return onKeyDown?.(event);
    // The form would be saved.
    event.preventDefault();
    if (event.repeat || (!aside && performance.now() - shownAt.current < SETTLED_MS)) return;
    onEnter(value.trim());
  }
  return (
    <div
      className={classes(
        'mx-2 flex min-h-9 items-center gap-2 rounded-base border border-field bg-surface pr-1 pl-3 focus-within:border-[var(--jade-8)] focus-within:outline-2 focus-within:outline-accent-solid max-md:mx-3 max-md:min-h-11',
        aside !== undefined && 'min-h-10',
        disabled && 'opacity-60',
      )}
    >
      {aside && <Sparkles size={16} aria-hidden className="shrink-0 text-muted" />}
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={MAX_INSTRUCTION}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-24 min-w-0 grow resize-none bg-transparent py-1.5 text-[13px] leading-5 outline-none placeholder:text-muted max-md:text-base"
      />
      {value.trim() !== '' || !aside ? (
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label="Ask"
          title="Ask (Enter)"
          disabled={disabled || value.trim() === ''}
          onClick={() => onEnter(value.trim())}
        >
          <ArrowUp size={16} aria-hidden />
        </Button>
      ) : (
        aside
      )}
    </div>
  );
}
