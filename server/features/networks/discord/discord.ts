import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { ON } from '#contract/networks/rules.ts';
import { invalid } from '../../../errors.ts';
import { displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
  NetworkError,
  type SendPart,
  type Sent,
  type Session,
} from '../adapter.ts';
import { type ApiRequest, createCaller, type JsonResponse, pauseOf } from '../call.ts';
import { type FormFile, formFile, multipart } from '../multipart.ts';
import { type Installation, originOf } from '../oauth.ts';

/**
 * Discord, through the webhook of a channel or a bot. A webhook can read nothing: after an unknown
 * outcome a person is asked. A bot reads the channel; its nonce, which Discord recognises for some
 * minutes, is a second belt.
 */

const SITE = 'https://discord.com';
const API = '/api/v10';
const WEBHOOK = /^https?:\/\/[^/]+\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{5,25})\/([\w-]{20,200})\/?$/;
const HOSTS = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com$/;
const SETTLES_MS = 3000;
const SUPPRESS_NOTIFICATIONS = 1 << 12;
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const SKEW_MS = 60_000;
/** So many messages are read at a time, and so often. */
const READ = 100;
const MAX_PAGES = 10;
const LATEST = 5;
const TEXT_CHANNELS = new Set([0, 5, 10, 11, 12]);

const Stored = z.union([
  z.object({ webhook: z.string(), token: z.string() }),
  z.object({ bot: z.string() }),
]);
const Id = z.string().regex(/^\d{1,25}$/);
const Webhook = z.object({
  id: Id,
  name: z.string().nullable().catch(null),
  channel_id: Id,
  guild_id: Id.nullable().catch(null),
});
const Channel = z.object({
  id: Id,
  type: z.int(),
  name: z.string().catch(''),
  guild_id: Id.nullable().catch(null),
});
const Message = z.object({
  id: Id,
  channel_id: Id,
  content: z.string().catch(''),
  timestamp: z.string().catch(''),
  nonce: z.coerce.string().optional().catch(undefined),
  author: z.object({ id: z.string() }).optional().catch(undefined),
});
const Problem = z.object({
  message: z.string().catch(''),
  code: z.number().catch(0),
  retry_after: z.number().optional().catch(undefined),
});

/** What numbers mean: no access any more, or a content that is refused. */
const REVOKED = new Set([10_003, 10_004, 10_015, 40_001, 50_001, 50_013, 50_027]);
const GONE = 10_008;

export function createDiscord(installation: Installation): Adapter {
  const caller = createCaller(installation.outgoing, 'discord');
  const { name, media: rules } = networks.discord;
  const origin = originOf(installation, SITE);

  async function api(path: string, request: ApiRequest): Promise<JsonResponse> {
    const response = await caller.request(origin, API + path, request);
    if (response.status >= 200 && response.status < 300) return response;
    throw errorOf(response, request);
  }

  function errorOf(response: JsonResponse, { publishes = false }: Pick<ApiRequest, 'publishes'>) {
    const problem = Problem.safeParse(response.body).data;
    const error = caller.errorOf(response, problem?.message, { publishes });
    if (!problem) return error;
    const { code, retry_after } = problem;
    const as = (kind: NetworkError['kind'], until = error.until) =>
      new NetworkError(kind, String(code || response.status), error.message, { until });
    // In seconds, with a fraction.
    if (retry_after !== undefined && response.status === 429)
      return as('rate_limited', new Date(Date.now() + retry_after * 1000));
    return as(REVOKED.has(code) ? 'reauthorize' : error.kind);
  }

  const open = ({ credentials }: Pick<Session, 'credentials'>) => Stored.parse(credentials);
  const asBot = (bot: string) => ({ headers: { authorization: `Bot ${bot}` } });

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
    limits: {},
  });

  async function readWebhook(webhook: string, token: string, signal: AbortSignal) {
    const response = await api(`/webhooks/${webhook}/${token}`, { signal });
    const known = caller.parse(Webhook, response);
    return accountOf(known.id, known.name ?? name, known.guild_id, known.channel_id);
  }

  async function readChannel(bot: string, channel: string, signal: AbortSignal) {
    const response = await api(`/channels/${channel}`, { ...asBot(bot), signal });
    const known = caller.parse(Channel, response);
    if (!TEXT_CHANNELS.has(known.type))
      throw new NetworkError('rejected', 'channel', 'This isn’t a channel for text');
    return accountOf(known.id, `#${known.name}`, known.guild_id, known.id);
  }

  const readMessages = async (
    session: Session,
    bot: string,
    params: Record<string, string>,
    signal: AbortSignal,
  ) => {
    const path = `/channels/${session.account.remoteId}/messages`;
    return caller.parse(z.array(Message), await api(path, { ...asBot(bot), params, signal }));
  };

  return {
    network: 'discord',
    ways: [
      {
        name: 'webhook',
        label: 'Use a webhook',
        by: 'fields',
        fields: [
          {
            name: 'webhook',
            label: 'Address of the webhook',
            help: 'At Discord: Edit channel, Integrations, Webhooks, Copy Webhook URL.',
            secret: true,
          },
        ],
        connect: async ({ webhook = '' }, { signal }) => {
          const [, id, token] = WEBHOOK.exec(webhook.trim()) ?? [];
          const host = URL.canParse(webhook.trim()) ? new URL(webhook.trim()).origin : '';
          if (!id || !token || (!HOSTS.test(host) && host !== origin))
            throw invalid({
              webhook: ['Expected an address such as https://discord.com/api/webhooks/….'],
            });
          const account = await readWebhook(id, token, signal);
          return { account, credentials: { webhook: id, token } };
        },
      },
      {
        name: 'bot',
        label: 'Use a bot, which never posts twice',
        by: 'fields',
        fields: [
          {
            name: 'bot',
            label: 'Token of the bot',
            help: 'From the developer portal. The bot may send messages, and read the history of the channel.',
            secret: true,
          },
          {
            name: 'channel',
            label: 'Id of the channel',
            help: 'Copy Channel ID, with the developer mode switched on.',
          },
        ],
        connect: async ({ bot: given = '', channel = '', account: former = '' }, { signal }) => {
          const [bot, id] = [given.trim(), channel.trim() || former];
          if (!/^[\w.-]{20,200}$/.test(bot))
            throw invalid({ bot: ['Expected the token of a bot.'] });
          if (!/^\d{5,25}$/.test(id)) throw invalid({ channel: ['Expected a number.'] });
          return { account: await readChannel(bot, id, signal), credentials: { bot } };
        },
      },
    ],

    identify: (session, signal) => {
      const stored = open(session);
      return 'bot' in stored
        ? readChannel(stored.bot, session.account.remoteId, signal)
        : readWebhook(stored.webhook, stored.token, signal);
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content, media, options, thread } = part;
      const stored = open(session);
      const files: FormFile[] = [];
      for (const [index, file] of media.entries())
        files.push(await formFile(`files[${index}]`, file, rules));
      const json = {
        content,
        // Nobody is notified by a text that happens to have a name in it.
        allowed_mentions: { parse: [] },
        ...(options.silent === ON && { flags: SUPPRESS_NOTIFICATIONS }),
        ...(media.length > 0 && {
          attachments: media.map(({ alt, name: filename }, id) => ({
            id,
            filename,
            ...(alt && { description: alt }),
          })),
        }),
        ...('bot' in stored && {
          nonce: nonceOf(part),
          enforce_nonce: true,
          ...(thread && { message_reference: { message_id: thread.parent.id } }),
        }),
      };
      const body = files.length
        ? { form: multipart({ payload_json: JSON.stringify(json) }, ...files) }
        : { json };
      const request = { method: 'POST' as const, ...body, publishes: true, signal };
      const response =
        'bot' in stored
          ? await api(`/channels/${session.account.remoteId}/messages`, {
              ...request,
              ...asBot(stored.bot),
            })
          : // Without `wait` nobody is told what has become of it.
            await api(`/webhooks/${stored.webhook}/${stored.token}`, {
              ...request,
              params: { wait: 'true' },
            });
      const message = caller.parse(Message, response, { publishes: true });
      return [{ ...sentOf(message), pause: pauseOf(response.headers) }];
    },

    find: async (part, session, signal) => {
      const stored = open(session);
      if (!('bot' in stored)) return 'unknowable';
      const [nonce, own] = [nonceOf(part), botOf(stored.bot)];
      const isIt = ({ nonce: known, content, author }: z.output<typeof Message>) =>
        known === nonce ||
        // Discord may leave the nonce out of what it lists.
        (content.trim() === part.content.trim() && (own === undefined || author?.id === own));
      let after = snowflakeOf(part.since.getTime() - SKEW_MS);
      for (let page = 0; page < MAX_PAGES; page++) {
        const params = { after, limit: String(READ) };
        const messages = await readMessages(session, stored.bot, params, signal).catch(
          (error: unknown) => {
            // It may not read the history.
            if (error instanceof NetworkError && error.kind === 'reauthorize') return undefined;
            throw error;
          },
        );
        const found = messages?.find(isIt);
        if (found) return sentOf(found);
        const [newest] = messages ?? [];
        if (!messages) return 'unknowable';
        if (messages.length < READ || !newest) return 'absent';
        after = newest.id;
      }
      return 'unknowable';
    },

    settlesMs: SETTLES_MS,

    remove: async ({ id }, session, signal) => {
      const stored = open(session);
      const request = { method: 'DELETE' as const, signal };
      const path =
        'bot' in stored
          ? `/channels/${session.account.remoteId}/messages/${id}`
          : `/webhooks/${stored.webhook}/${stored.token}/messages/${id}`;
      await api(path, { ...request, ...('bot' in stored && asBot(stored.bot)) }).catch(
        (error: unknown) => {
          const isGone = error instanceof NetworkError && error.code === String(GONE);
          if (!isGone) throw error;
        },
      );
    },

    latest: async (session, signal, count = LATEST) => {
      const stored = open(session);
      if (!('bot' in stored)) return [];
      const messages = await readMessages(session, stored.bot, { limit: String(count) }, signal);
      return messages.map((message) => ({
        ...sentOf(message),
        content: message.content,
        created_at: message.timestamp,
      }));
    },
  };
}

/** The id of a bot, which its token begins with. */
function botOf(token: string): string | undefined {
  const id = Buffer.from(token.split('.')[0] ?? '', 'base64').toString();
  return /^\d{5,25}$/.test(id) ? id : undefined;
}

/** At most 25 characters, the same for every attempt. */
const nonceOf = ({ key }: SendPart) => key.replaceAll('-', '').slice(0, 25);

/** The id that a message of this instant has. */
const snowflakeOf = (ms: number) => String(BigInt(ms - DISCORD_EPOCH_MS) << 22n);

const sentOf = ({ id, channel_id }: z.output<typeof Message>): Sent => ({
  id,
  url: `https://discord.com/channels/@me/${channel_id}/${id}`,
});
