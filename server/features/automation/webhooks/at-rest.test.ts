import pg from 'pg';
import { expect, test } from 'vitest';
import { start, useApp, writer } from '../../../testing/app.ts';
import { useReceiver } from '../../../testing/webhook-receiver.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const hooks = useReceiver(app);

test('a restored copy at rest tries no address', async () => {
  const { token } = await writer(app);
  const database = new pg.Client(app.databaseUrl);
  await database.connect();
  await database.query('update installation set restored_at = now(), backup_at = now()');
  await database.end();
  const copy = await start(app.databaseUrl, { ALLOW_PRIVATE_NETWORKS: 'true' });
  try {
    const tried = await copy.post('/api/webhooks/try/', { url: `${hooks.base}/rest` }, token);
    expect([tried.status, hooks.received]).toEqual([503, []]);
  } finally {
    await copy.stop();
  }
});
