import type { PublicationState } from '#contract/publications.ts';
import { classes } from '#web/lib/classes.ts';
import { states } from './labels.ts';

/** The state of a publication; `detail` is added to its word. */
export function StatePill({ state, detail }: { state: PublicationState; detail?: string }) {
  const { label, icon: Icon, look } = states[state];
  return (
    <span
      className={classes(
        'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full pr-2.5 pl-2 font-medium text-xs tabular-nums',
        look,
      )}
    >
      <Icon
        size={14}
        aria-hidden
        className={classes(
          'shrink-0',
          state === 'publishing' && 'text-on-approved motion-safe:animate-spin',
        )}
      />
      {label}
      {detail && <span className="font-normal">{detail}</span>}
    </span>
  );
}
