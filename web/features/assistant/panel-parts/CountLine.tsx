import { useDeferredValue, useMemo } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { type Counting, countFor, limitFor } from '#web/features/assistant/asking/counting.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { Ring } from '#web/ui/Ring.tsx';

type Props = {
  text: string;
  counting: Counting;
  /** The length of the text before. */
  was?: number;
};

/** The length of a text against the limit of its network. */
export function CountLine({ text, counting, was }: Props) {
  const shown = useDeferredValue(text);
  const { network } = counting;
  const limit = limitFor(counting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what it is counted for
  const count = useMemo(() => countFor(shown, counting), [shown, network, limit]);
  return (
    <p className="flex items-center gap-2 px-4 py-1 text-xs tabular-nums">
      <Ring used={count} limit={limit} small />
      <span className={classes(count > limit && 'font-medium text-danger')}>
        {exactCount(count)} / {exactCount(limit)} on {NETWORK_NAMES[network]}
      </span>
      {was !== undefined && <span className="text-muted">was {exactCount(was)}</span>}
    </p>
  );
}
