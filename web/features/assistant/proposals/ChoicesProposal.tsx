import { useState } from 'react';
import { charactersIn } from '#web/features/assistant/asking/counting.ts';
import { firstSentence, lastSentence, replaced } from '#web/features/assistant/asking/edges.ts';
import { useNamedKeys } from '#web/features/assistant/asking/use-named-keys.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { AskField } from '#web/features/assistant/panel-parts/AskField.tsx';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TakeFoot } from '#web/features/assistant/panel-parts/TakeFoot.tsx';
import { classes } from '#web/lib/classes.ts';

const MAX_CHOICES = 5;

/** Other beginnings or endings: the chosen one replaces the first or the last sentence. */
export function ChoicesProposal({ panel, texts }: { panel: Panel; texts: readonly string[] }) {
  const { host, proposal } = panel;
  const [typed, setTyped] = useState('');
  const [chosen, choose] = useState(0);
  const rows = texts.slice(0, MAX_CHOICES);
  const at = Math.min(chosen, rows.length - 1);
  const text = rows[at] ?? '';
  const isBeginning = proposal?.question.body.action === 'beginnings';
  function take() {
    const place = isBeginning ? firstSentence(host.text) : lastSentence(host.text);
    panel.take(replaced(host.text, place, text), place[0] + text.length);
  }
  const insert = () => panel.insert(text, isBeginning ? 'above' : 'below');
  const move = (by: number) => choose(Math.min(Math.max(at + by, 0), rows.length - 1));
  useNamedKeys({
    ...Object.fromEntries(rows.map((_, row) => [`Digit${row + 1}`, () => choose(row)])),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    'Alt KeyR': panel.again,
    'Shift Enter': insert,
  });
  return (
    <>
      <PanelHead label={proposal?.question.label ?? ''}>
        <span className="pr-1 text-muted text-xs">{rows.length}</span>
      </PanelHead>
      <div role="radiogroup" aria-label={proposal?.question.label} className="px-2 pb-1">
        {rows.map((row, index) => (
          <button
            key={row}
            type="button"
            role="radio"
            aria-checked={index === at}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
            className={classes(
              'flex min-h-9 w-full items-center gap-2 rounded-[6px] px-2 py-1 text-left text-[13px] max-md:min-h-11',
              index === at ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <kbd
              aria-hidden
              className="rounded-sm border border-line bg-surface px-1 font-sans text-[11px] text-muted leading-4"
            >
              {index + 1}
            </kbd>
            <span dir="auto" className={classes('min-w-0 grow', index !== at && 'truncate')}>
              {row}
            </span>
            <span className="text-muted text-xs tabular-nums">{charactersIn(row)}</span>
          </button>
        ))}
      </div>
      <AskField
        label="Say what they should be like"
        value={typed}
        onChange={setTyped}
        onEnter={(said) => (said ? panel.change(said) : take())}
      />
      <TakeFoot
        panel={panel}
        label={`Take ${at + 1}`}
        onTake={take}
        insertLabel={isBeginning ? 'Insert above' : 'Insert below'}
        onInsert={insert}
      />
    </>
  );
}
