import * as oauth from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Outgoing } from '../../http/outgoing.ts';
import type { FileLinks } from './adapter.ts';
import { NetworkError } from './adapter.ts';

/** What networks have in common that this installation is registered with (OAuth 2.0). */

/** What the adapters of such networks are made from. */
export type Installation = {
  outgoing: Outgoing;
  config: Config;
  /** Undefined where no network can fetch files from here. */
  links: FileLinks | undefined;
};

/** Where an origin of a network is: somewhere else in tests, and behind proxies. */
export const originOf = ({ config }: Pick<Installation, 'config'>, origin: string): string =>
  config.networkAddresses.get(origin) ?? origin;

/** What is missing where people outside cannot be sent back to this installation. */
export function missingAddress({ publicUrl, allowPrivateNetworks }: Config): string[] {
  if (publicUrl?.startsWith('https:') || allowPrivateNetworks) return [];
  return ['Set PUBLIC_URL to the https address that people open: they are sent back there.'];
}

/** What is missing where settings of an application are not there. */
export const missingSettings = (isThere: boolean, ...names: readonly string[]): string[] =>
  isThere ? [] : [`Set ${names.join(' and ')}: this installation isn’t registered there yet.`];

/** The settings of a way without which it is not offered. */
export function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new NetworkError('operator', 'settings', `${name} isn’t set`);
  return value;
}

/** A verifier of PKCE, with its challenge. */
export async function pkce() {
  const verifier = oauth.randomPKCECodeVerifier();
  return { verifier, challenge: await oauth.calculatePKCECodeChallenge(verifier) };
}

export const Verifier = z.object({ verifier: z.string() });

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
      throw new NetworkError('reauthorize', code, `${name} doesn’t accept the access any more`);
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

/** The first of these instants and of one in so many seconds: when what was prepared is forgotten. */
export const earliest = (seconds: number, made: readonly { until?: string }[]): string =>
  [after(seconds), ...made.flatMap(({ until }) => until ?? [])].sort()[0] as string;

/** No access that a server gives is taken to last longer: ten years. */
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60;

/** The instant after so many seconds, ISO 8601. */
export const after = (seconds: number): string =>
  new Date(Date.now() + Math.min(seconds, MAX_SECONDS) * 1000).toISOString();
