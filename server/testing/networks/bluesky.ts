import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { freePort } from '../free-port.ts';
import { jpeg } from '../media-files.ts';
import type { ForeignJson } from './fake.ts';
import { type Fault, startFaultProxy } from './fault-proxy.ts';
import type { FakeNetwork } from './network.ts';

/** The real server software of Bluesky (server/testing/bluesky), behind a proxy that lets calls fail. */

const PASSWORD = 'the password of the account';
const SOON_SECONDS = 1;

const replies = (fault: Fault) => {
  switch (fault) {
    case 'rate_limit':
      return {
        status: 429,
        headers: { 'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + SOON_SECONDS) },
        body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      };
    case 'expired':
      return { status: 400, body: { error: 'ExpiredToken', message: 'Token has expired' } };
    case 'revoked':
      return {
        status: 400,
        body: { error: 'InvalidToken', message: 'Token could not be verified' },
      };
    case 'refuse':
      return { status: 400, body: { error: 'InvalidRequest', message: 'Record is not valid.' } };
    default:
      return { status: 502, body: { error: 'UpstreamFailure', message: 'Upstream Failure' } };
  }
};

type Launched = { url: string; directory: string; child: ChildProcess; folder: string };

async function launch(): Promise<Launched> {
  const folder = mkdtempSync(join(tmpdir(), 'bluesky-'));
  const file = new URL('../bluesky/server.js', import.meta.url).pathname;
  // Ends with this process: its input closes then.
  const child = spawn(process.execPath, [file, folder, String(await freePort())], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) return { ...JSON.parse(line), child, folder };
  throw new Error('the server of Bluesky did not start');
}

/** The same directory, where the server of all accounts is the proxy. */
async function startDirectory(directory: string, proxy: string) {
  const server = createServer((incoming, response) => {
    const answer = async () => {
      const { status, text } = await fetch(directory + incoming.url).then(async (original) => ({
        status: original.status,
        text: await original.text(),
      }));
      const document = text.replaceAll(
        /"serviceEndpoint":"[^"]+"/g,
        `"serviceEndpoint":"${proxy}"`,
      );
      response.writeHead(status, { 'content-type': 'application/json' }).end(document);
    };
    void answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

type Post = { uri: string; cid: string; value: ForeignJson };
type Session = { did: string; accessJwt: string };

export type Bluesky = Awaited<ReturnType<typeof startBluesky>>;

export async function startBluesky() {
  const { url, directory, child, folder } = await launch();
  const proxy = await startFaultProxy(
    url,
    ({ path }) => path.startsWith('/xrpc/com.atproto.repo.applyWrites'),
    replies,
  );
  const behindProxy = await startDirectory(directory, proxy.url);
  let accounts = 0;

  async function xrpc<Result>(method: string, body?: object, token?: string) {
    const response = await fetch(`${url}/xrpc/${method}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const result = await response.json();
    if (!response.ok) throw new Error(`${method}: ${JSON.stringify(result)}`);
    return result as Result;
  }

  async function setPicture(did: string, token: string) {
    const response = await fetch(`${url}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
      body: new Uint8Array(await jpeg()),
    });
    const { blob } = (await response.json()) as ForeignJson;
    const collection = 'app.bsky.actor.profile';
    const record = { $type: collection, avatar: blob };
    const put = { repo: did, collection, rkey: 'self', record };
    await xrpc('com.atproto.repo.putRecord', put, token);
  }

  /** A new account with an app password and a picture. */
  async function createAccount() {
    const handle = `user${process.pid}n${++accounts}.test`;
    const { did, accessJwt } = await xrpc<Session>('com.atproto.server.createAccount', {
      handle,
      email: `${handle}@example.org`,
      password: PASSWORD,
    });
    const { password } = await xrpc<{ password: string }>(
      'com.atproto.server.createAppPassword',
      { name: 'postfolio' },
      accessJwt,
    );
    await setPicture(did, accessJwt);
    return { handle, did, password, accessJwt };
  }

  /** The records of an account, the earliest first. */
  async function records(did: string, collection = 'app.bsky.feed.post') {
    const query = new URLSearchParams({ repo: did, collection, limit: '100', reverse: 'true' });
    const all: Post[] = [];
    for (;;) {
      const { records: page, cursor } = await xrpc<{ records: Post[]; cursor?: string }>(
        `com.atproto.repo.listRecords?${query}`,
      );
      all.push(...page);
      if (!cursor) return all;
      query.set('cursor', cursor);
    }
  }

  /**
   * Logs a person in on the page behind the address, and allows what it asks for, as their browser
   * does; returns where they are sent.
   */
  async function login(address: string, { handle, did }: { handle: string; did: string }) {
    const { origin } = new URL(address);
    const cookies = new Map<string, string>();
    /** Not `fetch`, which sets the headers that tell a page from a script. */
    const send = async (url: string, site: string, body?: object) => {
      const {
        statusCode,
        headers,
        body: content,
      } = await request(url, {
        method: body ? 'POST' : 'GET',
        headers: {
          cookie: [...cookies].map((entry) => entry.join('=')).join('; '),
          'sec-fetch-site': site,
          'sec-fetch-mode': body ? 'same-origin' : 'navigate',
          ...(site === 'same-origin' && { referer: address }),
          ...(body
            ? {
                origin,
                'content-type': 'application/json',
                'x-csrf-token': cookies.get('csrf-token') ?? '',
              }
            : { 'sec-fetch-dest': 'document' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const text = await content.text();
      if (statusCode >= 400) throw new Error(`${url}: ${text}`);
      return { text, headers };
    };
    await send(address, 'none');
    const api = `${origin}/@atproto/oauth-provider/~api`;
    const person = { username: handle, password: PASSWORD, locale: 'en', remember: true };
    await send(`${api}/sign-in`, 'same-origin', person);
    const { url: next } = JSON.parse((await send(`${api}/consent`, 'same-origin', { did })).text);
    const { headers: last } = await send(next, 'same-origin');
    return new URL(String(last.location));
  }

  const known = new Map<number, Awaited<ReturnType<typeof createAccount>>>();
  const fieldsOf = ({ handle, password }: { handle: string; password: string }) => ({
    handle,
    password,
    service: proxy.url,
  });
  const network: FakeNetwork = {
    name: 'bluesky',
    environment: { PLC_DIRECTORY: behindProxy.url },
    renews: true,
    atomic: true,
    connect: async (call) => {
      const account = await createAccount();
      const { status, body } = await call('/api/channels/', 'POST', {
        network: 'bluesky',
        fields: fieldsOf(account),
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      known.set(body.id, account);
      return body.id;
    },
    reconnect: (call, channel) =>
      call(`/api/channels/${channel}/reconnect/`, 'POST', {
        fields: fieldsOf(known.get(channel) as { handle: string; password: string }),
      }),
    posts: async (_call, channel) =>
      (await records(known.get(channel)?.did ?? '')).map(({ uri, value }) => ({
        id: uri,
        content: value.text,
        parent: value.reply?.parent.uri ?? null,
      })),
    reposts: async (_call, channel) =>
      (await records(known.get(channel)?.did ?? '', 'app.bsky.feed.repost')).map(
        ({ value }) => value.subject.uri,
      ),
    fail: async (_call, _channel, ...faults) => proxy.fail(...faults),
    stop: async () => {
      proxy.stop();
      behindProxy.stop();
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return {
    ...network,
    chaos: proxy.chaos,
    url: proxy.url,
    directory,
    /** The server without the proxy. */
    direct: url,
    account: (channel: number) => known.get(channel) ?? { did: '' },
    /** Where https://app.postfolio-tests.org is. */
    reach: (app: string) => void child.stdin?.write(`${app}\n`),
    login,
    createAccount,
    records,
    xrpc,
  };
}
