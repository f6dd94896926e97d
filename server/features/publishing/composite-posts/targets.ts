import type { Parsed } from '#contract/http/endpoint.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type * as contract from '#contract/publishing/composite-posts.ts';
import { errorsIn, type Finding } from '#contract/publishing/findings.ts';
import type { CheckedChannel } from '#contract/publishing/publications.ts';
import { resolveLocal } from '#contract/times.ts';
import { type Member, onChannels, requireCapability } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError, invalid, notFoundIn } from '../../../errors.ts';
import { listChannels, listSets } from '../channels/channels.service.ts';
import { zoneOf } from '../schedule/schedule.service.ts';

/** Where a post goes, and what speaks against it. */

type Body = Parsed<typeof contract.createPost>['body'];

/** The channels that a request names. @throws AppError 404 */
export async function channelsOf(
  executor: Executor,
  person: Member,
  { channels: ids = [], channel_set: set }: Body,
): Promise<Channel[]> {
  const all = await listChannels(executor, person);
  if (set === undefined)
    return [...new Set(ids)].map((id) => {
      const found = all.find((channel) => channel.id === id);
      if (!found) throw notFoundIn('channels', 'channel', id);
      return found;
    });
  const found = (await listSets(executor, person)).find(({ id }) => id === set);
  const only = person.key?.channels;
  // A key for some channels knows of no set that has others.
  if (!found || (only && !found.channels.every((id) => only.includes(id))))
    throw notFoundIn('channel_set', 'channel set', set);
  if (!found.channels.length)
    throw invalid({ channel_set: ['All channels of this set are disconnected.'] });
  return all.filter(({ id }) => found.channels.includes(id));
}

/** What is chosen for networks, for each of their channels. @throws AppError 400 */
export function optionsOf({ networks = {} }: Body, channels: readonly Channel[]) {
  const options: Record<number, Record<string, string>> = {};
  for (const [network, own] of Object.entries(networks) as [
    Network,
    { options?: Record<string, string> } | undefined,
  ][]) {
    if (!own?.options) continue;
    const meant = channels.filter((channel) => channel.network === network);
    // It would get lost.
    if (!meant.length)
      throw invalid({ networks: [`The options of ${network} are for none of the channels.`] });
    for (const { id } of meant) options[id] = own.options;
  }
  return options;
}

/** Why this is proposed, and not scheduled; null where the caller may schedule it. */
export function whyNot(person: Member, channels: readonly number[]): string | null {
  try {
    requireCapability(onChannels(person, channels), 'decide', 'publish');
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** A warning where the clocks of a zone are changed at a wall time. */
export async function clockChange(
  executor: Executor,
  person: Member,
  { at }: Body,
): Promise<Finding[]> {
  if (at === null || typeof at !== 'object') return [];
  const zone = at.zone ?? (await zoneOf(executor, person));
  const { kind, local } = resolveLocal(at.local, zone);
  const asked = at.local.slice(11);
  if (kind === 'skipped')
    return [
      {
        level: 'warning',
        text: `${asked} doesn’t exist that night in ${zone}: it goes out at ${local.slice(11)}`,
      },
    ];
  if (kind === 'repeated')
    return [
      {
        level: 'warning',
        text: `${asked} occurs twice that night in ${zone}: it goes out the first time`,
      },
    ];
  return [];
}

/** @throws AppError 400 with the findings */
export function requireFitting(
  channels: readonly Channel[],
  findings: readonly CheckedChannel[],
): void {
  const handleOf = (id: number) => channels.find((channel) => channel.id === id)?.handle ?? '';
  const reasons = findings.flatMap(({ channel, findings: own }) =>
    errorsIn(own as Finding[]).map(({ text }) => `${handleOf(channel)}: ${text}.`),
  );
  if (!reasons.length) return;
  const { message, extra } = invalid({ channels: reasons });
  throw new AppError('invalid', 400, message, { extra: { ...extra, findings } });
}
