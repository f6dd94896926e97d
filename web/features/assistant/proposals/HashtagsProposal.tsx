import { useState } from 'react';
import type { RunResult } from '#contract/assistant/runs.ts';
import { useNamedKeys } from '#web/features/assistant/asking/use-named-keys.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { AskField } from '#web/features/assistant/panel-parts/AskField.tsx';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TakeFoot } from '#web/features/assistant/panel-parts/TakeFoot.tsx';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';

type Props = { panel: Panel; tags: (RunResult & { kind: 'hashtags' })['tags'] };

/** Hashtags, those that the workspace has used most first; any can be left out. */
export function HashtagsProposal({ panel, tags }: Props) {
  const [typed, setTyped] = useState('');
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const taken = tags.filter(({ tag }) => !left.has(tag));
  const take = () =>
    taken.length > 0 && panel.addHashtags(taken.map(({ tag }) => `#${tag}`).join(' '));
  const toggle = (tag: string) =>
    leave(
      left.has(tag) ? new Set([...left].filter((other) => other !== tag)) : new Set([...left, tag]),
    );
  useNamedKeys({ 'Alt KeyR': panel.again });
  return (
    <>
      <PanelHead label={panel.proposal?.question.label ?? ''} />
      <div role="group" aria-label="Proposal" className="flex flex-wrap gap-1.5 px-3 pb-2">
        {tags.map(({ tag, uses }) => (
          <button
            key={tag}
            type="button"
            aria-pressed={!left.has(tag)}
            onClick={() => toggle(tag)}
            className={classes(
              'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium text-xs max-md:h-10 max-md:px-4',
              left.has(tag)
                ? 'border-line text-muted line-through hover:bg-hover'
                : 'border-[var(--jade-8)] bg-accent-soft text-accent',
            )}
          >
            #{tag}
            {uses > 0 && <span className="font-normal text-muted">{plural(uses, 'post')}</span>}
          </button>
        ))}
      </div>
      <AskField
        label="Say what to change"
        value={typed}
        onChange={setTyped}
        onEnter={(said) => (said ? panel.change(said) : take())}
      />
      <TakeFoot panel={panel} label={`Take ${taken.length}`} onTake={take} />
    </>
  );
}
