import type { AppContext } from '../../../context.ts';
import { cut, storable } from '../../../http/outgoing/foreign.ts';
import { OutgoingError } from '../../../http/outgoing/outgoing.ts';
import { askedDelay } from './retries.ts';
import { signedHeaders } from './sign.ts';

/** One call to an endpoint, through the guard: its address is of a stranger. */

const TIMEOUT_MS = 15_000;
/** Of the response. */
const MAX_READ = 64 * 1024;
const MAX_SHOWN = 4096;
const MAX_TYPE = 100;
const MAX_ERROR = 300;

export type Outcome = {
  /** Null where nothing was answered. */
  status: number | null;
  isAccepted: boolean;
  /** Why nothing was answered, in a sentence. */
  error: string | null;
  ms: number;
  type: string | null;
  size: number | null;
  text: string | null;
  /** How long it asks to be left alone, in seconds. */
  askedS: number | undefined;
};

/** What came of a call that was not answered, or not made. */
export const noAnswer = (error: string, ms = 0): Outcome => ({
  ...{ status: null, isAccepted: false, error, ms },
  ...{ type: null, size: null, text: null, askedS: undefined },
});

const ERRORS: Record<string, string> = {
  refused: 'This address isn’t allowed.',
  unreachable: 'Nothing answers there.',
  broken: 'The connection broke.',
  timeout: `No response within ${TIMEOUT_MS / 1000} s.`,
};

/** @param given `secrets` sign the body; `signal` ends the call */
export async function callEndpoint(
  { outgoing, clock, config }: Pick<AppContext, 'outgoing' | 'clock' | 'config'>,
  url: string,
  {
    key,
    body,
    secrets,
    signal,
  }: { key: string; body: string; secrets: readonly string[]; signal?: AbortSignal },
): Promise<Outcome> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  // What was allowed when it was saved may not be now.
  if (addressProblem(url, config.allowPrivateNetworks) !== undefined)
    return noAnswer(ERRORS.refused ?? '');
  try {
    const response = await outgoing.send(url, {
      method: 'POST',
      body,
      headers: signedHeaders(secrets, { key, body, nowMs: clock.now() }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_READ,
      truncates: true,
      // 2xx accepts, whatever follows.
      mayBreak: true,
      ...(signal && { signal }),
    });
    const { status, headers } = response;
    const type = headers.get('content-type');
    return {
      status,
      isAccepted: status >= 200 && status < 300,
      error: null,
      ms: ms(),
      type: type === null ? null : cut(type, MAX_TYPE),
      size: response.body.length,
      text: cut(storable(response.body.toString('utf8')), MAX_SHOWN),
      askedS: askedDelay(headers.get('retry-after'), clock.now()),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return noAnswer(ERRORS[error.kind] ?? cut(error.message, MAX_ERROR), ms());
  }
}

/** What is wrong with an address, as a sentence; undefined where it can be called. */
export function addressProblem(text: string, allowHttp: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Enter an address such as https://example.org/hooks.';
  const { protocol, username, password, hash } = new URL(text);
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return 'Use https.';
  if (username || password) return 'An address with a password can’t be used.';
  if (hash) return 'An address with # can’t be used.';
  return undefined;
}
