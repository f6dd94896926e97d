import type { RefObject } from 'react';
import { Field } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';

type Props = {
  label: string;
  hint: string | undefined;
  /** Whether a rejection was asked for without a reason. */
  isMissing: boolean;
  value: string;
  onChange: (comment: string) => void;
  /** Ctrl+Enter. */
  onSend?: () => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** The comment of a transition, which a rejection needs. */
export const DecisionComment = ({
  label,
  hint,
  isMissing,
  value,
  onChange,
  onSend,
  field,
}: Props) => (
  <Field label={label} hint={hint} error={isMissing ? 'A reason is needed to reject' : undefined}>
    <Textarea
      ref={field}
      dir="auto"
      rows={2}
      maxLength={2000}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onSend?.();
      }}
      className="field-sizing-content max-h-40 min-h-14"
    />
  </Field>
);
