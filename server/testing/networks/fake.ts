import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Network } from '#contract/networks/names.ts';
import { jpeg } from '../media-files.ts';
import type { BodyOf, Call } from '../responses.ts';
import { type Fault, startFaultProxy } from './fault-proxy.ts';

/** What the fakes of networks have in common: HTTP, a page where people consent, and tokens. */

/** Of an API that is not ours, and has no types here. */
// biome-ignore lint/suspicious/noExplicitAny: it has any shape
export type ForeignJson = any;

export type FakeRequest = {
  method: string;
  path: string;
  params: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** JSON, or the fields of a form. */
  body: ForeignJson;
  files: readonly File[];
  bytes: Buffer;
  /** Without `Bearer`, or another word. */
  token: string;
};

export type FakeReply = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
};

/** The path of the picture of every account, on the server of each fake. */
export const PICTURE = '/pictures/account.jpg';

/** The picture of an account; undefined for another path. */
export const readPicture = async (path: string): Promise<Buffer | undefined> =>
  /^\/(pictures|avatars|profile_images)\/.*(?<!_normal)\.\w+$/.test(path)
    ? jpeg({ width: 400, height: 300 })
    : undefined;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake.invalid');
  const { method = 'GET', headers } = incoming;
  const bytes = await buffer(incoming);
  const type = headers['content-type'] ?? '';
  let body: ForeignJson = {};
  let files: File[] = [];
  if (type.startsWith('application/json') && bytes.length) body = JSON.parse(bytes.toString());
  else if (type.startsWith('application/x-www-form-urlencoded'))
    body = Object.fromEntries(new URLSearchParams(bytes.toString()));
  else if (type.startsWith('multipart/')) {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type },
    }).formData();
    const entries = [...form.entries()];
    body = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
    files = entries.map(([, value]) => value).filter((value) => value instanceof File);
  }
  const token = headers.authorization?.replace(/^(Bearer|Bot|OAuth) /, '') ?? '';
  return { method, path: pathname, params: searchParams, headers, body, files, bytes, token };
}

/**
 * A server with a proxy in front of it, where the calls that publish may fail.
 * @param replies how the network words the failures that have a response
 */
export async function startFake(
  handle: (request: FakeRequest) => FakeReply | Promise<FakeReply>,
  isPublishing: (call: { method: string; path: string }) => boolean,
  replies: (fault: Fault) => { status: number; headers?: Record<string, string>; body: unknown },
) {
  const server = createServer((incoming, response) => {
    const answer = async () => {
      const picture = await readPicture(incoming.url ?? '');
      if (picture) return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
      const { status, body, headers = {} } = await handle(await read(incoming));
      const isText = typeof body === 'string';
      return response
        .writeHead(status, {
          'content-type': isText ? 'text/html' : 'application/json',
          ...headers,
        })
        .end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
    };
    answer().catch((error) => {
      console.error('a fake failed:', error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy = await startFaultProxy(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isPublishing,
    replies,
  );
  return {
    ...proxy,
    stop: async () => {
      proxy.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * The page where a person allows an application what it asks for. The name that they enter is the
 * account that they have; an unknown one is made.
 */
export function consent(
  { params }: FakeRequest,
  network: string,
  issue: (person: string) => string,
): FakeReply {
  const redirect = new URL(params.get('redirect_uri') ?? 'http://nowhere.invalid');
  const state = params.get('state') ?? '';
  const person = params.get('person');
  if (params.has('refuse')) {
    redirect.search = new URLSearchParams({
      error: 'access_denied',
      error_description: 'The user denied your request',
      state,
    }).toString();
    return { status: 302, headers: { location: redirect.href } };
  }
  if (person) {
    redirect.search = new URLSearchParams({ code: issue(person), state }).toString();
    return { status: 302, headers: { location: redirect.href } };
  }
  const hidden = [...params]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  return {
    status: 200,
    body: `<!doctype html><html lang="en"><title>${network}</title><h1>Allow Postfolio?</h1>
      <form>${hidden}<label>Log in as <input name="person" value="ada"></label>
      <button>Allow</button> <button name="refuse" value="1">Refuse</button></form></html>`,
  };
}

type Grant = {
  person: string;
  redirect: string;
  challenge: string | null;
  scope: string;
  at: number;
};

/** Codes, access tokens and refresh tokens, as strict as the strictest network. */
export function createTokens({ codeMs = 30_000 } = {}) {
  /** What people refuse in the dialog of the network, and what they have granted. */
  const declined = new Set<string>();
  const granted = new Map<string, string[]>();
  const codes = new Map<string, Grant>();
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  const used = new Set<string>();
  const make = (person: string) => {
    const [token, renewal] = [randomUUID(), randomUUID()];
    access.set(token, person);
    refresh.set(renewal, person);
    return { token, refresh: renewal, person };
  };
  const revoke = (person: string) => {
    for (const tokens of [access, refresh])
      for (const [token, owner] of tokens) if (owner === person) tokens.delete(token);
  };
  return {
    make,
    revoke,
    declined,
    scopesOf: (person: string | undefined) => granted.get(person ?? '') ?? [],
    issue: ({ params }: FakeRequest, person: string) => {
      const code = randomUUID();
      codes.set(code, {
        person,
        redirect: params.get('redirect_uri') ?? '',
        challenge: params.get('code_challenge'),
        scope: params.get('scope') ?? '',
        at: Date.now(),
      });
      return code;
    },
    /** Undefined where the code is wrong, late, used, or of another request. */
    exchange: ({ code, redirect_uri, code_verifier = '' }: Record<string, string>) => {
      const grant = codes.get(code ?? '');
      codes.delete(code ?? '');
      const challenge = createHash('sha256').update(code_verifier).digest('base64url');
      if (
        !grant ||
        grant.redirect !== redirect_uri ||
        Date.now() - grant.at > codeMs ||
        (grant.challenge !== null && grant.challenge !== challenge)
      )
        return undefined;
      const scopes = grant.scope.split(/[ ,]/).filter((name) => !declined.has(name));
      granted.set(grant.person, scopes);
      return { ...make(grant.person), scope: scopes.join(',') };
    },
    /** A refresh token works once: whoever uses it again loses the account. */
    renew: (token: string | undefined) => {
      const person = refresh.get(token ?? '');
      if (token !== undefined && used.has(token) && person) revoke(person);
      if (!token || !person || used.has(token)) return undefined;
      used.add(token);
      for (const [old, owner] of access) if (owner === person) access.delete(old);
      return make(person);
    },
    /** The access tokens of an account expire. */
    expire: (person: string) => {
      for (const [token, owner] of access) if (owner === person) access.delete(token);
    },
    personOf: (token: string) => access.get(token),
  };
}

/** Logs a person in at a network, as their browser does, and chooses all of their accounts. */
export async function logIn(
  call: Call,
  network: Network,
  person: string,
  { channel, way, accounts }: { channel?: number; way?: string; accounts?: string[] } = {},
): Promise<{ status: number; body: BodyOf<'POST', '/api/channels/complete/'> }> {
  const begun = await call('/api/channels/authorize/', 'POST', {
    network,
    ...(way && { way }),
    ...(channel && { channel }),
  });
  if (begun.status !== 200) return { status: begun.status, body: begun.body as never };
  const url = new URL(begun.body.url);
  url.searchParams.set('person', person);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const { searchParams } = new URL(headers.get('location') ?? '');
  const completed = await call('/api/channels/complete/', 'POST', Object.fromEntries(searchParams));
  const choose = completed.body.choose;
  if (!choose) return completed;
  const ids = accounts ?? choose.accounts.map(({ id }) => id);
  const chosen = await call('/api/channels/choose/', 'POST', {
    state: choose.state,
    accounts: ids,
  });
  return { status: chosen.status, body: { channels: chosen.body, choose: null } };
}

/** Fetches a file that the network was given a link to. */
export async function fetchFile(url: string) {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) return undefined;
  return {
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Whether an object has only these fields. */
export const unknownField = (body: object, known: readonly string[]) =>
  Object.keys(body).find((name) => !known.includes(name));
