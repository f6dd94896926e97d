import { useRef, useState } from 'react';
import { PLACEHOLDERS, UTM_FIELDS, type Utm, wrongInTemplate } from '#contract/publishing/utm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/Field.tsx';

const MAX_TEMPLATE = 200;

/** The templates of UTM; one is saved when its field is left, or Enter pressed. */
export function UtmFields({ utm, onChange }: { utm: Utm; onChange: (utm: Utm) => void }) {
  const [written, setWritten] = useState(utm);
  /** Where a placeholder is inserted: the field that had the focus last. */
  const last = useRef<HTMLInputElement | null>(null);
  const [field, setField] = useState<keyof Utm>('campaign');
  const write = (name: keyof Utm, text: string) => setWritten({ ...written, [name]: text });
  const isWrong = UTM_FIELDS.some((name) => wrongInTemplate(written[name]));

  function save(next: Utm) {
    if (
      !UTM_FIELDS.some((name) => wrongInTemplate(next[name])) &&
      JSON.stringify(next) !== JSON.stringify(utm)
    )
      onChange(next);
  }

  function insert(placeholder: string) {
    const at = last.current?.selectionEnd ?? written[field].length;
    const text = `${written[field].slice(0, at)}{${placeholder}}${written[field].slice(at)}`;
    if (text.length > MAX_TEMPLATE) return;
    const next = { ...written, [field]: text };
    setWritten(next);
    save(next);
    last.current?.focus();
  }

  return (
    <div className="flex flex-col gap-3">
      {UTM_FIELDS.map((name) => (
        <Field key={name} label={`utm_${name}`} error={wrongInTemplate(written[name])}>
          <Input
            value={written[name]}
            maxLength={MAX_TEMPLATE}
            placeholder="left out"
            className="font-mono text-[13px]"
            onChange={({ target }) => write(name, target.value)}
            onFocus={({ target }) => {
              last.current = target;
              setField(name);
            }}
            onBlur={() => save(written)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') save(written);
            }}
          />
        </Field>
      ))}
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-[13px] text-muted">Insert into utm_{field}:</span>
        {PLACEHOLDERS.map((name) => (
          <Button
            key={name}
            size="small"
            aria-label={`Insert {${name}}`}
            className="font-mono text-xs"
            onClick={() => insert(name)}
          >
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <p className="text-muted text-xs">
        Lower case, spaces become -{isWrong && '. Nothing is saved until every template is valid.'}
      </p>
    </div>
  );
}
