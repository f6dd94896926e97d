import { useMemo, useState } from 'react';
import { differenceOf } from '#web/ui/text/difference.ts';
import { versionsOf } from './asking.ts';
import { isMostlyNew, outcomeOf } from './outcome.ts';
import { useChoices } from './panel-choices.ts';
import type { TextResult } from './text-result.ts';
import { useNamedKeys } from './use-named-keys.ts';
import type { Panel } from './use-panel.ts';

/** How a proposed text is shown, and what can be done with it, by keys as well. */
export function useTextProposal(panel: Panel, result: TextResult) {
  const { host, asking, proposal } = panel;
  const [used, setUsed] = useState<ReadonlySet<number>>(new Set());
  const wantsPlain = useChoices(({ isPlain }) => isPlain);
  // A part that is gone has no text that it could be merged into.
  const now = host.isGone && proposal ? proposal.question.before : host.text;
  const outcome = proposal && outcomeOf(proposal, result.text, now, used, host);
  const [before, after] = [outcome?.before ?? '', outcome?.after ?? ''];
  const parts = useMemo(() => differenceOf(before, after), [before, after]);
  const [first, last] = versionsOf(asking);
  const over = outcome?.mustFit ? Math.max(0, outcome.count - outcome.limit) : 0;
  const isNew = isMostlyNew(parts);
  const switchPlain = () => useChoices.setState({ isPlain: !wantsPlain });
  const take = () => outcome && panel.take(outcome.text, outcome.caret);
  const insert = () => host.insert && panel.insert(result.text, 'below');
  useNamedKeys({
    'Alt KeyD': switchPlain,
    'Alt ArrowLeft': () => panel.turn(-1),
    'Alt ArrowRight': () => panel.turn(1),
    'Alt KeyR': panel.again,
    'Shift Enter': insert,
  });
  return {
    outcome,
    parts,
    over,
    used,
    /** The sentences that are still as their author has them. */
    open: outcome?.disputes.filter((at) => !used.has(at)) ?? [],
    /** Most of it is new: a difference would be harder to read. */
    isNew,
    isPlain: wantsPlain || isNew || over > 0 || host.isGone,
    at: asking.at - first,
    versions: last - first + 1,
    switchPlain,
    use: (piece: number) => setUsed(new Set([...used, piece])),
    take,
    insert,
    /** What Enter does. */
    first: host.isGone ? insert : over > 0 ? panel.again : take,
  };
}

export type ShownProposal = ReturnType<typeof useTextProposal>;
