import type { Network } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { Publication } from '#contract/publishing/publications.ts';

/** Of each network the account that a post is shown on: one of the post, or the first one. */
export function accountsOf(
  channels: readonly Channel[],
  publications: readonly Pick<Publication, 'channel'>[],
): ReadonlyMap<Network, Channel> {
  const connected = channels.filter(({ state }) => state === 'connected');
  const isChosen = ({ id }: Channel) => publications.some(({ channel }) => channel.id === id);
  return new Map(
    [...connected.toReversed(), ...connected.filter(isChosen)].map((channel) => [
      channel.network,
      channel,
    ]),
  );
}
