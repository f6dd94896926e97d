import { afterAll, expect, test } from 'vitest';
import { createSecrets } from '../../../secrets.ts';
import { useApp } from '../../../testing/app.ts';
import { environmentOf } from '../../../testing/networks/network.ts';
import { startXNetwork } from '../../../testing/networks/x.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { openCredentials, seal } from './credentials.ts';

/** A process that is frozen, or killed, while it renews an access whose token is valid once. */

const x = await startXNetwork();
afterAll(() => x.stop());

const app = useApp(async () => ({ ALLOW_PRIVATE_NETWORKS: 'true', ...environmentOf(x) }));
const secrets = createSecrets('x'.repeat(32));

/**
 * A post that is due while another process has used the token, and its claim lapsed so long ago;
 * `wake`: it stores what it was given.
 */
async function begun(lapsed: string) {
  const me = await publisherOn(app, x);
  const { rows } = await app.database.query('select credentials from channels where id = $1', [
    me.channel,
  ]);
  const given = openCredentials(secrets, me.channel, rows[0].credentials);
  const former = seal(secrets, me.channel, { ...given, refresh: 'used' });
  await app.database.query(
    'update channels set credentials = $2, renewing_until = now() - $3::interval where id = $1',
    [me.channel, former, lapsed],
  );
  await x.fail(me.call, me.channel, 'expired', 'expired', 'expired');
  const publication = await me.publish(await me.thread(['Renewed']));
  const wake = async () => {
    await x.fail(me.call, me.channel);
    const stored = await app.database.query(
      'update channels set credentials = $2, renewing_until = null where id = $1 and credentials = $3',
      [me.channel, rows[0].credentials, former],
    );
    expect(stored.rowCount).toBe(1);
  };
  return { ...me, publication, wake };
}

test('the other process may wake and store the access: nobody has to reconnect', async () => {
  const me = await begun('1 second');
  const read = async () => (await me.call(`/api/publications/${me.publication}/`)).body;
  await expect
    .poll(async () => (await read()).detail, { timeout: 20_000 })
    .toContain('Another process has begun');
  expect((await read()).state).not.toBe('stopped');
  expect((await me.call('/api/channels/')).body[0]).toMatchObject({ state: 'connected' });
  await me.wake();
  await app.database.query('update publications set next_attempt_at = now() where id = $1', [
    me.publication,
  ]);
  await me.until(me.publication, 'published');
});

test('where it does not wake, a person reconnects', async () => {
  const me = await begun('11 minutes');
  expect(await me.until(me.publication, 'stopped')).toMatchObject({ reason: 'reconnect' });
});
