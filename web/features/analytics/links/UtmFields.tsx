import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { PLACEHOLDERS, UTM_FIELDS, type Utm, wrongInTemplate } from '#contract/publishing/utm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';

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
        <Field
          key={name}
          label={`utm_${name}`}
          error={wrongInTemplate(written[name])}
          className="sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-center sm:[&>p]:col-start-2"
        >
          <TemplateInput
            value={written[name]}
            onWrite={(text) => write(name, text)}
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
            className="border-transparent bg-[var(--blue-3)]! font-mono text-[var(--blue-12)] text-xs"
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

const isPlaceholder = (text: string) =>
  (PLACEHOLDERS as readonly string[]).includes(text.slice(1, -1));

type TemplateProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onWrite: (text: string) => void;
};

/** A text whose placeholders are chips: they are drawn behind it, and Backspace removes a whole one. */
function TemplateInput({ value, onWrite, onKeyDown, ...props }: TemplateProps) {
  const chips = useRef<HTMLDivElement>(null);
  /** Where the caret is put once the text is there. */
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null);
  useLayoutEffect(() => {
    caret.current?.input.setSelectionRange(caret.current.at, caret.current.at);
    caret.current = null;
  });
  function remove(event: KeyboardEvent<HTMLInputElement>) {
    const { currentTarget: input } = event;
    const { selectionStart: at, selectionEnd: end } = input;
    if (event.key !== 'Backspace' || at === null || at !== end) return;
    const [chip] = /\{[^{}]*\}$/.exec(value.slice(0, at)) ?? [];
    if (!chip || !isPlaceholder(chip)) return;
    event.preventDefault();
    caret.current = { input, at: at - chip.length };
    onWrite(value.slice(0, at - chip.length) + value.slice(at));
  }
  return (
    <div className="relative rounded-base bg-surface font-mono text-[13px]">
      <div
        ref={chips}
        aria-hidden
        className="field absolute inset-0 flex items-center overflow-hidden whitespace-pre border border-transparent text-transparent"
      >
        <span>
          {value.split(/(\{[^{}]*\})/).map((part, at) =>
            isPlaceholder(part) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              <span key={at} className="rounded-[4px] bg-[var(--blue-3)] py-0.5">
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </span>
      </div>
      <Input
        {...props}
        value={value}
        maxLength={MAX_TEMPLATE}
        placeholder="left out"
        className="relative w-full bg-transparent font-mono text-[13px]"
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={(event) => {
          remove(event);
          onKeyDown?.(event);
        }}
        onScroll={({ currentTarget }) => {
          if (chips.current) chips.current.scrollLeft = currentTarget.scrollLeft;
        }}
      />
    </div>
  );
}
