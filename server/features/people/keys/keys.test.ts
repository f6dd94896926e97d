import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
const app = useApp();
test('smoke', async () => {
  const me = await writer(app);
  const { status, body } = await app.post('/api/keys/', { name: 'A script', folders: [me.folder] }, me.token);
  console.log(status, body);
  const r = await app.get('/api/whoami/', body.secret);
  console.log(r.status, JSON.stringify(r.body), [...r.headers]);
  console.log((await app.get('/api/content/items/', body.secret)).body);
  console.log((await app.get('/api/keys/', body.secret)).body);
});
