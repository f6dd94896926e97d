import { useEffect, useRef, useState } from 'react';
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
  /** Whether writing begins at once. */
  begin?: boolean;
};

/** A menu gives the focus back to what opened it a moment after it has closed. */
const MENU_CLOSED_MS = 50;

/** Writes a comment. No form element: it may stand in one. */
export function CommentForm({ label, text, onChange, onSend, send, placeholder, onCancel, begin = false }: Props) {
  const members = useNameable();
  const field = useRef<{ focus: () => void }>(null);
  const [sending, setSending] = useState(false);
  const empty = text.trim() === '';

  useEffect(() => {
    if (!begin) return;
    const timer = setTimeout(() => field.current?.focus(), MENU_CLOSED_MS);
    return () => clearTimeout(timer);
  }, [begin]);

  async function submit() {
    if (empty || sending) return;
    setSending(true);
    field.current?.focus();
    try {
      await onSend(withIds(text.trim(), members));
    } catch {
      // Whoever sends says it.
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <MentionField
        ref={field}
        label={label}
        text={text}
        members={members}
        onChange={onChange}
        onSubmit={() => void submit()}
        readOnly={sending}
        placeholder={placeholder}
      />
      {(!empty || onCancel) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button busy={empty || sending} onClick={() => void submit()} title="Ctrl+Enter">
            {send}
          </Button>
        </div>
      )}
    </div>
  );
}
