import { addressOf } from './address.ts';
import { type Api, createApi } from './api.ts';
import type { Given, Options } from './arguments.ts';
import { credentialsFile, isOpenToOthers, readCredentials } from './credentials.ts';
import { Failure, usage } from './failure.ts';
import { say } from './output.ts';
import { isDue, renew } from './sign-in.ts';

/** Which server a command asks, and as whom. */

export const SERVER_OPTIONS = {
  server: {
    value: 'URL',
    about: 'the server; else POSTFOLIO_URL, else the one that was signed in to last',
  },
  'insecure-http': { about: 'allow a server without TLS that is not on this machine' },
} as const satisfies Options;

export const API_OPTIONS = {
  ...SERVER_OPTIONS,
  json: { about: 'print what the API answers, as JSON' },
} as const satisfies Options;

/** The address of the server; undefined where none is named, and none was signed in to. */
export function serverOf(given: Given): string | undefined {
  const text = given.text('server') ?? (process.env.POSTFOLIO_URL || readCredentials().server);
  return text ? addressOf(text, given.has('insecure-http')) : undefined;
}

/** The key of the environment. It is written nowhere. @throws Failure where it is none */
export function keyOfEnvironment(): string | undefined {
  const key = process.env.POSTFOLIO_KEY;
  // A blank one is a secret that was not filled in: nobody else is to act in its place.
  return key ? requireKey(key.trim(), 'POSTFOLIO_KEY') : undefined;
}

/** @param where where it was given, in the message, which does not have the key */
export function requireKey(key: string, where: string): string {
  // Another character would be refused by the header, in a message that quotes it.
  if (/^[\w.-]{1,500}$/.test(key)) return key;
  throw usage(`${where} is not a key: expected a text such as pf_….`);
}

export type Access = { api: Api; server: string; by: 'environment' | 'key' | 'app' };

/** @throws Failure where no server is named, or nobody is signed in */
export function access(given: Given): Access {
  const server = serverOf(given);
  if (!server)
    throw usage(
      "No server is named: use --server URL or POSTFOLIO_URL, or 'postfolio login --server URL'.",
    );
  const key = keyOfEnvironment();
  if (key) return { server, by: 'environment', api: createApi({ server, token: async () => key }) };
  const stored = readCredentials().servers[server];
  if (isOpenToOthers(credentialsFile()))
    say(`${credentialsFile()} can be read by others: chmod 600 ${credentialsFile()}`);
  if (!stored)
    throw new Failure(
      `You are not signed in to ${server}: use 'postfolio login --server ${server}', or set POSTFOLIO_KEY.`,
      'notSignedIn',
    );
  if ('key' in stored)
    return {
      ...{ server, by: 'key' },
      api: createApi({ server, token: async () => stored.key }),
    };
  let tokens = stored;
  const token = async (isRefused = false) => {
    if (isRefused || isDue(tokens)) {
      const fresh = await renew(server, tokens.access);
      const kept = readCredentials().servers[server];
      tokens = kept && 'access' in kept ? kept : { ...tokens, access: fresh };
    }
    return tokens.access;
  };
  return { server, by: 'app', api: createApi({ server, token }) };
}
