import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react';
import type { Counted } from '#contract/assistant/runs.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectBox } from '#web/ui/fields/Checkbox.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import type { Proposed } from './draft-form.ts';
import { checkWords } from './draft-words.ts';
import type { Drafts } from './use-drafts.ts';

type Props = {
  draft: Proposed;
  place: number;
  isChosen: boolean;
  isWriting: boolean;
  drafts: Drafts;
};

/** A draft that is proposed, with our check of what it says. */
export function DraftCard({ draft, place, isChosen, isWriting, drafts }: Props) {
  const { angle, parts, checked } = draft;
  const isFine = checked.missing.length === 0;
  const Mark = isFine ? CircleCheck : CircleAlert;
  const isThread = parts.length > 1;
  return (
    <article
      aria-label={angle}
      aria-busy={isWriting}
      className={classes(
        'rounded-base border bg-surface py-2 pr-2 pl-3',
        isChosen ? 'border-accent-solid ring-1 ring-accent-solid' : 'border-line',
      )}
    >
      <div className="flex min-h-8 items-center gap-2">
        <SelectBox
          checked={isChosen}
          label={`Choose ${place + 1}: ${angle}`}
          onToggle={() => drafts.toggle(draft.key)}
        />
        <h3 className="min-w-0 grow truncate font-medium">{angle}</h3>
        {isWriting ? (
          <span className="text-muted text-xs">Writing</span>
        ) : isThread ? (
          <span className="text-muted text-xs">{parts.length} items</span>
        ) : (
          parts[0] && <Count of={parts[0]} network={drafts.network} />
        )}
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label={`Another in place of ${angle}`}
          title="Another one"
          disabled={!drafts.canAsk}
          onClick={() => drafts.askAgain(draft)}
        >
          <RotateCcw size={14} aria-hidden />
        </Button>
      </div>
      <div className="flex flex-col gap-3 pr-2 pb-1 pl-8 max-md:pl-0">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts do not move
          <div key={index} className={isThread ? 'border-line border-l-2 pl-3' : undefined}>
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {part.text}
            </p>
            {isThread && <Count of={part} network={drafts.network} />}
          </div>
        ))}
        <p className="flex items-start gap-2 text-xs">
          <Mark
            size={16}
            aria-hidden
            className={isFine ? 'shrink-0 text-fine' : 'shrink-0 text-warning'}
          />
          {checkWords(checked)}
        </p>
      </div>
    </article>
  );
}

function Count({ of: { count, limit, over }, network }: { of: Counted; network: Network }) {
  if (limit === null) return <span className="text-muted text-xs">{exactCount(count)}</span>;
  return (
    <span
      className={classes(
        'flex shrink-0 items-center gap-1.5 text-xs tabular-nums',
        over > 0 ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      <Ring used={count} limit={limit} small />
      {over > 0 && <span>{exactCount(over)} over ·</span>}
      <span>
        {exactCount(count)} / {exactCount(limit)}
      </span>
      <span className="sr-only"> characters on {NETWORK_NAMES[network]}</span>
    </span>
  );
}
