import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import type { ShownProposal } from '#web/features/assistant/asking/use-text-proposal.ts';
import { Remark } from '#web/features/assistant/panel-parts/Remark.tsx';
import { plural } from '#web/lib/text.ts';

type Props = { panel: Panel; shown: ShownProposal; forbidden: readonly string[] };

/** What should be known before a proposal is taken. */
export function ProposalRemarks({ panel, shown, forbidden }: Props) {
  const { host, proposal } = panel;
  const { outcome, over, open, isNew } = shown;
  const isMerged = outcome?.pieces !== undefined;
  return (
    <>
      {isNew && !isMerged && over === 0 && <Remark kind="info">Mostly new, shown as text</Remark>}
      {over > 0 && (
        <Remark kind="error">
          {proposal?.isSecond ? 'Asked twice, still' : 'Still'} {plural(over, 'character')} over{' '}
          {NETWORK_NAMES[host.network]}’s limit. The highlighted text won’t fit.
          {host.post.canCut && (
            <>
              {' '}
              <button
                type="button"
                className="font-medium text-accent underline max-md:py-3"
                onClick={() => host.post.open('thread')}
              >
                Make a thread
              </button>
            </>
          )}
        </Remark>
      )}
      {forbidden.length > 0 && (
        <Remark kind="warning">
          It has words never to use: {forbidden.map((word) => `“${word}”`).join(', ')}
        </Remark>
      )}
      {isMerged && open.length === 0 && !host.isGone && (
        <Remark kind="info">
          {outcome.typed
            ? `You typed “${outcome.typed}” meanwhile. It stays.`
            : 'What you typed meanwhile stays.'}
        </Remark>
      )}
      {open.length > 0 && !host.isGone && (
        <Remark kind="warning">
          You changed {open.length === 1 ? 'this sentence' : `${open.length} sentences`} meanwhile.
          Yours {open.length === 1 ? 'stays' : 'stay'}, the rest is taken.
        </Remark>
      )}
      {host.isGone && (
        <Remark kind="warning">{host.name} is gone. Insert it below, or discard.</Remark>
      )}
    </>
  );
}
