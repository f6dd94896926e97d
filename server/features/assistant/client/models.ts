import { z } from 'zod';
import { parseForeign } from '../../../http/outgoing/foreign.ts';
import { OutgoingError } from '../../../http/outgoing/outgoing.ts';
import { type Asking, addressOf, headersOf, unreached } from './ask.ts';
import { errorOf } from './errors.ts';
import type { Target } from './question.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_MODELS = 200;

const Models = z.object({ data: z.array(z.object({ id: z.string().max(200) })) });

/**
 * The names of the models of a server; null where it does not list them.
 * @throws AssistantError where it cannot be reached, or refuses the key
 */
export async function listModels(
  { outgoing, clock }: Asking,
  target: Target,
): Promise<string[] | null> {
  const response = await outgoing
    .send(addressOf(target, '/models'), {
      headers: headersOf(target),
      trusted: target.isTrusted,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    .catch((error: unknown) => {
      throw error instanceof OutgoingError ? unreached(error) : error;
    });
  const text = response.body.toString('utf8');
  if (response.status === 401 || response.status === 403)
    throw errorOf({ status: response.status, retryAfter: null, text }, clock.now());
  try {
    const { data } = Models.parse(parseForeign(text));
    return data.slice(0, MAX_MODELS).map(({ id }) => id);
  } catch {
    return null;
  }
}

/** How many models it has; null where it does not say. */
export const countModels = (asking: Asking, target: Target): Promise<number | null> =>
  listModels(asking, target).then(
    (models) => models?.length ?? null,
    () => null,
  );
