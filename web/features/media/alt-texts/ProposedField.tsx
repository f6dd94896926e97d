import { MessageSquareQuote, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { ProposedAlt } from '#contract/assistant/sources.ts';
import { MAX_ALT_LENGTH } from '#contract/attachments.ts';
import { languageName } from '#contract/content/items.ts';
import { exactCount } from '#web/lib/count.ts';
import { MOD } from '#web/lib/keyboard/keys.ts';
import { Button } from '#web/ui/Button.tsx';
import { useDiscardAlt } from './alt-queries.ts';

type Props = {
  proposed: ProposedAlt;
  isWriting: boolean;
  onAgain: () => void;
  onConfirm: (alt: string) => Promise<unknown>;
};

/** An alt text that is proposed: not used until a person confirms it. */
export function ProposedField({ proposed, isWriting, onAgain, onConfirm }: Props) {
  const id = useId();
  const [text, setText] = useState(proposed.text);
  const [isSaving, setSaving] = useState(false);
  const { mutate: discard } = useDiscardAlt();
  const canConfirm = text.trim() !== '' && !isSaving && !isWriting;
  const confirm = () => {
    if (!canConfirm) return;
    setSaving(true);
    // A failure is said in a toast.
    onConfirm(text.trim()).catch(() => setSaving(false));
  };
  return (
    <>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          Alt text
        </label>
        <span className="text-muted text-xs tabular-nums">
          {text.length} / {exactCount(MAX_ALT_LENGTH)}
        </span>
      </div>
      <div className="overflow-hidden rounded-base border border-[var(--amber-8)] focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2">
        <p
          id={`${id}-state`}
          className="flex items-center gap-2 bg-review px-3 py-1 text-on-review text-xs"
        >
          <MessageSquareQuote size={14} aria-hidden className="shrink-0" />
          <span className="grow">Proposed, not used yet</span>
          {proposed.language && languageName(proposed.language)}
        </p>
        <textarea
          id={id}
          aria-describedby={`${id}-state ${id}-hint`}
          rows={4}
          dir="auto"
          value={text}
          maxLength={MAX_ALT_LENGTH}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            confirm();
          }}
          className="block w-full bg-surface px-3 py-2 leading-relaxed outline-none"
        />
      </div>
      <div className="flex items-center gap-1">
        <Button variant="soft" size="small" busy={!canConfirm} title={`${MOD} ↵`} onClick={confirm}>
          Confirm
        </Button>
        <Button variant="ghost" size="small" busy={isWriting} onClick={onAgain}>
          <RotateCcw size={14} aria-hidden /> {isWriting ? 'Writing' : 'Try again'}
        </Button>
        <Button
          variant="ghost"
          size="small"
          className="ml-auto"
          onClick={() => discard(proposed.id)}
        >
          Discard
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-muted text-xs">
        Change it as you like, then confirm. Names of people and brands are left to you. Written by{' '}
        {proposed.host}, {proposed.model}.
      </p>
    </>
  );
}
