import { useEffect, useState } from 'react';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { useRun } from '#web/features/assistant/runs/use-run.ts';
import { refetchAlts, useProposedAlts } from './alt-queries.ts';

export type Describing = ReturnType<typeof useDescribing>;

/**
 * The alt text that the assistant proposes for a picture.
 * @param hasOwn whether it has one already: a proposal is shown once it is asked for
 */
export function useDescribing(file: number, hasOwn = false) {
  const assistant = useAssistant();
  const alts = useProposedAlts();
  const { run, start, stop } = useRun();
  const [isTelling, setTelling] = useState(false);
  const [isWanted, setWanted] = useState(!hasOwn);
  const isAcknowledged = assistant?.acknowledged ?? false;
  const known = alts.find((alt) => alt.file === file);
  async function propose() {
    if (!isAcknowledged) return setTelling(true);
    const isHidden = known !== undefined && !isWanted;
    setWanted(true);
    if (!isHidden && (await start({ action: 'alt', file }))) await refetchAlts();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has been read where pictures are sent
  useEffect(() => {
    if (!isTelling || !isAcknowledged) return;
    setTelling(false);
    void propose();
  }, [isTelling, isAcknowledged]);
  return {
    /** Undefined where no pictures are described. */
    server: assistant?.server.vision_model ? assistant.server : undefined,
    proposed: isWanted ? known : undefined,
    /** Whether it is read where pictures are sent. */
    isTelling: isTelling && !isAcknowledged,
    endTelling: () => setTelling(false),
    isWriting: run.state === 'running',
    failure: run.failure,
    describe: () => void propose(),
    stop,
  };
}
