import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { invalid } from '../../../errors.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import type { Account, ConnectMethod, Connector } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { type DiscordClient, Id, storedOf } from './client.ts';

/** Connecting the webhook of a channel of Discord, or a bot. */

const WEBHOOK = /^https?:\/\/[^/]+\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{5,25})\/([\w-]{20,200})\/?$/;
const HOSTS = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com$/;
const TEXT_CHANNELS = new Set([0, 5, 10, 11, 12]);
const { name } = networks.discord;

const Webhook = z.object({
  id: Id,
  name: z.string().nullable().catch(null),
  channel_id: Id,
  guild_id: Id.nullable().catch(null),
  avatar: z
    .string()
    .regex(/^\w{1,100}$/)
    .nullable()
    .catch(null),
});
const Channel = z.object({
  id: Id,
  type: z.int(),
  name: z.string().catch(''),
  guild_id: Id.nullable().catch(null),
});

export const createDiscordConnector = (discord: DiscordClient): Connector => ({
  methods: [webhookMethod(discord), botMethod(discord)],

  identify: (session, signal) => {
    const stored = storedOf(session);
    return 'bot' in stored
      ? readChannel(discord, stored.bot, session.account.remoteId, signal)
      : readWebhook(discord, stored.webhook, stored.token, signal);
  },
});

const webhookMethod = (discord: DiscordClient): ConnectMethod => ({
  name: 'webhook',
  label: 'Use a webhook',
  by: 'fields',
  fields: [
    {
      name: 'webhook',
      label: 'Webhook URL',
      help: 'In Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL.',
      secret: true,
    },
  ],
  connect: async ({ webhook = '' }, { signal }) => {
    const [, id, token] = WEBHOOK.exec(webhook.trim()) ?? [];
    const host = URL.canParse(webhook.trim()) ? new URL(webhook.trim()).origin : '';
    if (!id || !token || (!HOSTS.test(host) && host !== discord.origin))
      throw invalid({
        webhook: ['Expected an address such as https://discord.com/api/webhooks/….'],
      });
    const account = await readWebhook(discord, id, token, signal);
    return { account, credentials: { webhook: id, token } };
  },
});

const botMethod = (discord: DiscordClient): ConnectMethod => ({
  name: 'bot',
  label: 'Use a bot, which never posts twice',
  by: 'fields',
  fields: [
    {
      name: 'bot',
      label: 'Bot token',
      help: 'From the developer portal. The bot must be allowed to send messages and read the message history of the channel.',
      secret: true,
    },
    {
      name: 'channel',
      label: 'Channel ID',
      help: 'In Discord: turn on Developer Mode, then Copy Channel ID.',
    },
  ],
  connect: async ({ bot: given = '', channel = '', account: former = '' }, { signal }) => {
    const [bot, id] = [given.trim(), channel.trim() || former];
    if (!/^[\w.-]{20,200}$/.test(bot)) throw invalid({ bot: ['Expected the token of a bot.'] });
    if (!/^\d{5,25}$/.test(id)) throw invalid({ channel: ['Expected a number.'] });
    return { account: await readChannel(discord, bot, id, signal), credentials: { bot } };
  },
});

async function readWebhook(
  discord: DiscordClient,
  webhook: string,
  token: string,
  signal: AbortSignal,
) {
  const response = await discord.call(`/webhooks/${webhook}/${token}`, { signal });
  const known = discord.parse(Webhook, response);
  const account = accountOf(known.id, known.name ?? name, known.guild_id, known.channel_id);
  const { avatar } = known;
  const picture = avatar && `${discord.pictures}/avatars/${known.id}/${avatar}.png`;
  return { ...account, picture };
}

async function readChannel(
  discord: DiscordClient,
  bot: string,
  channel: string,
  signal: AbortSignal,
) {
  const known = discord.parse(Channel, await discord.call(`/channels/${channel}`, { bot, signal }));
  if (!TEXT_CHANNELS.has(known.type))
    throw new NetworkError('rejected', 'channel', 'This isn’t a text channel');
  return accountOf(known.id, `#${known.name}`, known.guild_id, known.id);
}

const accountOf = (
  remoteId: string,
  called: string,
  guild: string | null,
  channel: string,
): Account => ({
  remoteId,
  server: '',
  handle: displayName(called) || remoteId,
  name: displayName(called) || remoteId,
  url: guild ? `https://discord.com/channels/${guild}/${channel}` : null,
  picture: null,
  limits: {},
});
