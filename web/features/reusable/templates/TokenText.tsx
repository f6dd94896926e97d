import type { Template } from '#contract/content/templates.ts';
import { type Segment, type Shown, segmentsOf } from './segments.ts';

const looks: Record<Exclude<Segment['look'], 'text'>, string> = {
  variable: 'rounded bg-[var(--blue-3)] px-[3px] text-[var(--blue-12)]',
  fixed: 'underline decoration-dotted underline-offset-4',
  missing:
    'rounded border border-[var(--amber-9)] border-dashed bg-[var(--amber-2)] px-[3px] text-[var(--amber-12)]',
  undeclared: 'rounded bg-danger-soft text-danger underline decoration-wavy',
};

type Props = Shown & { text: string; template: Pick<Template, 'variables' | 'language'> };

/** A text of a template with its variables, or what they become. */
export const TokenText = ({ text, template, values, facts }: Props) =>
  segmentsOf(text, template, { values, facts }).map(({ text: run, look, at }) =>
    look === 'text' ? (
      run
    ) : (
      <span
        key={at}
        className={
          look === 'fixed' && !facts
            ? 'rounded bg-[var(--slate-4)] px-[3px] text-text'
            : looks[look]
        }
      >
        {run}
      </span>
    ),
  );
