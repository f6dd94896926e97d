import { ArrowUp, Check, Lightbulb } from 'lucide-react';
import { IDEA_SOURCE_NAMES, IDEA_SOURCES, type IdeaSource } from '#contract/assistant/actions.ts';
import { MAX_SUBJECT } from '#contract/assistant/limits.ts';
import { classes } from '#web/lib/classes.ts';
import { control } from '#web/ui/fields/Field.tsx';

export type Question = { subject: string; from: readonly IdeaSource[] };

type Props = {
  question: Question;
  /** It can't be asked now. */
  isOff: boolean;
  onChange: (question: Question) => void;
  onAsk: () => void;
};

/** What ideas are about, and what they come from. */
export function IdeasQuestion({ question, isOff, onChange, onAsk }: Props) {
  const { subject, from } = question;
  const toggle = (source: IdeaSource) =>
    onChange({
      subject,
      from: from.includes(source) ? from.filter((other) => other !== source) : [...from, source],
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
      className="flex flex-wrap items-center gap-2 border-line border-b bg-page px-4 py-3"
    >
      <div className="relative min-w-0 grow max-md:basis-full">
        <Lightbulb
          size={16}
          aria-hidden
          className="absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          aria-label="What about?"
          placeholder="What about?"
          value={subject}
          maxLength={MAX_SUBJECT}
          onChange={({ target }) => onChange({ subject: target.value, from })}
          className={classes(control, 'pr-11 pl-9')}
        />
        <button
          type="submit"
          aria-label="Ask for ideas"
          disabled={isOff}
          className="absolute inset-y-0.5 right-0.5 grid w-10 place-items-center rounded-base text-muted hover:text-text disabled:opacity-50"
        >
          <ArrowUp size={16} aria-hidden />
        </button>
      </div>
      <div
        role="group"
        aria-label="And from"
        className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4"
      >
        {IDEA_SOURCE_NAMES.map((source) => (
          <SourceToggle
            key={source}
            label={IDEA_SOURCES[source]}
            isOn={from.includes(source)}
            onToggle={() => toggle(source)}
          />
        ))}
      </div>
    </form>
  );
}

function SourceToggle({
  label,
  isOn,
  onToggle,
}: {
  label: string;
  isOn: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={classes(
        'inline-flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-3 font-medium text-[13px] max-md:h-10',
        isOn ? 'border-[var(--jade-7)] bg-accent-soft text-accent' : 'border-line text-muted',
      )}
    >
      {isOn && <Check size={14} aria-hidden />}
      {label}
    </button>
  );
}
