import type { WideName } from '#web/features/assistant/asking/host.ts';
import { FirstUse } from '#web/features/assistant/panel/FirstUse.tsx';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { ThreadProposal } from './ThreadProposal.tsx';
import { VersionsProposal } from './VersionsProposal.tsx';
import { WideFrame } from './WideFrame.tsx';
import type { WideHost } from './wide-host.ts';

type Props = { name: WideName; host: WideHost };

/** A proposal for a whole post, in the place beside its text. */
export function Wide({ name, host }: Props) {
  const assistant = useAssistant();
  if (!assistant) return null;
  if (!assistant.acknowledged)
    return (
      <WideFrame title="Assistant" isBeside={host.isBeside} said="" onClose={host.close}>
        <FirstUse server={assistant.server} onClose={host.close} />
      </WideFrame>
    );
  return name === 'versions' ? <VersionsProposal host={host} /> : <ThreadProposal host={host} />;
}
