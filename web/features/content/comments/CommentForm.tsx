import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { useNameable } from './comment-queries.ts';
import { MentionField } from './MentionField.tsx';
import { withIds } from './mentions.ts';

type Props = {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Sends the text as the API has it; rejects on failure, and the text is kept. */
  onSend: (text: string) => Promise<unknown>;
  send: string;
  placeholder?: string;
  onCancel?: () => void;
  /** Whether the field has the focus at first. */
  begin?: boolean;
};

/** A closing menu returns the focus to its trigger a moment later. */
const MENU_CLOSED_MS = 50;

/** Writes a comment. Not a form element, because it may be inside one. */
export function CommentForm({
  label,
  text,
  onChange,
  onSend,
  send,
  placeholder,
  onCancel,
  begin = false,
}: Props) {
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
      // The caller shows the error.
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
