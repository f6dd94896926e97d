import { z } from 'zod';
import { ON } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Publisher, SendMedia, SendPart, Sent } from '../adapter.ts';
import { goneError } from '../deleted-posts.ts';
import { NetworkError } from '../failures.ts';
import { formFile, multipart } from '../multipart.ts';
import { onePart } from '../one-part.ts';
import { type TelegramApi, type TelegramClient, tokenOf } from './client.ts';

/** Publishing on Telegram. Nothing can be read: after an unknown outcome a person is asked. */

const IN_FLIGHT_MS = 5000;
const GONE = /message to delete not found/i;
const { media: rules } = networks.telegram;

const Message = z.object({
  message_id: z.number(),
  chat: z.object({ id: z.number(), username: z.string().optional() }),
});
type Message = z.output<typeof Message>;
const GONE_FORWARD = /message to forward not found/i;
const Extra = z.object({ messages: z.array(z.number()) });

const METHODS = {
  picture: ['sendPhoto', 'photo'],
  gif: ['sendAnimation', 'animation'],
  video: ['sendVideo', 'video'],
  document: ['sendDocument', 'document'],
} as const;

export const createTelegramPublisher = (telegram: TelegramClient): Publisher => ({
  batch: 1,

  send: onePart(async (part, session, signal) =>
    sentOf(await send(part, session.account.remoteId, telegram.as(tokenOf(session), signal))),
  ),

  find: async () => 'unknowable',

  // It cannot be asked; a person looks once a late request has had its effect.
  inFlightMs: IN_FLIGHT_MS,

  remove: async ({ id, extra }, session, signal) => {
    const call = telegram.as(tokenOf(session), signal);
    const messages = Extra.safeParse(extra).data?.messages ?? [Number(id)];
    for (const message_id of messages) {
      const json = { chat_id: session.account.remoteId, message_id };
      await call('deleteMessage', z.unknown(), { json }).catch((error: unknown) => {
        const isGone = error instanceof NetworkError && GONE.test(error.message);
        if (!isGone) throw error;
      });
    }
  },

  repost: {
    send: async ({ of, from }, session, signal) => {
      const call = telegram.as(tokenOf(session), signal);
      const [message] = Extra.safeParse(of.extra).data?.messages ?? [Number(of.id)];
      const json = {
        chat_id: session.account.remoteId,
        from_chat_id: from.remoteId,
        message_id: message,
      };
      const shown = await call('forwardMessage', Message, { json, publishes: true }).catch(
        (error: unknown) => {
          throw error instanceof NetworkError && GONE_FORWARD.test(error.message)
            ? goneError()
            : error;
        },
      );
      return sentOf([shown]);
    },
    find: async () => 'unknowable',
    inFlightMs: IN_FLIGHT_MS,
  },

  latest: async () => [],
});

/** @returns a message for each file */
async function send(part: SendPart, chat_id: string, call: TelegramApi): Promise<Message[]> {
  const { content, media, thread, options } = part;
  const common = {
    chat_id,
    disable_notification: options.silent === ON,
    ...(thread && { reply_parameters: { message_id: Number(thread.parent.id) } }),
  };
  const [first] = media;
  if (!first) {
    const json = { ...common, text: content };
    return [await call('sendMessage', Message, { json, publishes: true })];
  }
  // In a form, objects are JSON.
  const fields = Object.fromEntries(
    Object.entries(common).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  if (media.length > 1) {
    const form = await groupOf(media, content, fields);
    return call('sendMediaGroup', z.array(Message).min(1), { form, publishes: true });
  }
  const [method, field] = METHODS[first.kind];
  const form = multipart({ ...fields, caption: content }, await formFile(field, first, rules));
  return [await call(method, Message, { form, publishes: true })];
}

/** Several files; the first one has the text. */
async function groupOf(
  media: readonly SendMedia[],
  content: string,
  fields: Record<string, string>,
) {
  const files = [];
  for (const [index, file] of media.entries())
    files.push(await formFile(`file${index}`, file, rules));
  const group = media.map(({ kind }, index) => ({
    type: kind === 'video' ? 'video' : 'photo',
    media: `attach://file${index}`,
    ...(index === 0 && { caption: content }),
  }));
  return multipart({ ...fields, media: JSON.stringify(group) }, ...files);
}

function sentOf(messages: readonly Message[]): Sent {
  const [{ message_id, chat }] = messages as [Message];
  const place = chat.username ?? `c/${String(chat.id).replace(/^-100/, '')}`;
  return {
    id: String(message_id),
    url: `https://t.me/${place}/${message_id}`,
    extra: { messages: messages.map((message) => message.message_id) },
  };
}
