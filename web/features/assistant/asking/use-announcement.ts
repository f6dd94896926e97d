import { useEffect, useRef, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { useZone } from '#web/api/workspace.ts';
import { failureText } from '#web/features/assistant/runs/failures.ts';
import { announcement, isRight, type Proposal } from './asking.ts';
import { charactersIn, overBy } from './counting.ts';
import { replaced } from './edges.ts';
import type { Panel } from './use-panel.ts';

/** What a screen reader says about a run: never the words as they come. */
export function useAnnouncement({ view, asking, proposal, host }: Panel): string {
  const [said, say] = useState('');
  const zone = useZone();
  const former = useRef({ view, proposals: asking.proposals.length });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of what is shown
  useEffect(() => {
    const { view: before, proposals } = former.current;
    former.current = { view, proposals: asking.proposals.length };
    if (view === 'writing') return say('Writing');
    if ((view === 'failed' || view === 'paused') && asking.failure)
      return say(failureText(asking.failure, zone).title);
    const isFinished = proposal && asking.proposals.length > proposals;
    if (isFinished) return say(finished(proposal, host));
    if (before === 'writing' || before === 'paused') say('Stopped');
  }, [view, asking.proposals.length, asking.failure]);
  return said;
}

function finished(proposal: Proposal, host: Panel['host']) {
  const { question, result } = proposal;
  if (result.kind !== 'text') return 'Finished';
  if (isRight(proposal)) return 'Nothing to change. It is right as it is.';
  if (question.sets) return announcement(charactersIn(result.text), 0, '');
  const full = replaced(question.before, [question.start, question.end], result.text);
  return announcement(charactersIn(result.text), overBy(full, host), NETWORK_NAMES[host.network]);
}
