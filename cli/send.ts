import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';

/** Requests of commands, with a bound for all that may take long. */

export type Answer = {
  status: number;
  headers: Headers;
  /** Undefined where there is none, and where a refusal is no JSON, such as the page of a proxy. */
  body: unknown;
};
type Request = {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams;
  timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The server may have done what it was asked for, or not. */
export class NoAnswer extends Failure {}

/** Not its own message, which quotes headers that cannot be sent: one of them has the key. */
const causeOf = ({ cause }: Error & { cause?: unknown }) => {
  const { code, message } = (cause ?? {}) as Partial<Error & { code: string }>;
  return code ?? message ?? 'the request cannot be sent';
};

/**
 * @throws NoAnswer where there is no response in time
 * @throws Failure where the response is none of the API
 */
export async function send(
  url: string,
  { timeoutMs = TIMEOUT_MS, ...request }: Request,
): Promise<Answer> {
  const { origin } = new URL(url);
  let response: Response;
  let bytes: Buffer;
  try {
    response = await fetch(url, {
      ...(request as RequestInit),
      headers: { accept: 'application/json', ...request.headers },
      // A key is for the server that it was meant for.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    bytes = await readBounded(response);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { name } = error as Error;
    throw new NoAnswer(
      name === 'TimeoutError'
        ? `${origin} did not answer within ${timeoutMs / 1000} seconds.`
        : `${origin} cannot be reached: ${causeOf(error as Error)}.`,
    );
  }
  const { status, headers } = response;
  const to = headers.get('location');
  if (status >= 300 && status < 400)
    throw new Failure(
      `${origin} sends on to ${to ?? 'another address'}: use the address that people use.`,
    );
  return { status, headers, body: parse(bytes.toString(), status, origin) };
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Failure('The answer is larger than 64 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(text: string, status: number, origin: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Its status says enough.
    if (status >= 400) return undefined;
    throw new Failure(
      `${origin} answered ${status} with something that is no JSON: is it the address of a Postfolio?`,
    );
  }
}

/** How long an answer asks to wait, in milliseconds. */
export function retryAfter({ headers }: Answer): number | undefined {
  const text = headers.get('retry-after');
  return text && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}

const ATTEMPTS = 3;
const PAUSE_MS = 500;
/** A longer wait is left to the caller of the command. */
const MAX_WAIT_MS = 30_000;
const BUSY = new Set([429, 503]);
/** What proxies say where there was no answer. */
const LOST = new Set([502, 503, 504]);
/** How long a request that still runs is waited for, which is longer than any may run. */
const MAX_UNDER_WAY_MS = 180_000;
const UNDER_WAY_PAUSE_MS = 2000;

/** Whether the first request with the same key still runs. */
export const isUnderWay = (status: number, body: unknown) =>
  status === 409 && (body as { code?: unknown } | null | undefined)?.code === 'in_progress';

/**
 * Sends what can be sent twice up to three times: where there was no answer, or the server asks to
 * come back soon. Where it is still doing what it was asked first, it is asked until that has ended.
 */
export async function sendAgain(attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + MAX_UNDER_WAY_MS;
  for (let count = 1; ; ) {
    const answer = await attempt().catch((error: unknown) => {
      if (error instanceof NoAnswer && count < ATTEMPTS) return undefined;
      throw error;
    });
    const asked = answer && retryAfter(answer);
    if (answer && isUnderWay(answer.status, answer.body)) {
      const wait = asked ?? UNDER_WAY_PAUSE_MS;
      if (wait > MAX_WAIT_MS || Date.now() + wait > until) return answer;
      await delay(Math.max(wait, PAUSE_MS));
      continue;
    }
    const isLost = !answer || LOST.has(answer.status);
    const wait = asked ?? (isLost ? PAUSE_MS * count : undefined);
    if (answer && !isLost && !BUSY.has(answer.status)) return answer;
    if (answer && (count >= ATTEMPTS || wait === undefined || wait > MAX_WAIT_MS)) return answer;
    await delay(wait);
    count++;
  }
}
