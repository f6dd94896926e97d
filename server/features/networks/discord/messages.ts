import { z } from 'zod';
import type { SendPart, Sent, Session } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { searchPages } from '../search.ts';
import { type DiscordClient, Id } from './client.ts';

/** The messages of a channel of Discord, as a bot reads them. */

const DISCORD_EPOCH_MS = 1_420_070_400_000;
/** Clocks differ. */
const SKEW_MS = 60_000;
/** So many are read at a time, and so often. */
const READ = 100;
const MAX_PAGES = 10;

export const Message = z.object({
  id: Id,
  channel_id: Id,
  content: z.string().catch(''),
  timestamp: z.string().catch(''),
  nonce: z.coerce.string().optional().catch(undefined),
  author: z.object({ id: z.string() }).optional().catch(undefined),
});
type Message = z.output<typeof Message>;

export const messagesPath = ({ account }: Session) => `/channels/${account.remoteId}/messages`;

/** The latest first, whatever is asked for. */
async function read(
  discord: DiscordClient,
  session: Session,
  request: { bot: string; params: Record<string, string>; signal: AbortSignal },
) {
  return discord.parse(z.array(Message), await discord.call(messagesPath(session), request));
}

export async function latest(
  discord: DiscordClient,
  session: Session,
  bot: string,
  signal: AbortSignal,
  count: number,
) {
  const params = { limit: String(count) };
  const messages = await read(discord, session, { bot, params, signal });
  return messages.map((message) => ({
    ...sentOf(message),
    content: message.content,
    created_at: message.timestamp,
  }));
}

/** Reads from the instant on when the part may have been sent first. */
export async function find(
  discord: DiscordClient,
  part: SendPart,
  session: Session,
  bot: string,
  signal: AbortSignal,
): Promise<Sent | 'absent' | 'unknowable'> {
  const [nonce, own] = [nonceOf(part), botOf(bot)];
  const first = snowflakeOf(part.since.getTime() - SKEW_MS);
  const found = await searchPages(
    async (place: string | undefined) => {
      const params = { after: place ?? first, limit: String(READ) };
      const messages = await read(discord, session, { bot, params, signal });
      return { entries: messages, next: messages.length < READ ? undefined : messages[0]?.id };
    },
    {
      matches: ({ nonce: known, content, author }) =>
        known === nonce ||
        // Discord may leave the nonce out of what it lists.
        (content.trim() === part.content.trim() && (own === undefined || author?.id === own)),
      ...{ idOf: ({ id }) => id, isTaken: part.isTaken, maxPages: MAX_PAGES },
    },
  ).catch((error: unknown) => {
    // It may not read the history.
    if (error instanceof NetworkError && error.kind === 'reauthorize') return 'unknowable' as const;
    throw error;
  });
  return typeof found === 'string' ? found : sentOf(found);
}

/** The id of a bot, which its token begins with. */
function botOf(token: string): string | undefined {
  const id = Buffer.from(token.split('.')[0] ?? '', 'base64').toString();
  return /^\d{5,25}$/.test(id) ? id : undefined;
}

/** At most 25 characters, the same for every attempt. */
export const nonceOf = ({ key }: SendPart) => key.replaceAll('-', '').slice(0, 25);

/** The id that a message of this instant has. */
const snowflakeOf = (ms: number) => String(BigInt(ms - DISCORD_EPOCH_MS) << 22n);

export const sentOf = ({ id, channel_id }: Message): Sent => ({
  id,
  url: `https://discord.com/channels/@me/${channel_id}/${id}`,
});
