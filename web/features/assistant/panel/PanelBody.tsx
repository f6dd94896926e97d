import { useEffect } from 'react';
import { isRight } from '#web/features/assistant/asking/asking.ts';
import type { Chip } from '#web/features/assistant/asking/chips.ts';
import type { Chosen, Host } from '#web/features/assistant/asking/host.ts';
import { useAnnouncement } from '#web/features/assistant/asking/use-announcement.ts';
import { useNamedKeys } from '#web/features/assistant/asking/use-named-keys.ts';
import { type Assistant, type Panel, usePanel } from '#web/features/assistant/asking/use-panel.ts';
import { ChoicesProposal } from '#web/features/assistant/proposals/ChoicesProposal.tsx';
import { HashtagsProposal } from '#web/features/assistant/proposals/HashtagsProposal.tsx';
import { SameResult } from '#web/features/assistant/proposals/SameResult.tsx';
import { TextProposal } from '#web/features/assistant/proposals/TextProposal.tsx';
import { TitleProposal } from '#web/features/assistant/proposals/TitleProposal.tsx';
import { FailedView } from './FailedView.tsx';
import { FirstUse } from './FirstUse.tsx';
import { IdleView } from './IdleView.tsx';
import { PausedView } from './PausedView.tsx';
import { WritingView } from './WritingView.tsx';

type Props = {
  host: Host;
  assistant: Assistant;
  chosen: Chosen | undefined;
  startWith: Chip | undefined;
};

/** What an open panel shows. */
export function PanelBody({ host, assistant, chosen, startWith }: Props) {
  const panel = usePanel(host, assistant, chosen);
  const announced = useAnnouncement(panel);
  const { view } = panel;
  const isTold = assistant.acknowledged;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it may be asked
  useEffect(() => {
    if (startWith && isTold) panel.run(startWith);
  }, [startWith, isTold]);
  const isUnderWay = view === 'writing' || view === 'paused';
  useNamedKeys({
    Escape: () =>
      isUnderWay ? panel.stop() : view === 'idle' || !isTold ? host.close() : panel.discard(),
    'Ctrl KeyJ': host.focusText,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {isTold ? (
        <Shown panel={panel} />
      ) : (
        <FirstUse server={assistant.server} onClose={host.close} />
      )}
    </>
  );
}

function Shown({ panel }: { panel: Panel }) {
  const { view, proposal, asking } = panel;
  if (view === 'writing') return <WritingView panel={panel} />;
  if (view === 'paused') return <PausedView panel={panel} />;
  if (view === 'failed') return <FailedView panel={panel} />;
  const result = view === 'proposal' ? proposal?.result : undefined;
  if (result?.kind === 'hashtags')
    return <HashtagsProposal key={asking.at} panel={panel} tags={result.tags} />;
  if (result?.kind === 'text' && proposal?.question.sets)
    return <TitleProposal key={asking.at} panel={panel} title={result.text} />;
  if (result?.kind === 'texts')
    return <ChoicesProposal key={asking.at} panel={panel} texts={result.texts} />;
  if (result && proposal && isRight(proposal)) return <SameResult panel={panel} />;
  if (result?.kind === 'text')
    return <TextProposal key={asking.at} panel={panel} result={result} />;
  return <IdleView panel={panel} />;
}
