import type { AppContext } from '../../../context.ts';
import { parseForeign } from '../../../http/outgoing/foreign.ts';
import { OutgoingError } from '../../../http/outgoing/outgoing.ts';
import { appName } from './names.ts';
import { kindOf } from './redirects.ts';

/**
 * Documents of clients: the id of a client is the address of one
 * (draft-ietf-oauth-client-id-metadata-document).
 */

const MAX_BYTES = 32 * 1024;
const TIMEOUT_MS = 5000;
const MAX_ID = 500;
const MAX_REDIRECTS = 50;
const MINUTE_MS = 60_000;
/** How long a failure is kept: nobody is called without end, and a site may be away for a moment. */
const FAILURE_MS = 30_000;
/** How long one is kept, whatever its headers say. */
const MIN_KEPT_MS = 5 * MINUTE_MS;
const MAX_KEPT_MS = 24 * 60 * MINUTE_MS;

/** Whether an id is the address of a document: https, with a path, and written in one way only. */
export function isDocumentId(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ID || !URL.canParse(id)) return false;
  const { href, pathname, username, password, hash } = new URL(id);
  return href === id && pathname !== '/' && !username && !password && !hash && !id.includes('#');
}

export type Document = {
  name: string;
  redirects: string[];
  /** Why it cannot be used. */
  failure: string | null;
  /** After which it is fetched again. */
  keptMs: number;
};

/** Fetches the document of a client. */
export async function fetchDocument(
  { outgoing }: Pick<AppContext, 'outgoing'>,
  id: string,
): Promise<Document> {
  const host = new URL(id).hostname;
  const failed = (failure: string): Document => ({
    ...{ name: host, redirects: [], failure },
    keptMs: FAILURE_MS,
  });
  try {
    const { status, headers, body } = await outgoing.send(id, {
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (status !== 200) return failed(`${host} answers ${status}`);
    // A file that somebody has uploaded there says nothing for the host.
    if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
      return failed(`what ${host} answers is not JSON`);
    const read = readDocument(id, parseForeign(body.toString('utf8')));
    if (typeof read === 'string') return failed(read);
    return { ...read, failure: null, keptMs: keptFor(headers) };
  } catch (error) {
    // Which way a connection failed is of no use to who reads it, and says what is in the network.
    if (error instanceof OutgoingError)
      return failed(error.kind === 'unreachable' ? `${host} cannot be reached` : error.message);
    if (error instanceof SyntaxError) return failed(`what ${host} answers is not JSON`);
    throw error;
  }
}

/** What a document says; a text where it cannot be used. */
function readDocument(id: string, document: unknown) {
  const host = new URL(id).hostname;
  if (typeof document !== 'object' || document === null) return 'its document is no object';
  const fields = document as Record<string, unknown>;
  if (fields.client_id !== id) return 'its document is about another client_id';
  // Nobody's secret or key is checked here: what says that it has one would be taken for less.
  if ((fields.token_endpoint_auth_method ?? 'none') !== 'none' || 'client_secret' in fields)
    return 'its document says that the client authenticates, and only public clients are taken here';
  const given = Array.isArray(fields.redirect_uris) ? fields.redirect_uris : [];
  const redirects = given
    .filter((uri): uri is string => typeof uri === 'string' && isOwn(uri, id))
    .slice(0, MAX_REDIRECTS);
  if (!redirects.length)
    return `its document has no redirect_uris on ${host} or on the person's computer`;
  return { name: appName(fields.client_name) || host, redirects };
}

/** A document proves where it is, and nothing of where it sends people: both have to be the same. */
function isOwn(uri: string, id: string): boolean {
  const kind = kindOf(uri);
  return kind === 'computer' || (kind === 'host' && new URL(uri).origin === new URL(id).origin);
}

/** How long a response may be kept, by its headers, within bounds. */
function keptFor(headers: Headers): number {
  const control = headers.get('cache-control') ?? '';
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control) ?? [];
  const asked = /no-store|no-cache/i.test(control) ? 0 : Number(seconds ?? 0) * 1000;
  return Math.min(MAX_KEPT_MS, Math.max(MIN_KEPT_MS, asked));
}
