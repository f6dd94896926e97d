import { ChevronDown, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { MAX_VALUE, type Variable, type VariableKind } from '#contract/content/templates.ts';
import { KINDS } from '#web/features/reusable/templates/variable-kinds.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';

const kinds = (Object.keys(KINDS) as VariableKind[]).map((value) => ({
  value,
  label: KINDS[value].label,
}));

type Props = {
  variable: Variable;
  onChange: (to: Partial<Variable>) => void;
  onMove: (by: number) => void;
  onDelete: () => void;
};

/** A variable of a template: closed its label, open all of it. Alt and an arrow move it. */
export function VariableRow({ variable, onChange, onMove, onDelete }: Props) {
  const { name, label, kind, choices, default: preset, is_required: required } = variable;
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const Icon = KINDS[kind].icon;
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <li className="border-line-soft border-b">
      <button
        type="button"
        data-variable-row={name}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
        className="flex h-10 w-full items-center gap-2 text-left text-[13px]"
      >
        <Icon size={14} aria-hidden className="shrink-0 text-muted" />
        <span dir="auto" className="min-w-0 grow truncate font-medium">
          {label}
          {required && ' *'}
        </span>
        <code className="text-muted text-xs">{name}</code>
        <ChevronDown
          size={14}
          aria-hidden
          className={classes('shrink-0 text-muted', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div id={panel} className="flex flex-col gap-3 pb-3">
          <Field label="Label">
            <Input
              dir="auto"
              maxLength={80}
              value={label}
              onChange={({ target }) => onChange({ label: target.value })}
            />
          </Field>
          <div className="grid grid-cols-2 gap-2">
            <Field label="Kind">
              <Select value={kind} options={kinds} onChange={(next) => onChange({ kind: next })} />
            </Field>
            <Field label="Default">
              <Input
                dir="auto"
                maxLength={MAX_VALUE}
                value={preset ?? ''}
                onChange={({ target }) => onChange({ default: target.value || null })}
              />
            </Field>
          </div>
          {kind === 'choice' && (
            <Field label="Choices" hint="Press Enter or comma to add a choice.">
              <TagInput
                tags={choices}
                longest={100}
                onChange={(next) => onChange({ choices: next })}
              />
            </Field>
          )}
          <div className="flex items-center justify-between">
            <Checkbox checked={required} onChange={(checked) => onChange({ is_required: checked })}>
              Must be filled in
            </Checkbox>
            <Button
              variant="ghost"
              size="smallIcon"
              aria-label={`Delete ${label}`}
              onClick={onDelete}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
