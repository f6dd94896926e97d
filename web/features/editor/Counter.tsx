import { useDeferredValue, useMemo } from 'react';
import { type Network, networks } from '#contract/networks.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { splitText } from './split-text.ts';

type Props = {
  id: string;
  text: string;
  network: Network;
  /** The label of the button, by the resulting number of parts. */
  splitLabel?: (parts: number) => string;
  /** Undefined where there is nothing to split into. */
  onSplit?: ((texts: string[]) => void) | undefined;
};

/**
 * The length of a text against the limit of the network; offers to split a text that is too long.
 */
export function Counter({ id, text: written, network, splitLabel, onSplit }: Props) {
  // Deferred, so that counting never delays typing.
  const text = useDeferredValue(written);
  const { name, limit, count } = networks[network];
  const used = useMemo(() => count(text), [count, text]);
  const over = used - limit;
  const parts = useMemo(
    () => (over > 0 && onSplit ? splitText(text, network) : []),
    [over, onSplit, text, network],
  );
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-muted text-xs">
      {parts.length > 1 && onSplit && splitLabel && (
        <Button variant="link" className="-ml-3 h-6 text-xs" onClick={() => onSplit(parts)}>
          {splitLabel(parts.length)}
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
