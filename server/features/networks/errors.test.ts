import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Network } from '#contract/networks/names.ts';
import { readConfig } from '../../config/config.ts';
import { createOutgoing } from '../../http/outgoing/outgoing.ts';
import type { Adapter, SendPart, Session } from './adapter.ts';
import { withFence } from './call.ts';
import { createDiscord } from './discord/discord.ts';
import { createFacebook } from './facebook/facebook.ts';
import { NetworkError } from './failures.ts';
import { createInstagram } from './instagram/instagram.ts';
import { createLinkedIn } from './linkedin/linkedin.ts';
import type { Installation } from './oauth.ts';
import { createTelegram } from './telegram/telegram.ts';
import { createThreads } from './threads/threads.ts';
import { createTikTok } from './tiktok/tiktok.ts';
import { createX } from './x/x.ts';

/**
 * Every documented error of a network: its class, from which the action follows that a person is
 * offered, and the sentence that they read. The network is a server that answers whatever a test says.
 */

const NOW = Date.parse('2026-02-28T23:59:30Z');

let reply: { status: number; body: unknown; headers: Record<string, string> };
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () =>
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify(reply.body)),
  );
});
const outgoing = createOutgoing({ userAgent: 'Test', allowPrivate: true });
let installation: Installation;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origins = [
    'https://api.x.com',
    'https://api.linkedin.com',
    'https://graph.facebook.com',
    'https://graph.instagram.com',
    'https://graph.threads.net',
    'https://open.tiktokapis.com',
    'https://api.telegram.org',
    'https://discord.com',
  ];
  const config = readConfig({
    X_CLIENT_ID: 'id',
    NETWORK_ADDRESSES: origins.map((origin) => `${origin}=${url}`).join(','),
    ALLOW_PRIVATE_NETWORKS: 'true',
  });
  installation = {
    clock: { now: () => NOW },
    outgoing,
    config: { ...config, secret: '' },
    links: undefined,
    log: { warn: () => undefined },
  };
});
afterAll(async () => {
  server.close();
  await outgoing.close();
});

const later = '2099-01-01T00:00:00.000Z';
const stored = {
  token: 'secret-of-the-account',
  renew_at: later,
  expires_at: later,
  ends_at: later,
};
const adapters: Partial<
  Record<
    Network,
    { create: (given: Installation) => Adapter; credentials: object; prepared: object }
  >
> = {
  x: {
    create: createX,
    credentials: { ...stored, refresh: 'r' },
    prepared: { media: [] },
  },
  linkedin: {
    create: createLinkedIn,
    credentials: stored,
    prepared: { files: [], article: null },
  },
  facebook: {
    create: createFacebook,
    credentials: stored,
    prepared: { photos: [], video: null, link: null },
  },
  instagram: {
    create: createInstagram,
    credentials: { ...stored, road: 'own' },
    prepared: { container: '1' },
  },
  threads: { create: createThreads, credentials: stored, prepared: { container: '1' } },
  tiktok: { create: createTikTok, credentials: { ...stored, refresh: 'r' }, prepared: {} },
  telegram: {
    create: createTelegram,
    credentials: { token: `1:${'secret'.repeat(6)}` },
    prepared: {},
  },
  discord: {
    create: createDiscord,
    credentials: { webhook: '1', token: 'secret-of-the-webhook' },
    prepared: {},
  },
};

const part = (prepared: object): SendPart => ({
  position: 0,
  content: 'A text',
  language: null,
  media: [],
  links: {},
  options: {},
  settings: {},
  key: '00000000-0000-4000-8000-000000000000',
  prepared: prepared as SendPart['prepared'],
  once: (upload) => upload(),
  recall: async () => undefined,
  keep: async () => {},
  repeats: 0,
  thread: null,
  since: new Date(NOW),
  isTaken: async () => false,
});

const graph = (code: number, subcode?: number, more: object = {}) => ({
  error: { message: 'What Meta says.', code, ...(subcode && { error_subcode: subcode }), ...more },
});
const tiktok = (code: string) => ({ error: { code, message: 'What TikTok says.', log_id: 'x' } });
const x = (type: string, detail = 'What X says.') => ({
  type: type ? `https://api.twitter.com/2/problems/${type}` : 'about:blank',
  title: 'A title',
  detail,
});

type Row = [network: Network, name: string, status: number, body: unknown, expected: string];
const rows: Row[] = [
  ['x', 'an expired token', 401, x(''), 'expired'],
  [
    'x',
    'no credits',
    402,
    x('credits'),
    'operator: X charges for posts, and the credits are used up',
  ],
  ['x', 'a duplicate', 403, x(''), 'rejected: What X says'],
  ['x', 'an application without rights', 403, x('client-forbidden'), 'operator: What X says'],
  ['x', 'too many requests', 429, x('rate-limit-exceeded'), 'rate_limited: What X says'],
  [
    'x',
    'the limit of the month',
    429,
    x('usage-capped'),
    'operator: X accepts no more posts from this installation this month',
  ],
  ['x', 'an invalid request', 400, x('invalid-request'), 'rejected: What X says'],
  ['x', 'a failure of X', 503, x(''), 'unknown'],
  ['x', 'a page of a proxy', 403, '<html>', 'transient'],
  ['linkedin', 'a revoked token', 401, { code: 'REVOKED_ACCESS_TOKEN', message: 'm' }, 'expired'],
  ['linkedin', 'a missing scope', 403, { code: 'ACCESS_DENIED', message: 'm' }, 'reauthorize'],
  ['linkedin', 'a conflict', 409, { message: 'Try again' }, 'transient'],
  [
    'linkedin',
    'a version that has ended',
    426,
    { code: 'NONEXISTENT_VERSION', message: 'm' },
    'operator: LinkedIn no longer supports version 202608 of its API: set LINKEDIN_VERSION',
  ],
  [
    'linkedin',
    'a duplicate at the first attempt',
    422,
    {
      message: 'Content is a duplicate of urn:li:share:7',
      errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST' }] },
    },
    'rejected: LinkedIn already has this text, and refuses it again for up to two days',
  ],
  [
    'linkedin',
    'a file that waits',
    400,
    { code: 'MEDIA_ASSET_WAITING_UPLOAD', message: 'm' },
    'transient',
  ],
  [
    'linkedin',
    'a file that failed',
    400,
    { code: 'MEDIA_ASSET_PROCESSING_FAILED', message: 'm' },
    'unprepared',
  ],
  ['linkedin', 'a content', 422, { message: 'It is too long.' }, 'rejected: It is too long'],
  ['linkedin', 'too many requests', 429, { message: 'Throttled' }, 'rate_limited'],
  ['linkedin', 'a failure', 500, { message: 'm' }, 'unknown'],
  ...(['facebook', 'instagram', 'threads'] as const).flatMap((network): Row[] => [
    ...[458, 459, 460, 463, 464, 467, 492].map(
      (subcode): Row => [network, `a token (${subcode})`, 401, graph(190, subcode), 'reauthorize'],
    ),
    [network, 'a session', 400, graph(102), 'reauthorize'],
    [network, 'a permission', 403, graph(10), 'reauthorize'],
    [network, 'another permission', 403, graph(200), 'reauthorize'],
    ...[4, 17, 32, 613, 80_001].map(
      (code): Row => [network, `a limit (${code})`, 400, graph(code), 'rate_limited'],
    ),
    [network, 'an unknown failure', 500, graph(1), 'unknown'],
    [network, 'a service', 500, graph(2), 'unknown'],
    [network, 'something passing', 400, graph(99, undefined, { is_transient: true }), 'unknown'],
    [network, 'a parameter', 400, graph(100), 'rejected: What Meta says'],
    [network, 'a policy', 400, graph(368), 'rejected: What Meta says'],
    [network, 'a duplicate', 400, graph(506), 'rejected: What Meta says'],
    [network, 'an error in a success', 200, graph(100), 'rejected: What Meta says'],
  ]),
  ['facebook', 'too fast', 400, graph(1, 1_390_008), 'rate_limited'],
  ['facebook', 'photos that were posted', 400, graph(1, 1_366_051), 'rejected'],
  ['facebook', 'an identity to confirm', 400, graph(1, 4_854_002), 'rejected'],
  ...[2_207_003, 2_207_006, 2_207_008, 2_207_020].map(
    (code): Row => [
      'instagram',
      `what was prepared is gone (${code})`,
      400,
      graph(100, code),
      'unprepared',
    ],
  ),
  ['instagram', 'a file that cannot be fetched', 400, graph(9004, 2_207_052), 'operator'],
  ['instagram', 'not ready', 400, graph(9007, 2_207_027), 'transient'],
  ['instagram', 'the quota', 400, graph(9, 2_207_042), 'rate_limited'],
  ...[
    2_207_001, 2_207_004, 2_207_005, 2_207_009, 2_207_010, 2_207_026, 2_207_028, 2_207_050,
    2_207_051,
  ].map((code): Row => ['instagram', `a content (${code})`, 400, graph(100, code), 'rejected']),
  ['threads', 'too early', 400, graph(24), 'transient'],
  ['threads', 'a restricted person', 400, graph(1, 4_279_013), 'rejected'],
  ['tiktok', 'a token', 401, tiktok('access_token_invalid'), 'expired'],
  ['tiktok', 'a scope', 401, tiktok('scope_not_authorized'), 'reauthorize'],
  ['tiktok', 'a limit', 429, tiktok('rate_limit_exceeded'), 'rate_limited'],
  ['tiktok', 'too many posts', 403, tiktok('spam_risk_too_many_posts'), 'rate_limited'],
  ['tiktok', 'a banned person', 403, tiktok('spam_risk_user_banned_from_posting'), 'rejected'],
  ['tiktok', 'too many people', 403, tiktok('reached_active_user_cap'), 'operator'],
  [
    'tiktok',
    'an application that was not audited',
    403,
    tiktok('unaudited_client_can_only_post_to_private_accounts'),
    'operator: What TikTok says',
  ],
  ['tiktok', 'a choice', 403, tiktok('privacy_level_option_mismatch'), 'rejected'],
  ['tiktok', 'a domain', 403, tiktok('url_ownership_unverified'), 'operator'],
  ['tiktok', 'a parameter', 400, tiktok('invalid_params'), 'rejected: What TikTok says'],
  ['tiktok', 'a failure', 500, tiktok('internal_error'), 'unknown'],
  [
    'telegram',
    'a revoked token',
    401,
    { ok: false, error_code: 401, description: 'Unauthorized' },
    'reauthorize',
  ],
  [
    'telegram',
    'a bot that was removed',
    403,
    { ok: false, error_code: 403, description: 'Forbidden: bot was kicked' },
    'reauthorize: Forbidden: bot was kicked',
  ],
  [
    'telegram',
    'no chat',
    400,
    { ok: false, error_code: 400, description: 'chat not found' },
    'reauthorize',
  ],
  [
    'telegram',
    'a chat that moved',
    400,
    { ok: false, error_code: 400, description: 'm', parameters: { migrate_to_chat_id: -1 } },
    'reauthorize',
  ],
  [
    'telegram',
    'a limit',
    429,
    { ok: false, error_code: 429, description: 'm', parameters: { retry_after: 5 } },
    'rate_limited',
  ],
  [
    'telegram',
    'a text',
    400,
    { ok: false, error_code: 400, description: 'too long' },
    'rejected: too long',
  ],
  ['telegram', 'a failure', 502, { ok: false, error_code: 502, description: 'm' }, 'unknown'],
  [
    'discord',
    'no webhook',
    404,
    { code: 10_015, message: 'Unknown Webhook' },
    'reauthorize: Unknown Webhook',
  ],
  ['discord', 'a token', 401, { code: 50_027, message: 'm' }, 'reauthorize'],
  ['discord', 'no channel', 404, { code: 10_003, message: 'm' }, 'reauthorize'],
  [
    'discord',
    'a content',
    400,
    { code: 50_035, message: 'Invalid Form Body' },
    'rejected: Invalid Form Body',
  ],
  ['discord', 'an empty message', 400, { code: 50_006, message: 'm' }, 'rejected'],
  ['discord', 'a file that is too large', 413, { code: 40_005, message: 'm' }, 'rejected'],
  ['discord', 'a limit', 429, { message: 'm', retry_after: 1.5, global: false }, 'rate_limited'],
  ['discord', 'a failure', 502, { code: 0, message: 'm' }, 'unknown'],
];

describe('the errors of networks', () => {
  test.each(rows)('%s: %s', async (network, _, status, body, expected) => {
    const known = adapters[network];
    if (!known) throw new Error('no adapter');
    reply = { status, body, headers: {} };
    const session = {
      credentials: known.credentials,
      account: { remoteId: '1', server: '' },
    } as Session;
    const error = await withFence(
      async () => {},
      () =>
        known.create(installation).send([part(known.prepared)], session, AbortSignal.timeout(5000)),
    ).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(NetworkError);
    const { kind, message, until } = error as NetworkError;
    expect(expected.includes(':') ? `${kind}: ${message}` : kind).toBe(expected);
    // A sentence without its full stop, and without a secret.
    expect(message).toMatch(/^\S(.*[^.])?$/);
    expect(JSON.stringify(error)).not.toContain('secret');
    // What follows from a class is the matter of `delivery.test.ts`; a pause has its end there.
    if (until) expect(kind).toBe('rate_limited');
  });

  test('a limit names its time, however it is said, by the clock of this process', async () => {
    const waitMs = async (network: Network, headers: Record<string, string>, body: unknown) => {
      const known = adapters[network];
      reply = { status: 429, body, headers: { date: new Date(NOW).toUTCString(), ...headers } };
      const session = { credentials: known?.credentials, account: { remoteId: '1', server: '' } };
      const error = await withFence(
        async () => {},
        async () =>
          known
            ?.create(installation)
            .send([part(known.prepared)], session as Session, AbortSignal.timeout(5000)),
      ).catch((failure: NetworkError) => failure);
      return (error as NetworkError).waitMs(NOW);
    };
    const limited = x('rate-limit-exceeded');
    const unix = String(NOW / 1000 + 90);
    expect(await waitMs('x', { 'x-rate-limit-reset': unix }, limited)).toBe(90_000);
    expect(await waitMs('x', { 'retry-after': '20' }, limited)).toBe(20_000);
    const usage = JSON.stringify({ 1: [{ estimated_time_to_regain_access: 7 }] });
    expect(await waitMs('facebook', { 'x-business-use-case-usage': usage }, graph(4))).toBe(
      420_000,
    );
    expect(await waitMs('facebook', {}, graph(4))).toBe(600_000);
    expect(await waitMs('instagram', {}, graph(9, 2207042))).toBe(3_600_000);
    expect(await waitMs('tiktok', {}, tiktok('rate_limit_exceeded'))).toBe(60_000);
    expect(await waitMs('discord', {}, { message: 'm', retry_after: 2.4 })).toBe(2400);
    const parameters = { retry_after: 30 };
    expect(await waitMs('telegram', {}, { ok: false, description: 'm', parameters })).toBe(30_000);
  });
});
