import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { type DryRun, TRY_DAYS } from '#contract/automation/rules.ts';
import type { Becomes, Unfinished } from '#contract/automation/rules-settings.ts';
import { useCan } from '#web/api/workspace.ts';
import type { Choices } from '#web/features/automation/rules/use-names.ts';
import { plural } from '#web/lib/text.ts';
import { WhenFields } from './ActionFields.tsx';
import { startBecomes } from './rule-form.ts';
import { SetChoice } from './TriggerFields.tsx';

type Props = {
  value: Unfinished<Becomes>;
  choices: Choices;
  onChange: (becomes: Unfinished<Becomes>) => void;
  /** What this text of the rule would have done, where that is known. */
  tried: DryRun | undefined;
  /** Whose rights it has. */
  maker: string;
};

const WAYS = [
  { kind: 'draft', label: 'It waits as a draft' },
  { kind: 'review', label: 'It is submitted for review' },
  { kind: 'schedule', label: 'It is scheduled without asking anyone' },
] as const;

/** What becomes of the draft that a rule makes. */
export function BecomesFields({ value, choices, onChange, tried, maker }: Props) {
  const name = useId();
  const decides = useCan('decide');
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">What becomes of the draft</legend>
      {WAYS.map(({ kind, label }) => {
        const isOff = kind === 'schedule' && !decides && value.kind !== 'schedule';
        return (
          <label
            key={kind}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 has-disabled:cursor-default max-md:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="size-5 accent-accent-solid"
              checked={value.kind === kind}
              disabled={isOff}
              onChange={() => onChange(startBecomes(kind))}
            />
            <span className={isOff ? 'text-muted' : undefined}>
              {label}
              {isOff && (
                <span className="block text-xs">Only people who may publish can choose this.</span>
              )}
            </span>
          </label>
        );
      })}
      {value.kind === 'schedule' && (
        <div className="flex flex-col gap-3">
          <SetChoice
            value={value.set}
            choices={choices}
            onChange={(set) => onChange({ ...value, set })}
          />
          <WhenFields value={value.when} onChange={(when) => onChange({ ...value, when })} />
          <div className="flex gap-3 rounded-base bg-danger-soft p-3 text-on-danger-soft text-[13px]">
            <ShieldAlert size={18} aria-hidden className="shrink-0 text-danger" />
            <p>
              <strong className="block font-medium text-danger">Publishes without asking.</strong>
              {tried &&
                `${plural(tried.published, 'post')} would have gone out unread in the last ${TRY_DAYS} days, on ${plural(tried.channels, 'channel')}. `}
              The rule has the rights of {maker}.
            </p>
          </div>
        </div>
      )}
    </fieldset>
  );
}
