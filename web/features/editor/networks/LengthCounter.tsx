import { useDeferredValue, useMemo } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import { withEnding } from '#contract/publishing/ending-text.ts';
import { fillFixed } from '#contract/publishing/fixed-variables.ts';
import { useEditorState } from '#web/features/editor/store/editor-context.ts';
import { useFixedFacts } from '#web/features/publishing/preview/use-fixed-facts.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { splitText } from './split-text.ts';
import { useEndingsShown } from './use-ending.ts';
import { useShownNetworks } from './use-shown-networks.ts';

export type CounterProps = {
  id: string;
  text: string;
  network: Network;
  /** Whether it has files: some networks take less text with them. */
  hasMedia?: boolean;
  /** Whether it is the last part: what is always at the end counts there. */
  isLast?: boolean;
  /**
   * What a button does with a text that is too long, and its label by the resulting number of
   * parts; undefined where there is nothing to split into.
   */
  split?: { label: (parts: number) => string; run: (texts: string[]) => void } | undefined;
};

/**
 * The length of a text against the limit of the network; offers to split a text that is too long.
 */
export function LengthCounter({
  id,
  text: written,
  network,
  hasMedia = false,
  isLast = false,
  split,
}: CounterProps) {
  // Deferred, so that counting never delays typing.
  const text = useDeferredValue(written);
  const language = useEditorState(({ fields }) => fields.language);
  const channel = useShownNetworks().accounts.get(network)?.handle;
  const facts = useFixedFacts({ network, channel });
  const ending = useEndingsShown()(network)?.text;
  const sent = fillFixed(withEnding(text, isLast ? ending : undefined), facts, language);
  const { name, count } = networks[network];
  const limit = limitOf(network, {}, hasMedia);
  const used = useMemo(() => count(sent), [count, sent]);
  const over = used - limit;
  const canSplit = split !== undefined;
  const parts = useMemo(
    () => (over > 0 && canSplit ? splitText(text, network) : []),
    [over, canSplit, text, network],
  );
  return (
    <div className="flex min-h-6 grow flex-wrap items-center justify-end gap-x-3 text-muted text-xs">
      {parts.length > 1 && split && (
        <Button variant="link" className="-ml-3 h-6 text-xs" onClick={() => split.run(parts)}>
          {split.label(parts.length)}
        </Button>
      )}
      <p
        id={id}
        className={classes(
          'ml-auto flex items-center gap-1.5 tabular-nums',
          over > 0 && 'font-medium text-danger',
        )}
      >
        <Ring used={used} limit={limit} />
        {over > 0 && (
          <span className="in-data-dock:sr-only">
            {`${over} characters over ${name}’s limit · `}
          </span>
        )}
        <span>
          {used} / {limit}
        </span>
        <span className="sr-only"> characters on {name}</span>
      </p>
    </div>
  );
}
