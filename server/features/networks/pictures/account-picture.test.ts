import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createOutgoing } from '../../../http/outgoing/outgoing.ts';
import { gif, jpeg } from '../../../testing/media-files.ts';
import { fetchAccountPicture } from './account-picture.ts';

/** Pictures of accounts, as servers of strangers have them. */

type Answer = (response: ServerResponse) => void;

const servers: { close: () => void; closeAllConnections: () => void }[] = [];
const outgoing = createOutgoing({ userAgent: 'Test', allowPrivate: true });
const guarded = createOutgoing({ userAgent: 'Test' });
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([outgoing.close(), guarded.close()]);
});

async function serve(answer: Answer) {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`;
}
const fetched = async (answer: Answer, { through = outgoing, ms = 20_000 } = {}) =>
  fetchAccountPicture(through, await serve(answer), AbortSignal.timeout(ms));

const blank = (width: number, height: number, background = '#c04020') =>
  sharp({ create: { width, height, channels: 4, background } });

test.each([
  ['a photo', await jpeg({ width: 640, height: 400 })],
  ['a small picture', await jpeg({ width: 48, height: 48 })],
  ['an animation', await gif({ width: 120, height: 120 })],
  ['a transparent drawing', await blank(200, 200, '#00000000').png().toBuffer()],
  ['a large PNG', await blank(3000, 3000).png().toBuffer()],
])('%s becomes a small square', async (_, bytes) => {
  // The type that a server names decides nothing.
  const made = await fetched((response) => response.end(bytes));
  const { format, width, height, pages = 1, hasAlpha, exif } = await sharp(made).metadata();
  expect([format, width, height, pages, hasAlpha, exif]).toEqual([
    ...['webp', 96, 96, 1, false],
    undefined,
  ]);
  expect(made?.length).toBeLessThan(16 * 1024);
});

const whole = await jpeg({ width: 400, height: 400 });
test.each<[string, Answer]>([
  ['a missing one', (response) => response.writeHead(404).end(whole)],
  ['a page', (response) => response.end('<!doctype html><title>Log in</title>')],
  [
    'a drawing, which could name other files',
    (response) =>
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'),
  ],
  ['one that is cut off', (response) => response.end(whole.subarray(0, 5000))],
  ['an empty one', (response) => response.end()],
  [
    'one that is too large',
    (response) => response.end(Buffer.concat([whole, Buffer.alloc(6 * 1024 * 1024)])),
  ],
  ['one that redirects for ever', (response) => response.writeHead(302, { location: '/' }).end()],
  ['one that breaks off', (response) => response.destroy()],
])('%s is none', async (_, answer) => {
  expect(await fetched(answer)).toBeUndefined();
});

test('one of too many pixels is none', async () => {
  const bytes = await blank(11_000, 11_000).png().toBuffer();
  expect(await fetched((response) => response.end(bytes))).toBeUndefined();
});

test('a server that does not respond is left', async () => {
  expect(await fetched(() => undefined, { ms: 100 })).toBeUndefined();
});

test('an address that is not public is not asked', async () => {
  let asked = 0;
  const answer: Answer = (response) => response.end(whole, () => asked++);
  expect(await fetched(answer, { through: guarded })).toBeUndefined();
  expect(asked).toBe(0);
});
