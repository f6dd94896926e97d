import { expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { person, useApp } from '../testing/app.ts';

const app = useApp();

test('OpenAPI 3.1 describes every endpoint, and there is a page to read it', async () => {
  const { body } = await app.get('/api/docs/json');
  expect(body.openapi).toBe('3.1.0');
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = Object.values(features)
    .flat()
    .map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`);
  expect(described.sort()).toEqual(declared.sort());
  const item = body.paths['/api/content/items/{id}/'].put;
  expect(item.security).toEqual([{ bearer: [] }]);
  expect(item.requestBody.content['application/json'].schema.properties.status.enum).toContain('draft');
  expect(body.paths['/api/auth/login/'].post.security).toBeUndefined();

  const page = await app.get('/api/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  for (const [, asset] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await app.get(asset)).status).toBe(200);
  expect((await app.get('/api/docs/assets/package.json')).status).toBe(404);
});

test('health and readiness are told', async () => {
  expect((await app.get('/healthz')).status).toBe(200);
  expect((await app.get('/readyz')).status).toBe(200);
});

test('a path answers the same with and without its trailing slash; an unknown one is a 404 in JSON', async () => {
  const { token } = await person(app);
  expect((await app.get('/api/users/me', token)).body).toEqual((await app.get('/api/users/me/', token)).body);
  for (const path of ['/api', '/api/', '/api/nothing/', '/api/content/items/1/nothing']) {
    const { status, body } = await app.get(path);
    expect([path, status, body]).toEqual([path, 404, { detail: expect.stringContaining(path), code: 'not_found' }]);
  }
});

test('every answer carries the security headers and the id under which it is logged, in one line', async () => {
  const { headers } = await app.get('/healthz?secret=1');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const id = headers.get('x-request-id') ?? 'none';
  await expect.poll(() => app.lines.filter((line) => line.includes(`"${id}"`)).length).toBe(1);
  const line = JSON.parse(app.lines.find((one) => one.includes(`"${id}"`)) ?? '{}');
  expect(line).toMatchObject({ method: 'GET', path: '/healthz', status: 200, ms: expect.any(Number) });
  expect((await app.get('/api/users/me/')).headers.get('cache-control')).toBe('no-store');
});

test('an unexpected failure tells nothing of its inside', async () => {
  const { token } = await person(app);
  await app.database.query('alter table folders rename to folders_away');
  try {
    const { status, body } = await app.get('/api/content/folders/', token);
    expect([status, body]).toEqual([
      500,
      { detail: 'Something went wrong on the server. Please try again.', code: 'internal' },
    ]);
    expect(app.lines.join('')).toContain('folders');
  } finally {
    await app.database.query('alter table folders_away rename to folders');
  }
});
