import { useMemo } from 'react';
import { DifferenceText } from '#web/features/assistant/proposals/ProposalText.tsx';
import { differenceOf } from '#web/ui/text/difference.ts';
import type { CutText } from './cuts.ts';

type Props = { before: string; cut: CutText };

/** What a thread with other words has added to the text, and left out. */
export function ThreadChanges({ before, cut }: Props) {
  const parts = useMemo(() => differenceOf(before, cut.text), [before, cut.text]);
  return (
    <p dir="auto" className="whitespace-pre-wrap break-words px-4 pb-4 text-[15px] leading-[22px]">
      <DifferenceText parts={parts} />
    </p>
  );
}
