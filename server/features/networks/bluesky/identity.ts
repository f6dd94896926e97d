import { z } from 'zod';
import type { Caller, JsonResponse } from '../call.ts';
import { misunderstood } from './oauth-errors.ts';

/** Where accounts of AT Protocol are, as their own documents say. */

const TIMEOUT_MS = 15_000;

/** The entry of the server in the document of a DID, which may be relative. */
const PDS = '#atproto_pds';
const DidDocument = z.object({
  alsoKnownAs: z.array(z.string()).catch([]),
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })).catch([]),
});

/** @param directory the origin of the directory of did:plc */
export function createLocator(
  caller: Caller,
  { directory, allowHttp }: { directory: string; allowHttp: boolean },
) {
  async function get(url: string, signal: AbortSignal, trusted = false): Promise<JsonResponse> {
    const response = await caller.call(url, { timeoutMs: TIMEOUT_MS, signal, trusted });
    if (response.status !== 200) throw caller.errorOf(response, undefined);
    return response;
  }

  /** The server of an account, and its handle. */
  async function locate(did: string, signal: AbortSignal) {
    const { address, trusted } = documentOf(did, directory);
    const document = caller.parse(DidDocument, await get(address, signal, trusted));
    const endpoint = document.service.find(({ id }) => id === PDS || id === did + PDS);
    const service = originOf(endpoint?.serviceEndpoint, allowHttp);
    const known = document.alsoKnownAs.find((name) => name.startsWith('at://'));
    return { service, handle: known?.slice('at://'.length) ?? did };
  }

  /** Where the accounts of a server log in. */
  async function issuerOf(service: string, signal: AbortSignal) {
    const metadata = caller.parse(
      z.object({ authorization_servers: z.array(z.string()).min(1) }),
      await get(`${service}/.well-known/oauth-protected-resource`, signal),
    );
    return originOf(metadata.authorization_servers[0], allowHttp);
  }

  return { locate, issuerOf };
}

export type Locator = ReturnType<typeof createLocator>;

/** Where the document of a DID is. The directory is the operator’s choice, and trusted. */
function documentOf(did: string, directory: string): { address: string; trusted: boolean } {
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return { address: `${directory}/${did}`, trusted: true };
  const host = /^did:web:([a-z0-9.-]{1,253})$/i.exec(did)?.[1];
  if (host) return { address: `https://${host}/.well-known/did.json`, trusted: false };
  throw misunderstood('its identifier is of an unknown kind');
}

export function originOf(address: unknown, allowHttp: boolean): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || (allowHttp && url?.protocol === 'http:')) return url.origin;
  throw misunderstood('it has no server');
}
