import * as oauth from 'oauth4webapi';
import { z } from 'zod';

/** The keys that accesses of AT Protocol are bound to, and that of this installation. */

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export const Key = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
export type Key = z.output<typeof Key>;

export const kidOf = ({ x }: Pick<Key, 'x'>) => x.slice(0, 16);

export async function newKey(): Promise<Key> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true });
  return Key.parse(await crypto.subtle.exportKey('jwk', privateKey));
}

export async function importPair({ d, ...key }: Key): Promise<CryptoKeyPair> {
  return {
    privateKey: await crypto.subtle.importKey('jwk', { ...key, d }, ES256, false, ['sign']),
    publicKey: await crypto.subtle.importKey('jwk', key, ES256, true, ['verify']),
  };
}
