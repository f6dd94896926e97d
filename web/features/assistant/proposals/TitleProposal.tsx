import { useState } from 'react';
import { useNamedKeys } from '#web/features/assistant/asking/use-named-keys.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { AskField } from '#web/features/assistant/panel-parts/AskField.tsx';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TakeFoot } from '#web/features/assistant/panel-parts/TakeFoot.tsx';

/** A title, which is taken as the description of the thread. */
export function TitleProposal({ panel, title }: { panel: Panel; title: string }) {
  const [typed, setTyped] = useState('');
  const take = () => panel.setDescription(title);
  useNamedKeys({ 'Alt KeyR': panel.again });
  return (
    <>
      <PanelHead label={panel.proposal?.question.label ?? ''} />
      <p dir="auto" aria-label="Proposal" role="group" className="px-4 pb-2 text-[15px] leading-6">
        {title}
      </p>
      <AskField
        label="Say what to change"
        value={typed}
        onChange={setTyped}
        onEnter={(said) => (said ? panel.change(said) : take())}
      />
      <TakeFoot panel={panel} label="Take" onTake={take} />
    </>
  );
}
