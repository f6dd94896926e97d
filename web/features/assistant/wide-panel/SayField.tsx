import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { MAX_INSTRUCTION } from '#contract/assistant/limits.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';
import { Button } from '#web/ui/Button.tsx';

type Props = { label: string; autoFocus?: boolean; onSay: (instruction: string) => void };

/** Says what to change, in one line. */
export function SayField({ label, autoFocus, onSay }: Props) {
  const [typed, setTyped] = useState('');
  const said = typed.trim();
  function say() {
    if (!said) return;
    setTyped('');
    onSay(said);
  }
  return (
    <div className="flex h-8 min-w-0 grow items-center rounded-base border border-field bg-surface pr-0.5 pl-3 focus-within:border-[var(--jade-8)] focus-within:outline-2 focus-within:outline-accent-solid max-md:h-11">
      <input
        dir="auto"
        aria-label={label}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: where its button was pressed
        autoFocus={autoFocus}
        value={typed}
        maxLength={MAX_INSTRUCTION}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          if (event.ctrlKey || event.metaKey) return;
          // The form would be saved.
          event.preventDefault();
          say();
        }}
        className="min-w-0 grow bg-transparent text-[13px] outline-none placeholder:text-muted max-md:text-base"
      />
      <Button variant="ghost" size="smallIcon" aria-label="Ask" disabled={!said} onClick={say}>
        <ArrowUp size={16} aria-hidden />
      </Button>
    </div>
  );
}
