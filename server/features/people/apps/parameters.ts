import { AUDIENCES, type Audience, SCOPES, type Scope } from '#contract/scopes.ts';
import { OAuthError } from './failures.ts';

/** What apps send, in an address or as a form. */

const NAMES = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method', 'code_verifier', 'grant_type', 'code'],
  ...['refresh_token', 'token', 'device_code', 'device_name'],
  ...['response_mode', 'request', 'request_uri', 'authorization_details'],
] as const;
type Name = (typeof NAMES)[number];

export type Parameters = Partial<Record<Name, string>>;

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/**
 * Parameters by name. An empty one is as none, and an unknown one is ignored (RFC 6749, 3.1).
 * @throws OAuthError where one is there twice, or cannot be stored
 */
export function readParameters(text: string): Parameters {
  const { given, wrong } = readLoosely(text);
  if (wrong) throw wrong;
  return given;
}

/**
 * The same for who tells the app of it, whose address is one of them.
 * @returns those that can be used, and the first thing that is wrong with others
 */
export function readLoosely(text: string): { given: Parameters; wrong: OAuthError | undefined } {
  const given = new Map<Name, string>();
  const wrong = new Map<Name, OAuthError>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!isName(name)) continue;
    // Which of two counts, a proxy and this server might see differently.
    if (given.has(name)) wrong.set(name, twice(name));
    if (/[\0\ufffd]/.test(value) || !value.isWellFormed())
      wrong.set(name, new OAuthError('invalid_request', `${name} is not text.`));
    given.set(name, value);
  }
  const usable = [...given].filter(([name, value]) => value !== '' && !wrong.has(name));
  return { given: Object.fromEntries(usable), wrong: [...wrong.values()][0] };
}

/** Several resources are allowed (RFC 8707, 2), and no token here is for more than one. */
const twice = (name: Name) =>
  name === 'resource'
    ? new OAuthError('invalid_target', 'Expected one resource.')
    : new OAuthError('invalid_request', `${name} is there twice.`);

/** The addresses that tokens can be for. */
export const resourceOf = (origin: string, audience: Audience) => `${origin}/${audience}`;

/** @throws OAuthError where it is none of this server */
export function audienceOf(origin: string, resource: string | undefined): Audience {
  const found = AUDIENCES.find((audience) => resourceOf(origin, audience) === resource);
  if (found) return found;
  const expected = AUDIENCES.map((audience) => resourceOf(origin, audience)).join(' or ');
  throw new OAuthError('invalid_target', `Expected ${expected} as resource.`);
}

/**
 * The scopes that are asked for. What is not known here is left out: some ask for those of other
 * servers, too.
 * @throws OAuthError where none is left
 */
export function scopesOf(text: string | undefined): Scope[] {
  if (text === undefined) return ['read', 'write'];
  const asked = text.split(' ');
  const known = SCOPES.filter((scope) => asked.includes(scope));
  if (known.length) return known;
  throw new OAuthError('invalid_scope', `Expected scopes of ${SCOPES.join(', ')}.`);
}
