import { type Ref, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { useNameable } from './comment-queries.ts';
import { MentionField } from './MentionField.tsx';
import { withIds } from './mentions.ts';

type Props = {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Sends the text as the API has it; rejects where it was refused, and then nothing of it is lost. */
  onSend: (text: string) => Promise<unknown>;
  send: string;
  placeholder?: string;
  onCancel?: () => void;
  ref?: Ref<{ focus: () => void } | null>;
};

/** Writes a comment. No form element: it may stand in one. */
export function CommentForm({ label, text, onChange, onSend, send, placeholder, onCancel, ref }: Props) {
  const members = useNameable().data ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [sending, setSending] = useState(false);
  const empty = text.trim() === '';

  async function submit() {
    if (empty || sending) return;
    setSending(true);
    try {
      await onSend(withIds(text.trim(), members, chosen));
    } catch {
      // Whoever sends says it.
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <MentionField
        ref={ref}
        label={label}
        text={text}
        onChange={onChange}
        onChoose={({ id, name }) => setChosen(new Map(chosen).set(name, id))}
        onSubmit={() => void submit()}
        placeholder={placeholder}
      />
      {(!empty || onCancel) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button disabled={empty || sending} onClick={() => void submit()} title="Ctrl+Enter">
            {send}
          </Button>
        </div>
      )}
    </div>
  );
}
