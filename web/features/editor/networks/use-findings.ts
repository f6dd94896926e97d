import { useEffect, useState } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { limitOf } from '#contract/networks/networks.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { checkParts, partsFor } from '#contract/publishing/checks.ts';
import type { Ending } from '#contract/publishing/endings.ts';
import type { Finding } from '#contract/publishing/findings.ts';
import { type FixedFacts, withFixed } from '#contract/publishing/fixed-variables.ts';
import { type EditorFields, isEmpty } from '#web/features/editor/store/editor-fields.ts';

export type Findings = {
  /** What the network would refuse or change, an error first. */
  list: readonly Finding[];
  /** The longest part, as the network counts it, and the maximum. */
  longest: number;
  limit: number;
  /** How many posts it becomes there. */
  posts: number;
};

/** After a pause in typing. */
const PAUSE_MS = 250;
/** Between two parts, the browser does what else there is. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** What networks say of the text, once its author pauses. Choices are made in the publish dialog. */
export function useFindings(
  fields: EditorFields,
  networks: readonly Network[],
  accounts: ReadonlyMap<Network, Channel>,
  requiresAltTexts: boolean,
  facts: FixedFacts,
  endingOf: (network: Network) => Pick<Ending, 'text'> | undefined,
): ReadonlyMap<Network, Findings> {
  const [findings, setFindings] = useState<ReadonlyMap<Network, Findings>>(new Map());
  const names = networks.join(' ');
  const endings = networks.map((network) => endingOf(network)?.text ?? '').join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: networks by their names, endings by their texts
  useEffect(() => {
    let isStale = false;
    const timer = setTimeout(async () => {
      const found = new Map<Network, Findings>();
      for (const network of isEmpty(fields) ? [] : networks) {
        const limits = accounts.get(network)?.limits ?? {};
        const { handle: channel = '' } = accounts.get(network) ?? {};
        const written = partsFor(
          fields.parts.map((part) => ({ ...part, language: fields.language })),
          network,
          {},
          endingOf(network)?.text,
        );
        const parts = withFixed(written, { ...facts, network, channel });
        const rules = { requiresAltTexts, breathe };
        const { findings: all, longest } = await checkParts(network, limits, parts, {}, rules);
        if (isStale) return;
        const hasMedia = parts.some(({ media }) => media.length > 0);
        found.set(network, {
          list: all
            .filter(({ part }) => part !== undefined)
            .sort((a, b) => a.level.localeCompare(b.level)),
          longest,
          limit: limitOf(network, limits, hasMedia),
          posts: parts.length,
        });
      }
      setFindings(found);
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [fields, names, endings, requiresAltTexts]);
  return findings;
}
