import { useEffect, useRef, useState } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { shownProposal } from '#web/features/assistant/asking/asking.ts';
import { askingOf, tell, useAskingsOf } from '#web/features/assistant/asking/asking-store.ts';
import { countFor, limitFor, overBy } from '#web/features/assistant/asking/counting.ts';
import { useChoices } from '#web/features/assistant/asking/panel-choices.ts';
import { createQueue } from './queue.ts';
import { nameOfVersion, takenTexts, type Version, versionOf, versionQuestion } from './versions.ts';
import type { WideHost } from './wide-host.ts';

/** The versions for all networks: they are asked for when this is opened. */
export function useVersions(host: WideHost) {
  const voice = useChoices((choices) => choices.voice);
  const { networks } = host;
  const askings = useAskingsOf(networks.map(nameOfVersion));
  const versions = networks.map((network, at) =>
    versionOf(host, network, askings[at] ?? askingOf(nameOfVersion(network))),
  );
  const [queue] = useState(createQueue);
  /** What takes the version for a network back, as long as this is open. */
  const undos = useRef(new Map<Network, () => void>());
  const ask = (network: Network, instruction?: string) => {
    const version = versions.find((entry) => entry.network === network);
    const question = versionQuestion(host, network, { instruction, voice, version });
    queue.ask(nameOfVersion(network), question);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    const missing = versions.filter(({ state }) => state === 'none');
    if (missing.length > 0) host.onAsk();
    for (const { network } of missing) ask(network);
    return () => queue.stop();
  }, []);
  function take(chosen: readonly Version[]) {
    if (chosen.length === 0) return;
    const undo = host.takeVersions(
      new Map(chosen.map((version) => [version.network, takenTexts(version)])),
    );
    for (const { network } of chosen) undos.current.set(network, () => undo(network));
  }
  return {
    versions,
    take,
    /** Asks for one again, or for a change of it. */
    again: ask,
    /** Asks for a change of all that are not taken. */
    changeAll(instruction: string) {
      for (const { network, state } of versions) if (state !== 'taken') ask(network, instruction);
    },
    takeAll: () => take(versions.filter(({ state }) => state === 'ready')),
    stop: queue.stop,
    /** Takes back what was taken here; undefined where it was not. */
    undoOf: (network: Network) => undos.current.get(network),
    /** Those that were taken here, and still are. */
    taken: versions.filter(({ network, state }) => state === 'taken' && undos.current.has(network)),
    /** Puts texts in place of those that are proposed. */
    edit(version: Version, texts: readonly string[]) {
      const name = nameOfVersion(version.network);
      const proposal = shownProposal(askingOf(name));
      if (proposal?.result.kind !== 'parts') return;
      const parts = version.texts.map(({ counting, proposed }, at) => {
        const text = texts[at] ?? proposed;
        const [count, limit] = [countFor(text, counting), limitFor(counting)];
        return { text, count, limit, over: overBy(text, counting) };
      });
      tell(name, { do: 'done', result: { ...proposal.result, parts } });
    },
  };
}
