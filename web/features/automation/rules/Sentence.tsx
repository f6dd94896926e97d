import type { Segment } from '#contract/automation/rules-words.ts';
import { classes } from '#web/lib/classes.ts';

const TONES: Record<Segment['tone'], string> = {
  plain: 'text-muted',
  choice: 'font-medium text-text',
  danger: 'font-medium text-danger',
  gap: 'rounded-sm text-muted underline decoration-dashed underline-offset-4',
};

/** A rule as a sentence: what is chosen stands out, and what publishes without asking is red. */
export const Sentence = ({
  segments,
  className,
  onGap,
}: {
  segments: readonly Segment[];
  className?: string;
  /** Leads to the block of a gap; without it, gaps are words. */
  onGap?: (block: string) => void;
}) => (
  <span dir="auto" className={classes('break-words', className)}>
    {segments.map(({ text, tone, block }, at) =>
      block && onGap ? (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
          key={at}
          type="button"
          onClick={() => onGap(block)}
          className={classes(TONES[tone], 'text-left hover:text-text')}
        >
          {text}
        </button>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
        <span key={at} className={TONES[tone]}>
          {text}
        </span>
      ),
    )}
  </span>
);
