import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import type { Session } from '../adapter.ts';
import { type AccountRequest, createCaller } from '../call.ts';
import { NetworkError } from '../failures.ts';
import { type Installation, originOf } from '../oauth.ts';
import { pauseFor } from '../times.ts';

/** Calls of the Bot API of Telegram, and what its errors mean. */

const API = 'https://api.telegram.org';

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
const Stored = z.object({ token: z.string() });

export const tokenOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials).token;

export type TelegramClient = ReturnType<typeof createTelegramClient>;
/** The API on behalf of a bot. */
export type TelegramApi = ReturnType<TelegramClient['as']>;

export function createTelegramClient(installation: Installation) {
  const caller = createCaller(installation, 'telegram');
  const base = originOf(installation, API);

  /** @param token a secret: it is a part of the address, which no error contains */
  const as =
    (token: string, signal: AbortSignal) =>
    async <Schema extends z.ZodType>(
      method: string,
      schema: Schema,
      request: Omit<AccountRequest, 'method'>,
    ): Promise<z.output<Schema>> => {
      const path = `/bot${token}/${method}`;
      const response = await caller.request(base, path, { ...request, method: 'POST', signal });
      const answer = Answer.safeParse(response.body).data;
      if (answer?.ok) return caller.parse(schema, { ...response, body: answer.result }, request);
      const error = caller.errorOf(response, answer?.description, request);
      throw answer ? errorOf(caller.clock, error, response.status, answer) : error;
    };

  return { as };
}

function errorOf(
  clock: Clock,
  error: NetworkError,
  status: number,
  { error_code: code = status, description, parameters }: z.output<typeof Answer>,
): NetworkError {
  const as = (kind: NetworkError['kind'], until?: Date) =>
    new NetworkError(kind, String(code), error.message, { until });
  if (parameters?.retry_after !== undefined)
    return as('rate_limited', pauseFor(clock, parameters.retry_after * 1000));
  // The bot was removed, lost its rights, or the chat has become another one.
  if (code === 401 || code === 403 || code === 404 || parameters?.migrate_to_chat_id !== undefined)
    return as('reauthorize');
  if (code === 400 && /chat not found|not enough rights|need administrator/i.test(description))
    return as('reauthorize');
  return error;
}
