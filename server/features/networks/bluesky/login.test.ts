import { afterAll, expect, test } from 'vitest';
import { createSecrets } from '../../../secrets.ts';
import { useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type Bluesky, startBluesky } from '../../../testing/networks/bluesky.ts';
import type { Call } from '../../../testing/responses.ts';
import { resealApps } from '../networks.service.ts';

let bluesky: Bluesky;
const app = useApp(async () => {
  bluesky = await startBluesky();
  return {
    ALLOW_PRIVATE_NETWORKS: 'true',
    PUBLIC_URL: 'https://app.postfolio-tests.org',
    PLC_DIRECTORY: bluesky.directory,
  };
});
afterAll(() => bluesky.stop());

type Jwk = { x: string; d?: string };

const credentialsOf = async (channel: number) =>
  (await app.database.query('select credentials from channels where id = $1', [channel])).rows[0]
    .credentials;

test('people log in with OAuth, and the access is renewed', async () => {
  bluesky.reach(app.base);
  const person = await writer(app);
  const call: Call = (path, method, body) =>
    app.request(path, { method, token: person.token, body });
  const account = await bluesky.createAccount();
  const connect = async (channel?: number, as = account) => {
    const { body, status } = await call('/api/channels/authorize/', 'POST', {
      network: 'bluesky',
      fields: { handle: account.handle, service: bluesky.url },
      ...(channel && { channel }),
    });
    expect([status, body.url ?? body]).toEqual([200, expect.any(String)]);
    const { origin, pathname, searchParams } = await bluesky.login(body.url, as);
    expect(origin + pathname).toBe('https://app.postfolio-tests.org/social-accounts/callback');
    return call('/api/channels/complete/', 'POST', Object.fromEntries(searchParams));
  };
  const { status, body: connected } = await connect();
  const [channel] = connected.channels;
  expect([status, channel.handle]).toEqual([200, `@${account.handle}`]);

  const send = async (content: string) => {
    const { id } = await person.write({ content });
    const path = `/api/content/items/${id}/publications/` as const;
    return (await call(path, 'POST', { channels: [channel.id] })).body[0].id;
  };
  const until = (id: number, state: string) =>
    eventually(async () => {
      const { body } = await call(`/api/publications/${id}/`);
      expect([body.state, body.detail]).toEqual([
        state,
        state === 'published' ? null : expect.any(String),
      ]);
    });
  /** Changes the access as it is stored. */
  const [secrets, sealedFor] = [createSecrets('x'.repeat(32)), `channel ${channel.id}`];
  const open = async () =>
    JSON.parse(secrets.open('credentials', await credentialsOf(channel.id), sealedFor));
  const alter = async (changes: object) => {
    const { access, ...rest } = await open();
    const credentials = JSON.stringify({ ...rest, access: { ...access, ...changes } });
    await app.database.query('update channels set credentials = $2 where id = $1', [
      channel.id,
      secrets.seal('credentials', credentials, sealedFor),
    ]);
  };
  await until(await send('By OAuth'), 'published');
  const before = await open();
  await alter({ expiresAt: new Date().toISOString() });
  await until(await send('An hour later'), 'published');
  expect((await open()).access.accessToken).not.toBe(before.access.accessToken);
  // An access that was revoked cannot be renewed.
  await alter({ expiresAt: new Date().toISOString(), refreshToken: before.access.refreshToken });
  const last = await send('Connected again');
  await until(last, 'stopped');
  expect((await call('/api/channels/')).body[0].state).toBe('reconnect');
  expect((await connect(channel.id)).status).toBe(200);
  await until(last, 'published');
  const texts = (await bluesky.records(account.did)).map(({ value }) => value.text);
  expect(texts).toEqual(['By OAuth', 'An hour later', 'Connected again']);
  const other = await bluesky.createAccount();
  expect((await connect(channel.id, other)).status).toBe(409);
  // The key of the installation is sealed again with another SECRET, and stays the same.
  const client = async () =>
    (await call('/api/networks/bluesky/client.json')).body as { jwks: { keys: [Jwk] } };
  const { jwks } = await client();
  expect(jwks.keys[0].d).toBe(undefined);
  const next = createSecrets('n'.repeat(32), 'x'.repeat(32));
  await resealApps({ database: app.database, secrets: next });
  const { rows } = await app.database.query('select credentials from network_apps');
  const own = createSecrets('n'.repeat(32)).open(
    'credentials',
    rows[0].credentials,
    'app bluesky ',
  );
  expect(JSON.parse(own).x).toBe(jwks.keys[0].x);
  const unknown = await call('/api/channels/authorize/', 'POST', {
    network: 'bluesky',
    fields: { handle: 'nobody.test', service: bluesky.url },
  });
  expect(unknown).toMatchObject({
    status: 400,
    body: { handle: ['Bluesky doesn’t recognise this handle.'] },
  });
});
