import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { person, useApp } from '#server/testing/app.ts';
import { withoutBasePath } from './base-path.ts';

test.each([
  ['/posts', '/'],
  ['/posts/', '/'],
  ['/posts?a=1', '/?a=1'],
  ['/posts/content?folder=1', '/content?folder=1'],
  ['/posts/posts/', '/posts/'],
  ['/postscript', '/postscript'],
  ['/healthz', '/healthz'],
])('%s is %s below /posts', (url, expected) => {
  expect(withoutBasePath(url, '/posts')).toBe(expected);
  expect(withoutBasePath(url, '')).toBe(url);
});

describe('below a path', () => {
  const app = useApp({ PUBLIC_URL: 'https://example.org/posts/', X_CLIENT_ID: 'id' });

  test('every address that a response names has the path', async () => {
    const { token } = await person(app);
    const get = (path: string) => app.request(`/posts${path}` as '/readyz', { token });
    for (let n = 0; n < 3; n++) await app.post('/api/content/folders/', { name: `F${n}` }, token);
    const { body: folders } = await app.get('/api/content/folders/', token);
    const [{ id: folder } = { id: 0 }] = folders.results;
    for (let n = 0; n < 2; n++)
      await app.post('/api/content/items/', { folder, content: `Text ${n}` }, token);
    expect(await get('/api/content/items/?page_size=1')).toMatchObject({
      status: 200,
      body: { next: expect.stringMatching(/^\/posts\/api\/content\/items\/\?/) },
    });
    expect(await get('/api/media/pass/')).toMatchObject({
      body: { prefix: expect.stringMatching(/^\/posts\/media\//) },
    });
    const upload = await app.request('/api/media/uploads/', {
      method: 'POST',
      token,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': 'filename YQ==',
      },
    });
    expect(upload.headers.get('location')).toMatch(/^\/posts\/api\/media\/uploads\//);
    const refused = await fetch(
      `${app.base}/posts/api/auth/social/twitter/callback/?state=forged`,
      { redirect: 'manual' },
    );
    expect(refused.headers.get('location')).toMatch(/^\/posts\/auth\/callback\?/);
    const begun = await fetch(`${app.base}/posts/api/auth/social/twitter/`, {
      redirect: 'manual',
    });
    expect(new URL(begun.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      'https://example.org/posts/api/auth/social/twitter/callback/',
    );
  });

  test('the link of a mail has the path', async () => {
    // An address that is verified before the mail is sent gets none.
    const { email } = await person(app, 'Ada Byron', { proved: false });
    const outbox = join(app.dataDir, 'outbox');
    const mails = () =>
      (existsSync(outbox) ? readdirSync(outbox) : []).map((name) =>
        readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''),
      );
    const mail = () => mails().find((text) => text.includes(`To: ${email}`));
    await expect.poll(mail).toContain('https://example.org/posts/confirm-address/');
  });

  test('health checks are found with the path and without it', async () => {
    for (const path of ['/healthz', '/posts/healthz', '/readyz', '/posts/readyz'] as const)
      expect([path, (await fetch(app.base + path)).status]).toEqual([path, 200]);
  });
});
