import { AssistantError } from './failure.ts';

/** How servers word their refusals. */

export type Refusal = { status: number; retryAfter: string | null; text: string };

const DEFAULT_PAUSE_SECONDS = 20;
const MAX_PAUSE_SECONDS = 3600;

/** What an error body says, whatever its shape: `{error: {message}}`, `{error}`, `{message}`, `{detail}`. */
export function messageOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return JSON.stringify(parsed).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}

const TOO_LONG =
  /context.{0,20}(length|size|window)|maximum context|exceed_context|too many tokens|prompt is too long|n_ctx/;
const NO_CREDIT =
  /insufficient_quota|insufficient.{0,10}(credit|balance|fund)|billing|out of credit/;
const UNKNOWN_MODEL =
  /model.{0,80}(not found|not exist|unknown|no such|not a valid|is not available|not loaded|pull)|(unknown|no such|invalid|not found).{0,20}model/;

/** @param now for a date in `Retry-After` */
export function errorOf({ status, retryAfter, text }: Refusal, now: number): AssistantError {
  const message = messageOf(text);
  if (status === 402 || (status !== 401 && NO_CREDIT.test(message)))
    return new AssistantError('no_credit', { status });
  if (status === 401 || status === 403) return new AssistantError('key_refused', { status });
  if (status === 429)
    return new AssistantError('pause', { status, seconds: secondsOf(retryAfter, now) });
  if (status === 413 || (status < 500 && TOO_LONG.test(message)))
    return new AssistantError('context_refused', { status });
  if (status < 500 && UNKNOWN_MODEL.test(message))
    return new AssistantError('model_unknown', { status });
  return new AssistantError('server_error', { status });
}

/** A number of seconds or a date. */
function secondsOf(header: string | null, now: number): number {
  if (header === null || header.trim() === '') return DEFAULT_PAUSE_SECONDS;
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now) / 1000;
  if (!Number.isFinite(seconds)) return DEFAULT_PAUSE_SECONDS;
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_PAUSE_SECONDS);
}
