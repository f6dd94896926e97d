import { expect, test } from 'vitest';
import type { Network } from '#contract/networks/names.ts';
import { readConfig } from '../../config/config.ts';
import type { Outgoing } from '../../http/outgoing/outgoing.ts';
import type { Adapter, SendMedia, SendPart, Session } from './adapter.ts';
import { createBluesky } from './bluesky/bluesky.ts';
import { newKey } from './bluesky/keys.ts';
import { createLogin } from './bluesky/login.ts';
import { createCaller, withFence } from './call.ts';
import { checked } from './checked.ts';
import { createFacebook } from './facebook/facebook.ts';
import { NetworkError, StillProcessing } from './failures.ts';
import { createInstagram } from './instagram/instagram.ts';
import { createLinkedIn } from './linkedin/linkedin.ts';
import { createMastodon } from './mastodon/mastodon.ts';
import { findContainer } from './meta/containers.ts';
import type { GraphApi } from './meta/graph.ts';
import { createInsights } from './meta/insights.ts';
import type { Installation } from './oauth.ts';
import { createThreads } from './threads/threads.ts';
import { createTikTok } from './tiktok/tiktok.ts';
import { createX } from './x/x.ts';

/** Adapters count by the clock that they have: this one stands, far from that of the machine. */

const START = Date.parse('2020-02-29T23:59:30Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const signal = AbortSignal.timeout(60_000);

/** An installation whose networks all give this answer. */
function installationAt(clock: { now: () => number }, answer: object): Installation {
  const send = async (url: string) => ({
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    body: Buffer.from(JSON.stringify(answer)),
    url,
  });
  const config = readConfig({
    X_CLIENT_ID: 'id',
    LINKEDIN_CLIENT_ID: 'id',
    LINKEDIN_CLIENT_SECRET: 'secret',
    TIKTOK_CLIENT_KEY: 'key',
    TIKTOK_CLIENT_SECRET: 'secret',
  });
  return {
    clock,
    outgoing: { send } as unknown as Outgoing,
    config: { ...config, secret: '' },
    links: undefined,
    log: { warn: () => undefined },
  };
}

const standing = { now: () => START };
const never = async () => undefined;
const apps = { find: never, keep: never, keepFirst: never, remove: never };

const created: Partial<Record<Network, (given: Installation) => Adapter>> = {
  x: createX,
  linkedin: createLinkedIn,
  facebook: createFacebook,
  instagram: createInstagram,
  threads: createThreads,
  tiktok: createTikTok,
  mastodon: (given) =>
    createMastodon(given, { apps, website: 'https://app.example', allowHttp: false }),
  bluesky: (given) => createBluesky(given, { directory: 'https://plc.example', allowHttp: false }),
};
const adapterOf = (network: Network, given: Installation) => created[network]?.(given) as Adapter;

const far = new Date(START + 99 * DAY_MS).toISOString();
const session: Session = {
  credentials: {
    ...{ token: 't', refresh: 'r', road: 'own', renew_at: far, ends_at: far, expires_at: far },
    ...{ origin: 'https://mastodon.example', service: 'https://pds.example' },
    ...{ accessJwt: 'a', refreshJwt: 'r' },
  },
  account: { remoteId: '1', server: '' },
};

test.each(['x', 'linkedin', 'instagram', 'threads', 'tiktok'] as const)(
  'a token of %s expires by the clock that the adapter has',
  async (network) => {
    const token = { access_token: 'a', expires_in: 3600, refresh_token: 'r' };
    const given = installationAt(standing, { ...token, refresh_expires_in: 7200 });
    const { renew } = adapterOf(network, given);
    const credentials = await renew?.renew(session, signal);
    expect(renew?.expiry(credentials ?? {})).toEqual(new Date(START + HOUR_MS));
  },
);

/** What every network answers to an upload, each with words of its own. */
const UPLOADED = {
  id: '1',
  status: 'FINISHED',
  data: { id: '1', publish_id: '1', upload_url: 'https://open.tiktokapis.com/upload' },
  value: { uploadUrl: 'https://api.linkedin.com/upload', image: 'urn:li:image:1' },
  blob: { $type: 'blob', mimeType: 'image/jpeg', size: 1 },
};
const bytes = Buffer.from('x');
const file = {
  ...{ kind: 'picture', name: 'a.jpg', type: 'image/jpeg', size: 1, alt: '', focus: [0.5, 0.5] },
  ...{ hash: 'h', width: 1, height: 1, duration: null },
  chunks: async function* () {
    yield bytes;
  },
  picture: async () => ({ bytes, type: 'image/jpeg', width: 1, height: 1 }),
  link: async () => 'https://app.example/a.jpg',
  once: (upload) => upload(),
} as SendMedia;
const reply = { id: '1', url: null };
const part = (changes: Partial<SendPart> = {}): SendPart => ({
  ...{ position: 0, content: 'A text', language: null, media: [file], links: {}, options: {} },
  ...{ settings: {}, key: '00000000-0000-4000-8000-000000000000', prepared: null },
  once: (upload) => upload(),
  recall: never,
  keep: async () => {},
  ...{ repeats: 0, thread: null, since: new Date(START), isTaken: async () => false },
  ...changes,
});

test.each<[Network, hours: number, changes?: Partial<SendPart>]>([
  ['x', 20],
  ['linkedin', 20],
  ['facebook', 20],
  ['threads', 20],
  ['bluesky', 1],
  ['tiktok', 50 / 60, { media: [{ ...file, kind: 'video' }] }],
  // Others post meanwhile.
  ['mastodon', 10 / 60, { thread: { root: reply, parent: reply } }],
])(
  '%s keeps what it was sent by the clock that the adapter has',
  async (network, hours, changes) => {
    const { prepare } = adapterOf(network, installationAt(standing, UPLOADED));
    const [prepared] = (await prepare?.([part(changes)], session, signal)) ?? [];
    expect(prepared?.until).toBe(new Date(START + hours * HOUR_MS).toISOString());
  },
);

test('what a login of Bluesky signs is dated by the clock that the adapter has', async () => {
  const issuer = 'https://login.example';
  const sent: { headers: Record<string, string>; body: string }[] = [];
  const answer = {
    ...{ issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/authorize` },
    ...{ access_token: 'a', token_type: 'DPoP', refresh_token: 'r', expires_in: 3600 },
  };
  const { outgoing } = installationAt(standing, answer);
  const send: Outgoing['send'] = async (url, request) => {
    if (url.endsWith('/token') || url.includes('/xrpc/'))
      sent.push({ headers: request?.headers ?? {}, body: String(request?.body ?? '') });
    return outgoing.send(url, request);
  };
  let now = START;
  const caller = createCaller(
    { clock: { now: () => now }, outgoing: { ...outgoing, send } },
    'bluesky',
  );
  const own = await newKey();
  const login = createLogin(caller, {} as Parameters<typeof createLogin>[1], {
    ...{ clientId: 'https://app.example/client.json', website: 'https://app.example' },
    redirectUri: 'https://app.example/callback',
    apps: { ...apps, find: async () => own },
    allowHttp: false,
  });
  const former = { accessToken: 'a', refreshToken: 'r', expiresAt: far };
  const access = await login.renew({ issuer, key: await newKey(), ...former }, signal);
  expect(access.expiresAt).toBe(new Date(START + HOUR_MS).toISOString());
  // The key of a proof is remembered, its time is not.
  now += DAY_MS;
  await login.call('https://pds.example/xrpc/method', access, { signal });
  const claimsOf = (jwt: string | null | undefined) =>
    JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString());
  const [token, call] = sent;
  const seconds = START / 1000;
  const assertion = new URLSearchParams(token?.body).get('client_assertion');
  expect(claimsOf(assertion)).toMatchObject({ iat: seconds, nbf: seconds, exp: seconds + 60 });
  expect(claimsOf(token?.headers.dpop)).toMatchObject({ iat: seconds });
  expect(claimsOf(call?.headers.dpop)).toMatchObject({ iat: seconds + DAY_MS / 1000 });
});

test('a post of no known time is of now', async () => {
  const post = { id: '1', url: null, content: 'A text', created_at: 'never' };
  const adapter = { methods: [{ by: 'fields' }], latest: async () => [post] };
  const installation = { requireActive: () => undefined };
  const { latest } = checked(
    adapter as unknown as Adapter,
    { clock: standing, installation } as unknown as Parameters<typeof checked>[1],
  );
  expect(await latest(session, signal)).toMatchObject([
    { created_at: new Date(START).toISOString() },
  ]);
});

test('metrics that a network refuses are asked for again after a day', async () => {
  let now = START;
  const log = { warn: () => undefined };
  const insights = createInsights('threads', { clock: { now: () => now }, log });
  const api = {
    get: async (_path: string, _schema: unknown, { metric }: { metric: string }) => {
      if (metric.includes('old')) throw new NetworkError('rejected', '100', 'No such metric');
      return { data: [] };
    },
  } as unknown as GraphApi;
  await insights.read(api, '/1/insights', 'post', ['old', 'new']);
  now += DAY_MS - 1;
  expect(insights.accepted('post', ['old', 'new'])).toEqual(['new']);
  now += 1;
  expect(insights.accepted('post', ['old', 'new'])).toEqual(['old', 'new']);
});

test('a container that was published is looked for until lists must have it', async () => {
  const find = (ageMs: number) =>
    findContainer(
      part({ prepared: { container: '1' } }),
      {
        name: 'A network',
        clock: { now: () => START + ageMs },
        read: async () => ({ state: 'PUBLISHED', detail: '' }),
      },
      never,
    );
  await expect(find(10 * MINUTE_MS - 1)).rejects.toThrow(StillProcessing);
  expect(await find(10 * MINUTE_MS)).toBe('unknowable');
});

test('a repetition is safe on LinkedIn for an hour, and tried for two', async () => {
  const at = (ageMs: number) =>
    createLinkedIn(installationAt({ now: () => START + ageMs }, { message: 'answered' }));
  const find = (ageMs: number) => at(ageMs).find(part(), session, signal);
  expect([await find(HOUR_MS), await find(HOUR_MS + 1)]).toEqual(['repeatable', 'unknowable']);
  const prepared = { files: [], article: null };
  const again = part({ media: [], repeats: 1, prepared });
  const send = (ageMs: number) =>
    withFence(
      async () => {},
      () => at(ageMs).send([again], session, signal),
    );
  // It was sent, and this answer names no post.
  await expect(send(2 * HOUR_MS)).rejects.toMatchObject({ kind: 'unknown', code: 'shape' });
  await expect(send(2 * HOUR_MS + 1)).rejects.toMatchObject({ kind: 'unknown', code: 'late' });
});
