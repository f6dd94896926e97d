import { Diff } from 'lucide-react';
import { useState } from 'react';
import type { TextResult } from '#web/features/assistant/asking/text-result.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { useTextProposal } from '#web/features/assistant/asking/use-text-proposal.ts';
import { AskField } from '#web/features/assistant/panel-parts/AskField.tsx';
import { CountLine } from '#web/features/assistant/panel-parts/CountLine.tsx';
import { IconButton } from '#web/features/assistant/panel-parts/IconButton.tsx';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TakeFoot } from '#web/features/assistant/panel-parts/TakeFoot.tsx';
import { classes } from '#web/lib/classes.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { Disputed } from './Disputed.tsx';
import { ProposalRemarks } from './ProposalRemarks.tsx';
import { DifferenceText, FittingText, MergedText } from './ProposalText.tsx';
import { Turns } from './Turns.tsx';

type Props = { panel: Panel; result: TextResult };

/** A proposed text: what it changes, how long it is, and what can be done with it. */
export function TextProposal({ panel, result }: Props) {
  const { host, proposal } = panel;
  const [typed, setTyped] = useState('');
  const shown = useTextProposal(panel, result);
  const { outcome, parts, over, used, open, isNew, isPlain } = shown;
  if (!outcome || !proposal) return null;
  const { pieces } = outcome;
  return (
    <>
      <PanelHead label={proposal.question.label}>
        <Turns at={shown.at} count={shown.versions} onTurn={panel.turn} />
        <IconButton
          label="Show what changes"
          title={isNew ? 'Mostly new, shown as text' : 'Show what changes (Alt+D)'}
          aria-pressed={!isPlain}
          disabled={isNew || over > 0}
          onClick={shown.switchPlain}
          className={classes(!isPlain && 'bg-sunken')}
        >
          <Diff size={16} aria-hidden />
        </IconButton>
      </PanelHead>
      <ScrollArea label="Proposal" className="max-h-[40vh] min-h-12 px-4 text-[15px] leading-6">
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {pieces && <MergedText pieces={pieces} chosen={used} isPlain={isPlain} />}
          {!pieces && !isPlain && <DifferenceText parts={parts} />}
          {!pieces && isPlain && <FittingText text={outcome.after} counting={host} />}
        </p>
      </ScrollArea>
      {open.map((at) => {
        const piece = pieces?.[at];
        const proposed = piece?.by === 'disputed' ? piece.proposed.trim() : '';
        return <Disputed key={at} proposed={proposed} onUse={() => shown.use(at)} />;
      })}
      <CountLine text={outcome.text} counting={host} was={outcome.was} />
      <ProposalRemarks panel={panel} shown={shown} forbidden={result.forbidden} />
      <div className="pt-1">
        <AskField
          label="Say what to change"
          value={typed}
          onChange={setTyped}
          onEnter={(text) => (text ? panel.change(text) : shown.first())}
        />
      </div>
      <TakeFoot
        panel={panel}
        label={over > 0 ? 'Take as it is' : open.length > 0 ? 'Take the rest' : 'Take'}
        isOver={over > 0}
        onTake={shown.take}
        onInsert={host.insert && shown.insert}
      />
    </>
  );
}
