import { z } from 'zod';
import { invalid } from '../../../errors.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import type { Account, Connector, Fields } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { type TelegramApi, type TelegramClient, tokenOf } from './client.ts';

/** Connecting a bot of Telegram with a channel or a group. */

const TOKEN = /^\d{3,20}:[\w-]{20,100}$/;

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

export const createTelegramConnector = (telegram: TelegramClient): Connector => ({
  methods: [
    {
      name: 'bot',
      label: 'Connect a bot',
      by: 'fields',
      fields: [
        {
          name: 'token',
          label: 'Bot token',
          help: 'Create a bot with @BotFather to get its token, and add the bot to the channel as an administrator.',
          secret: true,
        },
        {
          name: 'chat',
          label: 'Channel or group',
          help: 'Its @name, or, if it is private, its number, such as -1001234567890.',
        },
      ],
      connect: async (fields, { signal }) => {
        const { token, chat } = parse(fields);
        return {
          account: await readChat(telegram.as(token, signal), chat),
          credentials: { token },
        };
      },
    },
  ],

  identify: (session, signal) =>
    readChat(telegram.as(tokenOf(session), signal), session.account.remoteId),
});

/** @throws AppError 400 with messages by field */
function parse({ token: given = '', chat: named = '', account = '' }: Fields) {
  const [token, chat] = [given.trim(), named.trim() || account];
  if (!TOKEN.test(token))
    throw invalid({ token: ['Expected a token such as 123456:ABC-DEF… from @BotFather.'] });
  const isName = /^@?[a-z]\w{3,31}$/i.test(chat);
  if (!isName && !/^-?\d{1,20}$/.test(chat))
    throw invalid({ chat: ['Expected @name, or a number such as -1001234567890.'] });
  return { token, chat: isName ? `@${chat.replace(/^@/, '')}` : chat };
}

async function readChat(call: TelegramApi, chat: string): Promise<Account> {
  const bot = await call('getMe', Bot, { json: {} });
  const known = await call('getChat', Chat, { json: { chat_id: chat } });
  const json = { chat_id: known.id, user_id: bot.id };
  const member = await call('getChatMember', MemberOfChat, { json });
  const mayPost =
    known.type === 'channel'
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
    // Its address would contain the token of the bot.
    picture: null,
    limits: {},
  };
}
