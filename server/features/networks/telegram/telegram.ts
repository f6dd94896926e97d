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
import { type ApiRequest, createCaller } from '../call.ts';
import { formFile, multipart } from '../multipart.ts';
import { type Installation, originOf } from '../oauth.ts';

/**
 * Telegram: a bot that writes to a channel or a group. Nothing can be read: after an unknown outcome
 * a person is asked.
 */

const API = 'https://api.telegram.org';
const SETTLES_MS = 5000;
const TOKEN = /^\d{3,20}:[\w-]{20,100}$/;
const GONE = /message to delete not found/i;

const Stored = z.object({ token: z.string() });
const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().catch(''),
  error_code: z.number().optional(),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional()
    .catch(undefined),
});
const Bot = z.object({ id: z.number(), username: z.string().catch('') });
const Chat = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().catch(''),
  username: z.string().optional(),
});
const MemberOfChat = z.object({
  status: z.string(),
  can_post_messages: z.boolean().optional(),
});
const Message = z.object({
  message_id: z.number(),
  chat: z.object({ id: z.number(), username: z.string().optional() }),
});
type Message = z.output<typeof Message>;
const Extra = z.object({ messages: z.array(z.number()) });

const METHODS = {
  picture: ['sendPhoto', 'photo'],
  gif: ['sendAnimation', 'animation'],
  video: ['sendVideo', 'video'],
  document: ['sendDocument', 'document'],
} as const;

export function createTelegram(installation: Installation): Adapter {
  const caller = createCaller(installation.outgoing, 'telegram');
  const { media: rules } = networks.telegram;

  /** @param token a secret: it is a part of the address, which no error contains */
  async function api<Schema extends z.ZodType>(
    token: string,
    method: string,
    schema: Schema,
    request: Omit<ApiRequest, 'token' | 'method'>,
  ): Promise<z.output<Schema>> {
    const base = originOf(installation, API);
    const path = `/bot${token}/${method}`;
    const response = await caller.request(base, path, { ...request, method: 'POST' });
    const answer = Answer.safeParse(response.body).data;
    if (answer?.ok) return caller.parse(schema, { ...response, body: answer.result }, request);
    const error = caller.errorOf(response, answer?.description, request);
    if (!answer) throw error;
    const { error_code: code = response.status, description, parameters } = answer;
    const as = (kind: NetworkError['kind'], until?: Date) =>
      new NetworkError(kind, String(code), error.message, { until });
    if (parameters?.retry_after !== undefined)
      throw as('rate_limited', new Date(Date.now() + parameters.retry_after * 1000));
    // The bot was removed, lost its rights, or the chat has become another one.
    if (
      code === 401 ||
      code === 403 ||
      code === 404 ||
      parameters?.migrate_to_chat_id !== undefined
    )
      throw as('reauthorize');
    if (code === 400 && /chat not found|not enough rights|need administrator/i.test(description))
      throw as('reauthorize');
    throw error;
  }

  const open = ({ credentials }: Pick<Session, 'credentials'>) => Stored.parse(credentials).token;

  async function readChat(token: string, chat: string, signal: AbortSignal): Promise<Account> {
    const bot = await api(token, 'getMe', Bot, { json: {}, signal });
    const known = await api(token, 'getChat', Chat, { json: { chat_id: chat }, signal });
    const json = { chat_id: known.id, user_id: bot.id };
    const member = await api(token, 'getChatMember', MemberOfChat, { json, signal });
    const isChannel = known.type === 'channel';
    const mayPost = isChannel
      ? member.status === 'administrator' && member.can_post_messages === true
      : ['administrator', 'creator', 'member'].includes(member.status);
    if (!mayPost)
      throw new NetworkError(
        'reauthorize',
        'rights',
        `The bot @${bot.username} may not post there: make it an administrator who can post messages`,
      );
    const { username, title } = known;
    return {
      remoteId: String(known.id),
      server: '',
      handle: username ? `@${username}` : displayName(title),
      name: displayName(title) || username || String(known.id),
      url: username ? `https://t.me/${username}` : null,
      limits: {},
    };
  }

  return {
    network: 'telegram',
    ways: [
      {
        name: 'bot',
        label: 'Connect a bot',
        by: 'fields',
        fields: [
          {
            name: 'token',
            label: 'Token of the bot',
            help: 'Make a bot with @BotFather, who gives it, and add the bot to the channel as an administrator.',
            secret: true,
          },
          {
            name: 'chat',
            label: 'Channel or group',
            help: 'Its @name, or its number such as -1001234567890 where it is private.',
          },
        ],
        connect: async ({ token: given = '', chat: named = '', account = '' }, { signal }) => {
          const [token, chat] = [given.trim(), named.trim() || account];
          if (!TOKEN.test(token))
            throw invalid({ token: ['Expected a token such as 123456:ABC-DEF… of @BotFather.'] });
          const isName = /^@?[a-z]\w{3,31}$/i.test(chat);
          if (!isName && !/^-?\d{1,20}$/.test(chat))
            throw invalid({ chat: ['Expected @name, or a number such as -1001234567890.'] });
          const id = isName ? `@${chat.replace(/^@/, '')}` : chat;
          return { account: await readChat(token, id, signal), credentials: { token } };
        },
      },
    ],

    identify: (session, signal) => readChat(open(session), session.account.remoteId, signal),

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content, media, thread, options } = part;
      const token = open(session);
      const reply = thread && { message_id: Number(thread.parent.id) };
      const common = {
        chat_id: session.account.remoteId,
        disable_notification: options.silent === ON,
        ...(reply && { reply_parameters: reply }),
      };
      const publish = { publishes: true, signal };
      const [first] = media;
      if (!first) {
        const json = { ...common, text: content };
        return [sentOf([await api(token, 'sendMessage', Message, { ...publish, json })])];
      }
      const fields = Object.fromEntries(
        Object.entries(common).map(([key, value]) => [
          key,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      );
      if (media.length === 1) {
        const [method, field] = METHODS[first.kind];
        const form = multipart(
          { ...fields, caption: content },
          await formFile(field, first, rules),
        );
        return [sentOf([await api(token, method, Message, { ...publish, form })])];
      }
      const files = [];
      for (const [index, file] of media.entries())
        files.push(await formFile(`file${index}`, file, rules));
      const group = media.map(({ kind }, index) => ({
        type: kind === 'video' ? 'video' : 'photo',
        media: `attach://file${index}`,
        ...(index === 0 && { caption: content }),
      }));
      const form = multipart({ ...fields, media: JSON.stringify(group) }, ...files);
      return [
        sentOf(await api(token, 'sendMediaGroup', z.array(Message).min(1), { ...publish, form })),
      ];
    },

    find: async () => 'unknowable',

    // It cannot be asked; a person looks once a late request has had its effect.
    settlesMs: SETTLES_MS,

    remove: async ({ id, extra }, session, signal) => {
      const messages = Extra.safeParse(extra).data?.messages ?? [Number(id)];
      for (const message_id of messages) {
        const json = { chat_id: session.account.remoteId, message_id };
        await api(open(session), 'deleteMessage', z.unknown(), { json, signal }).catch(
          (error: unknown) => {
            const isGone = error instanceof NetworkError && GONE.test(error.message);
            if (!isGone) throw error;
          },
        );
      }
    },

    latest: async () => [],
  };

  function sentOf(messages: readonly Message[]): Sent {
    const [{ message_id, chat }] = messages as [Message];
    const place = chat.username ?? `c/${String(chat.id).replace(/^-100/, '')}`;
    return {
      id: String(message_id),
      url: `https://t.me/${place}/${message_id}`,
      extra: { messages: messages.map((message) => message.message_id) },
    };
  }
}
