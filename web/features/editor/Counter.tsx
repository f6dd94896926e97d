import { useDeferredValue, useMemo } from 'react';
import { type Network, networks } from '#contract/networks.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { splitText } from './split-text.ts';

type Props = {
  id: string;
  text: string;
  network: Network;
  /**
   * What a button does with a text that is too long, and its label by the resulting number of
   * parts; undefined where there is nothing to split into.
   */
  split?: { label: (parts: number) => string; run: (texts: string[]) => void } | undefined;
};

/**
 * The length of a text against the limit of the network; offers to split a text that is too long.
 */
export function Counter({ id, text: written, network, split }: Props) {
  // Deferred, so that counting never delays typing.
  const text = useDeferredValue(written);
  const { name, limit, count } = networks[network];
  const used = useMemo(() => count(text), [count, text]);
  const over = used - limit;
  const canSplit = split !== undefined;
  const parts = useMemo(
    () => (over > 0 && canSplit ? splitText(text, network) : []),
    [over, canSplit, text, network],
  );
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-muted text-xs">
      {parts.length > 1 && split && (
        <Button variant="link" className="-ml-3 h-6 text-xs" onClick={() => split.run(parts)}>
          {split.label(parts.length)}
        </Button>
      )}
      <p id={id} className={classes('ml-auto tabular-nums', over > 0 && 'font-medium text-danger')}>
        {over > 0 && `${over} characters over ${name}’s limit · `}
        <span>
          {used} / {limit}
        </span>
        <span className="sr-only"> characters on {name}</span>
      </p>
    </div>
  );
}
