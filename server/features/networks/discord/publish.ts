import { ON } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Publisher, SendPart, Session } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { type FormFile, formFile, multipart } from '../multipart.ts';
import { onePart } from '../one-part.ts';
import { pauseOf } from '../times.ts';
import { type DiscordClient, storedOf } from './client.ts';
import { find, latest, Message, messagesPath, nonceOf, sentOf } from './messages.ts';

/**
 * Publishing on Discord. A webhook can read nothing: after an unknown outcome a person is asked. A
 * bot reads the channel; its nonce, which Discord recognises for some minutes, is a second belt.
 */

const IN_FLIGHT_MS = 3000;
const SUPPRESS_NOTIFICATIONS = 1 << 12;
const GONE = 10_008;
const LATEST = 5;
const { media: rules } = networks.discord;

export const createDiscordPublisher = (discord: DiscordClient): Publisher => ({
  batch: 1,

  send: onePart(async (part, session, signal) => {
    const response = await send(discord, part, session, signal);
    const message = discord.parse(Message, response, { publishes: true });
    return { ...sentOf(message), pause: pauseOf(discord.clock, response.headers) };
  }),

  find: async (part, session, signal) => {
    const stored = storedOf(session);
    return 'bot' in stored ? find(discord, part, session, stored.bot, signal) : 'unknowable';
  },

  inFlightMs: IN_FLIGHT_MS,

  remove: async ({ id }, session, signal) => {
    const stored = storedOf(session);
    const request = { method: 'DELETE' as const, signal };
    const removed =
      'bot' in stored
        ? discord.call(`${messagesPath(session)}/${id}`, { ...request, bot: stored.bot })
        : discord.call(`/webhooks/${stored.webhook}/${stored.token}/messages/${id}`, request);
    await removed.catch((error: unknown) => {
      const isGone = error instanceof NetworkError && error.code === String(GONE);
      if (!isGone) throw error;
    });
  },

  latest: async (session, signal, count = LATEST) => {
    const stored = storedOf(session);
    return 'bot' in stored ? latest(discord, session, stored.bot, signal, count) : [];
  },
});

async function send(discord: DiscordClient, part: SendPart, session: Session, signal: AbortSignal) {
  const { media, thread } = part;
  const stored = storedOf(session);
  const files: FormFile[] = [];
  for (const [index, file] of media.entries())
    files.push(await formFile(`files[${index}]`, file, rules));
  const json = {
    ...jsonOf(part),
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
  if ('bot' in stored) return discord.call(messagesPath(session), { ...request, bot: stored.bot });
  // Without `wait` nobody is told what has become of it.
  const params = { wait: 'true' };
  return discord.call(`/webhooks/${stored.webhook}/${stored.token}`, { ...request, params });
}

const jsonOf = ({ content, media, options }: SendPart) => ({
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
});
