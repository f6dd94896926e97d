import type { Channel } from '#contract/publishing/channels.ts';
import type { Api } from './api.ts';
import { usage } from './failure.ts';
import { printRows } from './output.ts';

/** Accounts at networks, as people name them. */

const WHEEL = /^@/;
const bare = (text: string) => text.trim().toLowerCase().replace(WHEEL, '');

export const labelOf = ({ network, handle }: Pick<Channel, 'network' | 'handle'>) =>
  `${network}/${handle}`;

const listed = (channels: readonly Channel[]) =>
  channels.map((channel) => `\n  ${channel.id}  ${labelOf(channel)}  ${channel.name}`).join('');

/** Whether a word names a channel: by its network, its handle, or both. With an @ it is a handle. */
function isNamed({ network, handle, server }: Channel, word: string): boolean {
  const name = bare(word);
  if (name === network) return !WHEEL.test(word.trim()) || bare(handle) === name;
  const handles = [bare(handle), ...(server ? [`${bare(handle)}@${bare(server)}`] : [])];
  return [...handles, ...handles.map((text) => `${network}/${text}`)].includes(name);
}

/**
 * The channels that words name, each once.
 * @param option before the word, in messages
 * @throws Failure (usage) where a word names none, or several
 */
export async function chooseChannels(
  api: Api,
  words: readonly string[],
  option = '--channel ',
): Promise<Channel[]> {
  const all = await api.call('GET /api/channels/', {});
  const connected = all.filter(({ state }) => state !== 'disconnected');
  const chosen = words.map((word) => {
    const byId = all.find(({ id }) => String(id) === word);
    const found = byId ? [byId] : connected.filter((channel) => isNamed(channel, word));
    const [channel, other] = found;
    if (channel && !other) return channel;
    if (channel)
      throw usage(
        `${option}'${word}' names ${found.length} accounts. Choose by the id:${listed(found)}`,
      );
    throw usage(
      connected.length
        ? `${option}'${word}' names no account: expected an id, a handle, a network, or network/handle of:${listed(connected)}`
        : `${option}'${word}' names no account: none is connected.`,
    );
  });
  return [...new Set(chosen)];
}

export const printChannels = (channels: readonly Channel[]) =>
  printRows(
    ['id', 'network', 'handle', 'state', 'waiting', 'name'],
    channels.map(({ id, network, handle, state, waiting, name }) => [
      ...[id, network, handle],
      ...[state, waiting, name],
    ]),
  );
