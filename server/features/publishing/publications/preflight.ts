import type { PartText } from '#contract/content/items.ts';
import type { Options } from '#contract/networks/network-rules.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { type CheckedPart, checkParts } from '#contract/publishing/checks.ts';
import { errorsIn } from '#contract/publishing/findings.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { slices } from '../../../lib/time-slices.ts';
import { findMissingFiles } from '../../content/posts/posts.service.ts';
import { findMediaSettings } from './publications.sql.ts';

/** The finding where a file is in the trash of the library, or erased. */
export const missingFile = (name: string) => `The file ‘${name}’ is no longer in the library`;

/** What a network would refuse of a text now, the first reason first; without full stops. */
export async function problemsOf(
  tx: Executor,
  actor: Pick<Actor, 'workspaceId'>,
  { id, network, limits }: Pick<Channel, 'id' | 'network' | 'limits'>,
  {
    items,
    parts,
    options,
  }: { items: readonly PartText[]; parts: readonly CheckedPart[]; options: Options },
): Promise<string[]> {
  const [settings] = await findMediaSettings(tx, { channel: id });
  const { findings } = await checkParts(network, limits, parts, options, {
    ...settings,
    breathe: slices(),
  });
  const missing = await findMissingFiles(tx, actor, items);
  return [...errorsIn(findings).map(({ text }) => text), ...missing.map(missingFile)];
}
