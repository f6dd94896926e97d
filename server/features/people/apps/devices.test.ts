import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { person, useApp, writer } from '../../../testing/app.ts';
import { APP_TABLES, ORIGIN, oauthOn } from '../../../testing/oauth.ts';
import { passTime } from '../../../testing/pass-time.ts';

const app = useApp({ PUBLIC_URL: ORIGIN });
const client = oauthOn(app);
const CLI = { client_id: 'postfolio-cli' };
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

async function start(fields: Record<string, string> = {}) {
  const server = await client.discover();
  const given = {
    ...{ resource: `${ORIGIN}/api`, scope: 'read write publish', device_name: 'mara-laptop' },
    ...fields,
  };
  const response = await oauth.deviceAuthorizationRequest(
    ...([server, CLI, oauth.None(), given] as const),
    client.options,
  );
  const device = await oauth.processDeviceAuthorizationResponse(server, CLI, response);
  const poll = async () => {
    const response = await oauth.deviceCodeGrantRequest(
      ...([server, CLI, oauth.None(), device.device_code] as const),
      client.options,
    );
    return oauth.processDeviceCodeResponse(server, CLI, response);
  };
  /** The error of a poll, when so many seconds have gone by. */
  const refused = (seconds: number) =>
    passTime(app, seconds * 1000, APP_TABLES, async () =>
      poll().then(
        () => 'none',
        (error: unknown) => (error as oauth.ResponseBodyError).error,
      ),
    );
  return { ...device, poll, refused };
}

const enter = (me: { token: string }, code: string) =>
  app.request('/api/apps/devices/', { method: 'POST', token: me.token, body: { user_code: code } });

test('a program shows a code, and works once a person has entered it', async () => {
  const me = await writer(app);
  const device = await start();
  expect(device).toMatchObject({
    expires_in: 600,
    interval: 5,
    verification_uri: `${ORIGIN}/device`,
  });
  expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(device.verification_uri_complete).toBe(`${ORIGIN}/device?code=${device.user_code}`);
  expect(await device.refused(0)).toBe('authorization_pending');
  // Too early, and from then on it has to wait longer.
  expect(await device.refused(1)).toBe('slow_down');
  expect(await device.refused(7)).toBe('slow_down');
  expect(await device.refused(30)).toBe('authorization_pending');

  const typed = ` ${device.user_code.toLowerCase().replace('-', ' ')} `;
  const { status, body: shown } = await enter(me, typed);
  expect([status, shown]).toMatchObject([
    200,
    {
      app: { name: 'Command line', host: 'mara-laptop', is_confirmed: false, kind: 'terminal' },
      ...{ returns_to: null, cancel: null, resource: 'api', scopes: ['read', 'write', 'publish'] },
    },
  ]);
  const consent = { drafts_only: false, scopes: ['read', 'publish'] };
  const { body: allowed } = await client.allow(me, shown.request, consent);
  expect(allowed).toMatchObject({ redirect: null, app: { kind: 'terminal', host: 'mara-laptop' } });
  const tokens = await device.poll();
  expect(tokens.scope).toBe('read publish');
  expect((await app.get('/api/whoami/', tokens.access_token)).body).toMatchObject({
    key: { name: 'Command line' },
  });
  // Who has the code of the device, too, ends it.
  expect(await device.refused(31)).toBe('invalid_grant');
  expect((await app.get('/api/whoami/', tokens.access_token)).status).toBe(401);
});

test('a code is for one decision, in ten minutes, and a person can say no', async () => {
  const [me, other] = [await writer(app), await writer(app)];
  const no = await start();
  const { body: shown } = await enter(me, no.user_code);
  const path = '/api/apps/devices/refuse/';
  expect((await app.post(path, { request: shown.request }, other.token)).status).toBe(404);
  expect((await app.post(path, { request: shown.request }, me.token)).status).toBe(204);
  expect(await no.refused(0)).toBe('access_denied');
  expect((await client.allow(me, shown.request)).status).toBe(400);
  expect((await enter(me, no.user_code)).status).toBe(404);

  // Two people have entered the same code.
  const shared = await start();
  const requests = await Promise.all(
    [me, other].map(async (who) => (await enter(who, shared.user_code)).body.request),
  );
  const both = await Promise.all(
    [me, other].map((who, place) => client.allow(who, requests[place] as string)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);

  const late = await start();
  const { body: seen } = await enter(me, late.user_code);
  await passTime(app, 601_000, APP_TABLES, async () => {
    expect((await enter(me, late.user_code)).status).toBe(404);
    expect((await client.allow(me, seen.request)).status).toBe(400);
  });
  expect(await late.refused(601)).toBe('expired_token');
});

test('only our own program asks by a code, for an address of this server', async () => {
  const { client_id: id } = await client.register();
  const ask = async (fields: Record<string, string>) =>
    (await client.post('/oauth/device', { ...CLI, resource: `${ORIGIN}/api`, ...fields })).body;
  expect(await ask({ client_id: id })).toMatchObject({ error: 'unauthorized_client' });
  expect(await ask({ resource: 'https://elsewhere.example' })).toMatchObject({
    error: 'invalid_target',
  });
  const { device_code: code } = await ask({});
  const poll = (fields: Record<string, string>) =>
    client.post('/oauth/token', { grant_type: GRANT, device_code: code, ...CLI, ...fields });
  expect((await poll({ client_id: id })).body.error).toBe('invalid_grant');
  expect((await poll({ device_code: 'x' })).body.error).toBe('invalid_grant');
  expect((await poll({ device_code: '' })).body.error).toBe('invalid_request');
});

test('codes cannot be guessed', async () => {
  const limited = oauthOn(strict);
  const me = await person(strict);
  const statuses: number[] = [];
  for (let guess = 0; guess < 25; guess++) {
    const body = { user_code: 'BBBB-BBBB' };
    statuses.push((await strict.post('/api/apps/devices/', body, me.token)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
  const starts = [];
  for (let round = 0; round < 65; round++)
    starts.push(
      (await limited.post('/oauth/device', { ...CLI, resource: `${ORIGIN}/api` })).status,
    );
  expect(starts.filter((status) => status === 200)).toHaveLength(60);
});
const strict = useApp({ PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' });
