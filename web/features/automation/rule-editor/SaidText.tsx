import { MAX_RULE_TEXT } from '#contract/automation/rules-fields.ts';
import { givenBy } from '#contract/automation/rules-sentence.ts';
import type { UnfinishedRule } from '#contract/automation/rules-settings.ts';
import { useInsertion } from '#web/ui/dragging/insertion.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';

type SaidProps = {
  label: string;
  value: string | null | undefined;
  trigger: UnfinishedRule['trigger'];
  onChange: (text: string) => void;
};

/** A text with values of what has happened. */
export function SaidText({ label, value, trigger, onChange }: SaidProps) {
  const { field, insert } = useInsertion<HTMLTextAreaElement>();
  return (
    <div>
      <Field label={label}>
        <Textarea
          {...field}
          rows={3}
          maxLength={MAX_RULE_TEXT}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <Tokens trigger={trigger} onTake={insert} />
    </div>
  );
}

/** Values of what has happened, which are put into a text. */
export function Tokens({
  trigger,
  onTake,
}: {
  trigger: UnfinishedRule['trigger'];
  onTake: (token: string) => void;
}) {
  const given = givenBy(trigger);
  if (given.length === 0) return null;
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      {given.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          title={`Insert {{${name}}}`}
          onClick={() => onTake(`{{${name}}}`)}
          className="min-h-6 rounded bg-approved px-2 text-on-approved text-xs max-md:min-h-11"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
