import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook as Receiver } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { useApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import { poster } from '../whole-posts.ts';
import { type Node, runFrom, workflow } from './n8n.ts';

/** What docs/automation-tools.md promises to Zapier, Make and n8n. */
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const LATER = '2030-01-01T09:00:00Z';

const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
const tool = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ path: request.url ?? '', headers: request.headers, body });
  response.writeHead(200).end('{"status": "success"}');
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void tool.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(tool.address() as AddressInfo).port}`;
});
afterAll(() => {
  tool.closeAllConnections();
  tool.close();
});

const page = readFileSync(join(import.meta.dirname, '../../../docs/automation-tools.md'), 'utf8');
const SCOPES = ['read', 'write', 'publish', 'members'];
const eventsAt = (path: string) => received.filter((entry) => entry.path === path);

test('REST hooks: connect, subscribe, take samples, be told, and unsubscribe by what subscribing returned', async () => {
  const me = await poster(app);
  const key = await me.key({ scopes: SCOPES });
  // The connection is tested, and named after the workspace.
  const connected = await app.get('/api/whoami/', key);
  expect([connected.status, connected.body.workspace.name]).toEqual([200, expect.any(String)]);
  const wrong = await app.get('/api/whoami/', `${key.slice(0, -1)}x`);
  expect(wrong.status).toBe(401);
  // Choices of a form.
  const { body: folders } = await app.get('/api/content/folders/', key);
  expect(folders.results[0]).toMatchObject({ id: me.folder, name: 'Ideas' });
  const { body: channels } = await app.get('/api/channels/', key);
  expect(channels[0]).toMatchObject({ id: me.channel, name: expect.any(String) });

  // Subscribed with the address that the tool gives; what is returned has what ends it.
  const subscribe = (path: string, event: string) =>
    app.post('/api/webhooks/', { name: `Zap ${path}`, url: base + path, events: [event] }, key);
  const hook = await subscribe('/published', 'publication.scheduled');
  const created = await subscribe('/created', 'post.created');
  expect([hook.status, created.status]).toEqual([201, 201]);
  expect(hook.body).toMatchObject({
    id: expect.any(Number),
    secret: expect.stringMatching(/^whsec_/),
  });

  for (const text of ['One', 'Two', 'Three'])
    await app.post(
      '/api/posts/',
      { folder: me.folder, text, channels: [me.channel], at: LATER },
      key,
    );
  await eventually(() => {
    expect(eventsAt('/published')).toHaveLength(3);
    expect(eventsAt('/created')).toHaveLength(3);
  });

  // Samples: the newest first, each with an id of its own, and the same as events say.
  const samples = await app.get(
    '/api/content/items/?posts=true&ordering=-created_at&page_size=3',
    key,
  );
  const ids = samples.body.results.map(({ id }) => id);
  expect([new Set(ids).size, ids]).toEqual([3, ids.toSorted((a, b) => b - a)]);
  expect(samples.body.results.map(({ content }) => content)).toEqual(['Three', 'Two', 'One']);
  const again = await app.get(
    '/api/content/items/?posts=true&ordering=-created_at&page_size=3',
    key,
  );
  expect(again.body.results.map(({ id }) => id)).toEqual(ids);
  const { body: published } = await app.get('/api/publications/?page_size=3', key);
  for (const [path, secret, list] of [
    ['/published', hook.body.secret, published.results],
    ['/created', created.body.secret, samples.body.results],
  ] as const)
    for (const { headers, body } of eventsAt(path)) {
      const { data } = new Receiver(secret).verify(body, headers as Record<string, string>) as {
        data: Record<string, unknown>;
      };
      const sample = list.find(({ id }) => id === data.id) as Record<string, unknown>;
      expect(Object.keys(data).sort()).toEqual(Object.keys(sample).sort());
      expect(data.id).toBe(sample.id);
    }
  // What happened to a publication is what the list says now.
  const [first] = eventsAt('/published').map(({ body }) => JSON.parse(body).data);
  expect(published.results).toContainEqual(first);

  // Off, and nothing is sent any more.
  const path = `/api/webhooks/${hook.body.id}/` as const;
  expect((await app.delete(path, key)).status).toBe(204);
  expect((await app.delete(path, key)).status).toBe(404);
  await app.post(
    '/api/posts/',
    { folder: me.folder, text: 'Four', channels: [me.channel], at: LATER },
    key,
  );
  await eventually(() => expect(eventsAt('/created')).toHaveLength(4));
  expect(eventsAt('/published')).toHaveLength(3);
});

test('a key without the scope for webhooks is told which one it takes', async () => {
  const me = await poster(app);
  const key = await me.key({ scopes: ['read', 'write'] });
  const given = { name: 'Zap', url: `${base}/x`, events: ['post.created'] };
  expect((await app.post('/api/webhooks/', given, key)).body).toMatchObject({
    code: 'scope_required',
    scope: 'members',
  });
});

const requestsOf = (nodes: readonly Node[]) =>
  nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest');

test('the workflow for n8n calls endpoints that there are, with nothing secret in it', () => {
  const paths = Object.values(features)
    .flat()
    .map(({ method, path }) => `${method} ${path}`);
  for (const { parameters } of requestsOf(workflow.nodes)) {
    const { method = 'GET', url = '', genericAuthType } = parameters;
    const path = url.replace(/^=\{\{ \$json\.base \}\}/, '').replaceAll(/\{\{.+?\}\}/g, ':id');
    expect(paths).toContain(`${method} ${path}`);
    expect(genericAuthType).toBe('httpBearerAuth');
  }
  const names = workflow.nodes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [from, { main }] of Object.entries(workflow.connections))
    expect(names).toEqual(expect.arrayContaining([from, ...main.flat().map(({ node }) => node)]));
  expect(JSON.stringify(workflow)).not.toMatch(/pf_|whsec_|"credentials"/);
});

test('the workflow for n8n writes a post, subscribes, and reads what an event is about', async () => {
  const me = await poster(app);
  const key = await me.key({ scopes: SCOPES });
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const path = '/webhook/postfolio-events';
  const settings = { base: app.base, folder: me.folder, channel: me.channel, address: base + path };
  const run = (trigger: string, given = {}) =>
    runFrom(trigger, {
      ...{ given, settings },
      send: async ({ method, path: to, headers, body }) => {
        const answer = await app.request(to as string, { method, token: key, headers, body });
        expect([to, answer.status]).toEqual([to, expect.toSatisfy((code: number) => code < 300)]);
        return answer.body as Record<string, unknown>;
      },
    });
  await run('Subscribe once');
  const made = await run('Write');
  expect(made).toMatchObject({
    post: { text: 'Hello from n8n' },
    publications: [{ state: 'scheduled', queued: true }],
  });
  // Run again, it makes nothing: the key is that of the execution.
  expect(await run('Write')).toEqual(made);

  const [publication] = made.publications as { id: number }[];
  const id = publication?.id as number;
  await me.call(`/api/publications/${id}/`, 'PUT', { at: null });
  await me.until(id, 'published');
  await eventually(() => expect(eventsAt(path)).toHaveLength(1));
  const event = JSON.parse(eventsAt(path)[0]?.body ?? '');
  expect(await run('Events', { body: event })).toMatchObject({ id, state: 'published' });
});

test('the code for n8n tells what is signed from what is not', async () => {
  const [, code = ''] = /```js\n(const \{ createHmac[\s\S]+?)```/.exec(page) ?? [];
  const secret = `whsec_${Buffer.from('a secret of 32 bytes, for a test').toString('base64')}`;
  const raw = Buffer.from('{"type": "post.created", "data": {"id": 41}}');
  const now = new Date();
  const run = (signature: string) => {
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signature,
    };
    const verify = new Function(
      '$input',
      '$env',
      'require',
      `return (async function () { ${code} }).call(this)`,
    );
    const helpers = { getBinaryDataBuffer: async () => raw };
    return verify.call(
      { helpers },
      { first: () => ({ json: { headers } }) },
      { POSTFOLIO_WEBHOOK_SECRET: secret },
      createRequire(import.meta.url),
    );
  };
  const signature = new Receiver(secret).sign('msg_1', now, raw.toString());
  expect(await run(`v1,${'A'.repeat(43)}= ${signature}`)).toEqual([
    { json: { body: JSON.parse(raw.toString()) } },
  ]);
  await expect(run(`v1,${'A'.repeat(43)}=`)).rejects.toThrow('not signed by Postfolio');
});

test('the page about these tools names addresses that there are', () => {
  const known = new Set(
    Object.values(features)
      .flat()
      .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':id')}`),
  );
  const named = [...page.matchAll(/\b(GET|POST|PUT|DELETE) (\/api\/[\w/{}.:-]+\/)/g)].map(
    ([, method, path = '']) => `${method} ${path.replaceAll(/\{+[\w.]+\}+/g, ':id')}`,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
