import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../../http/outgoing/outgoing.ts';
import { useApp } from '../../testing/app.ts';
import { jpeg, mp4 } from '../../testing/media-files.ts';
import { startLinkedIn } from '../../testing/networks/linkedin.ts';
import { environmentOf, type FakeNetwork } from '../../testing/networks/network.ts';
import { startTikTok } from '../../testing/networks/tiktok.ts';
import { publisherOn } from '../../testing/publishing.ts';
import { createCaller } from './call.ts';
import { bodyOf } from './chunks.ts';

/** Addresses and parts of files that an answer of a network names. */

const seen: IncomingHttpHeaders[] = [];
const stranger = createServer((request, response) => {
  seen.push(request.headers);
  request.resume().on('end', () => response.writeHead(201, { etag: '"tag"' }).end());
});
const linkedin = await startLinkedIn({ pages: true });
const tiktok = await startTikTok({ processing: 0 });
const { parts } = linkedin.options;
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', ...environmentOf(linkedin, tiktok) });
let elsewhere: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => void stranger.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen.length = 0;
  linkedin.options.uploads = undefined;
  linkedin.options.parts = parts;
  tiktok.options.uploads = undefined;
});
afterAll(async () => {
  await Promise.all([linkedin.stop(), tiktok.stop()]);
  stranger.close();
});

const setUp = async (network: FakeNetwork) => {
  const me = await publisherOn(app, network);
  const video = async () => me.upload(await mp4({ codec: 'avc', seconds: 4 }), 'clip.mp4');
  const publish = async (file: number) => {
    const { id } = await me.write({ content: 'A file', media: [{ file }] });
    return me.publish(id);
  };
  const picture = async () => me.upload(await jpeg(), 'photo.jpg');
  return { ...me, video, picture, publish };
};

describe('the address of an upload', () => {
  test('gets the token only where it belongs to the network', async () => {
    const me = await setUp(linkedin);
    linkedin.options.uploads = elsewhere;
    const id = await me.publish(await me.picture());
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'operator',
      detail: `LinkedIn returned an address that isn’t its own: ${elsewhere}.`,
    });
    expect(seen).toEqual([]);
  });

  test.each([
    ['linkedin', linkedin, 'LinkedIn'],
    ['tiktok', tiktok, 'TikTok'],
  ] as const)('is encrypted, also where it needs no token: %s', async (_, network, name) => {
    const me = await setUp(network);
    network.options.uploads = elsewhere;
    const id = await me.publish(await me.video());
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'operator',
      detail: `${name} returned an address that isn’t encrypted: ${elsewhere}.`,
    });
    expect(seen).toEqual([]);
  });
});

test('the token is for hosts of the network alone, by their whole names', async () => {
  const sent: string[] = [];
  const send: Outgoing['send'] = async (url) => {
    sent.push(url);
    return { status: 200, headers: new Headers(), body: Buffer.from(''), url };
  };
  const { upload } = createCaller({ clock: Date, outgoing: { send } as Outgoing }, 'linkedin');
  const own = { bases: ['https://api.linkedin.com'], domain: 'linkedin.com' };
  const stream = { size: 0, body: bodyOf(Buffer.from('')) };
  const at = (address: string, given: { token?: string } = { token: 'secret' }) =>
    upload(address, { ...given, stream, signal: AbortSignal.timeout(5000) }, own).then(
      () => 'sent',
      ({ message }: Error) => message,
    );
  for (const address of ['https://api.linkedin.com/', 'https://www.linkedin.com/dms-uploads/a?b=c'])
    expect(await at(address)).toBe('sent');
  for (const address of [
    'http://www.linkedin.com/',
    'https://www.linkedin.com:8443/',
    'https://linkedin.com.evil.example/',
    'https://evil-linkedin.com/',
    'https://www.linkedin.com@evil.example/',
    'https://evil.example/www.linkedin.com',
  ])
    expect(await at(address)).toMatch(
      /^LinkedIn returned an address that isn’t (its own|encrypted)/,
    );
  expect(await at('https://evil.example/', {})).toBe('sent');
  expect(sent).toHaveLength(3);
});

describe('the parts of a video', () => {
  test.each<[string, typeof parts]>([
    ['none', () => []],
    ['empty ones', () => [{ firstByte: 0, lastByte: -1 }]],
    ['negative ones', () => [{ firstByte: 0, lastByte: -100 }]],
    ['a beginning alone', () => [{ firstByte: 0, lastByte: 99 }]],
    ['more than it has', (size) => [{ firstByte: 0, lastByte: size + 1_000_000_000 }]],
    [
      'overlapping ones',
      (size) => [
        { firstByte: 0, lastByte: size - 2 },
        { firstByte: 0, lastByte: size - 1 },
      ],
    ],
    [
      'single bytes',
      (size) =>
        Array.from({ length: Math.min(size, 4000) }, (_, at) => ({ firstByte: at, lastByte: at })),
    ],
  ])('are those of the file: not %s', async (_, layout) => {
    const me = await setUp(linkedin);
    linkedin.options.parts = layout;
    const id = await me.publish(await me.video());
    const path = `/api/publications/${id}/` as const;
    await expect
      .poll(async () => (await me.call(path)).body.detail, { timeout: 10_000 })
      .toBe('LinkedIn asks for parts that the video doesn’t have.');
    const [last] = [...linkedin.files.values()].slice(-1);
    expect(last?.bytes).toEqual([]);
  });

  test('may end after the file', async () => {
    const me = await setUp(linkedin);
    linkedin.options.parts = () => [{ firstByte: 0, lastByte: 4 * 1024 * 1024 - 1 }];
    await me.until(await me.publish(await me.video()), 'published');
  });
});
