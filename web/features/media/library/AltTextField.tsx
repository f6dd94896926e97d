import { useEffect, useRef, useState } from 'react';
import { MAX_ALT_LENGTH } from '#contract/attachments.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';

const SAVED_AFTER_MS = 900;

type Props = {
  value: string;
  /** Saves it; undefined where it may not be changed. */
  onSave: ((alt: string) => Promise<unknown>) | undefined;
};

/** The alt text of a file: it saves by itself, a moment after the last key and when it is left. */
export function AltTextField({ value, onSave }: Props) {
  const [text, setText] = useState(value);
  const [state, setState] = useState<'saving' | 'saved' | null>(null);
  const latest = useRef({ text, saved: value, onSave });
  latest.current = { ...latest.current, text, onSave };

  function save() {
    const { text: now, saved, onSave: run } = latest.current;
    if (now.trim() === saved.trim() || !run) return;
    latest.current.saved = now;
    setState('saving');
    run(now).then(
      () => setState('saved'),
      () => {
        latest.current.saved = saved;
        setState(null);
      },
    );
  }
  const saving = useRef(save);
  saving.current = save;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every key delays it.
  useEffect(() => {
    const timer = setTimeout(() => saving.current(), SAVED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // What was typed last is saved when another file is opened.
  useEffect(() => () => saving.current(), []);

  return (
    <Field
      label="Alt text"
      hint={
        <span className="flex justify-between gap-2">
          <span role="status">
            {state === 'saved' ? 'Saved' : state === 'saving' ? 'Saving…' : ''}
          </span>
          <span className="tabular-nums">
            {text.length} / {MAX_ALT_LENGTH.toLocaleString('en')}
          </span>
        </span>
      }
    >
      <Textarea
        rows={3}
        dir="auto"
        value={text}
        maxLength={MAX_ALT_LENGTH}
        readOnly={!onSave}
        placeholder="Describe it for people who can’t see it"
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
      />
    </Field>
  );
}
