import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { AppContext } from '../../context.ts';
import type { Connection, ConnectMethod } from './adapter.ts';
import type { FileLinks } from './adapter-context.ts';
import type { CallContext } from './call.ts';
import { NetworkError } from './failures.ts';

/** What networks have in common that this installation is registered with (OAuth 2.0). */

/** What the adapters of such networks are made from. */
export type Installation = CallContext & {
  config: Config;
  /** Undefined where no network can fetch files from here. */
  links: FileLinks | undefined;
  log: Pick<AppContext['log'], 'warn'>;
};

/** Where an origin of a network is: somewhere else in tests, and behind proxies. */
export const originOf = ({ config }: Pick<Installation, 'config'>, origin: string): string =>
  config.networkAddresses.get(origin) ?? origin;

/** What is missing where people outside cannot be sent back to this installation. */
export function missingAddress({ publicUrl, allowPrivateNetworks }: Config): string[] {
  if (publicUrl?.startsWith('https:') || allowPrivateNetworks) return [];
  return [
    'Set PUBLIC_URL to the https address that people use: the network sends them back there.',
  ];
}

/** What is missing where settings of an application are not there. */
const missingSettings = (isThere: boolean, ...names: readonly string[]): string[] =>
  isThere ? [] : [`Set ${names.join(' and ')}: this installation isn’t registered there yet.`];

/** The settings of a method without which it is not offered. */
export function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new NetworkError('operator', 'settings', `${name} isn’t set`);
  return value;
}

/** A verifier of PKCE, and its challenge as parameters of the page where people log in. */
export async function pkce() {
  const verifier = oauth.generateRandomCodeVerifier();
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } };
}

/** The address of the page where people log in. */
export const loginUrl = (page: string, parameters: Readonly<Record<string, string>>) =>
  `${page}?${new URLSearchParams({ response_type: 'code', ...parameters })}`;

const Attempt = z.object({ verifier: z.string().optional() });

/** What a code is exchanged with for a token; the verifier only of a login with PKCE. */
export type Grant = {
  grant_type: 'authorization_code';
  code: string;
  redirect_uri: string;
  code_verifier?: string;
};

/** A login with a code at a network that this installation is registered with (RFC 6749, 4.1). */
type CodeLogin<Result> = {
  /** The page where people log in. */
  page: string;
  scope: string;
  client: { id: string } | undefined;
  /** Those of the id and the secret of the client. */
  settings: readonly [string, string];
  clientIdName?: string;
  usesPkce?: boolean;
  /** What becomes of the person who comes back. */
  connect: (grant: Grant, signal: AbortSignal) => Promise<Result>;
};

export const codeLogin = <Result>({
  page,
  scope,
  client,
  settings,
  clientIdName = 'client_id',
  usesPkce = false,
  connect,
}: CodeLogin<Result>) => ({
  /** @returns the address to open, and what `complete` needs */
  begin: async ({ uri, state }: { uri: string; state: string }) => {
    const { id } = required(client, settings[0]);
    const { verifier, challenge } = usesPkce ? await pkce() : {};
    const parameters = { [clientIdName]: id, redirect_uri: uri, scope, state, ...challenge };
    return { url: loginUrl(page, parameters), attempt: { ...(verifier && { verifier }) } };
  },

  complete: (
    code: string,
    attempt: unknown,
    { uri, signal }: { uri: string; signal: AbortSignal },
  ) => {
    const { verifier } = Attempt.parse(attempt);
    const grant = { grant_type: 'authorization_code' as const, code, redirect_uri: uri };
    return connect({ ...grant, ...(verifier && { code_verifier: verifier }) }, signal);
  },
});

/** The same as a method to connect accounts. @param given `missing`: what else is, in sentences */
export function redirectLogin({
  name = 'login',
  label,
  missing = [],
  ...given
}: CodeLogin<readonly Connection[]> & {
  name?: string;
  label: string;
  missing?: readonly string[];
}): ConnectMethod {
  const login = codeLogin(given);
  return {
    name,
    label,
    by: 'redirect',
    fields: [],
    missing: [...missingSettings(given.client !== undefined, ...given.settings), ...missing],
    begin: (_, redirect) => login.begin(redirect),
    complete: login.complete,
  };
}

/** Errors of OAuth 2.0 that say that a refresh token is used, revoked or too old. */
const ENDED = /^(invalid_grant|invalid_request|invalid_token)$/;
const OF_CLIENT = /^(invalid_client|unauthorized_client)$/;

/**
 * The response of a renewal. Only the network's own word about the token ends a connection: what is wrong
 * with the application is the operator's matter, and anything else passes.
 */
export function renewing<Response>(name: string, response: Promise<Response>): Promise<Response> {
  return response.catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
    const { code, message, kind } = error;
    if (ENDED.test(code))
      throw new NetworkError('reauthorize', code, `${name} no longer accepts the connection`);
    if (OF_CLIENT.test(code))
      throw new NetworkError(
        'operator',
        code,
        `${name} doesn’t accept the application: ${message}`,
      );
    throw kind === 'rejected' || kind === 'expired'
      ? new NetworkError('transient', code, message)
      : error;
  });
}
