import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Keeps secrets out of what other servers say: some repeat the token of a call in their error. The
 * secrets of an operation are known while it runs: those that it was given, and those that its calls
 * have sent.
 */

const secrets = new AsyncLocalStorage<Set<string>>();

const MIN_LENGTH = 8;
/** A server may repeat the beginning of a token. */
const BEGINNING = 16;
const NO_SECRET = /^https?:\/\/|^\d{4}-\d\d-\d\dT/;
const SECRET_NAME = /(?:^|_)(?:secret|token|code|verifier|password|assertion)$/i;
/** Secrets that are known by what is around them. */
const MARKED =
  /(\b(?:bearer|basic|dpop|oauth)\s+|\b(?:access_token|refresh_token|client_secret|code_verifier|client_assertion|code)=|\/bot)[\w.~+/=:%-]{16,2000}/gi;

/** Runs an operation. `given`: strings, also in objects, that no error may contain. */
export const withSecrets = <Result>(given: unknown, work: () => Result): Result =>
  secrets.run(new Set(textsIn(given)), work);

/** Adds the secrets of a call to those of the operation. */
export function noteSecrets(url: string, headers: Readonly<Record<string, string>>, body: unknown) {
  const known = secrets.getStore();
  if (!known) return;
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const query = url.indexOf('?');
  const fields = [
    ...new URLSearchParams(query < 0 ? '' : url.slice(query)),
    ...new URLSearchParams(form && typeof body === 'string' ? body : ''),
  ].flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value] : []));
  const authorization = headers.authorization?.split(' ').at(-1);
  for (const text of textsIn([authorization, fields])) known.add(text);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.length < MIN_LENGTH || NO_SECRET.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same text without secrets. */
export function redact(text: string): string {
  let clean = text;
  // The longest first: one may be a part of another one.
  const known = [...(secrets.getStore() ?? [])].sort((a, b) => b.length - a.length);
  for (const secret of known) {
    for (const form of formsOf(secret)) clean = clean.replaceAll(form, '…');
    if (secret.length > BEGINNING) {
      const beginning = secret.slice(0, BEGINNING).replaceAll(/\W/g, '\\$&');
      clean = clean.replaceAll(new RegExp(`${beginning}[\\w.~+/=:%-]*`, 'g'), '…');
    }
  }
  return clean.replaceAll(MARKED, '$1…');
}

/** A secret as it is, in a URL, in a form, and in base64. */
function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret);
  return new Set([
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    bytes.toString('base64').replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
  ]);
}

/** Removes secrets from an error and its causes, which may be logged. */
export function redactError(error: unknown): void {
  for (let [one, depth] = [error, 0]; one instanceof Error && depth < 5; depth++) {
    // Those of the platform, such as that of a timeout, have a message that cannot be written.
    for (const field of ['message', 'stack'] as const) {
      const [before, after] = [one[field], redact(one[field] ?? '')];
      if (before && after !== before)
        Object.defineProperty(one, field, { value: after, configurable: true, writable: true });
    }
    one = one.cause;
  }
}
