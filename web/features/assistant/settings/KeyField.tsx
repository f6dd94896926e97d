import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';

type Props = {
  /** The end of the stored key, where it is used. */
  keyEnds: string | null;
  /** Another one; null where none is written. */
  value: string | null;
  error: string | undefined;
  onChange: (key: string) => void;
};

/** The key of a server: a stored one is shown by its end alone. */
export function KeyField({ keyEnds, value, error, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const replaces = useRef(false);
  useEffect(() => {
    if (keyEnds === null && replaces.current) field.current?.focus();
    replaces.current = false;
  }, [keyEnds]);
  if (keyEnds !== null)
    return (
      <div className="relative">
        <Field label="Key" error={error}>
          <Input readOnly value={`•••••••• ends in ${keyEnds}`} className="pr-20 text-muted" />
        </Field>
        <Button
          variant="link"
          size="small"
          aria-label="Replace the key"
          className="absolute top-[30px] right-1 max-md:top-[32px]"
          onClick={() => {
            replaces.current = true;
            onChange('');
          }}
        >
          Replace
        </Button>
      </div>
    );
  return (
    <Field label="Key" error={error} hint="Leave it empty where the server needs none.">
      <Input
        ref={field}
        type="password"
        autoComplete="new-password"
        value={value ?? ''}
        maxLength={500}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
