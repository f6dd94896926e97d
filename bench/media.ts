// Measures media: thumbnails a second, the time until the first one is there, and the memory of the
// process while ten videos of 300 MB are uploaded at once.
// usage: npm run bench:media      writes bench/media.md
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CHUNK_BYTES } from '#contract/media/media.ts';
import { mp4, picture } from '../server/testing/media-files.ts';

const PORT = 3994;
const BASE = `http://127.0.0.1:${PORT}`;
const PHOTOS = 40;
const AT_ONCE = 4;
/** 12 megapixels, as phones make them. */
const PHOTO = { width: 4000, height: 3000 };
const UPLOADS = 10;
const UPLOAD_BYTES = 300 * 1024 * 1024;
const SAMPLE_MS = 50;
const MB = 1024 * 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'postfolio-bench-'));
const log = openSync(join(dataDir, 'log'), 'w');
const child = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: ['ignore', log, log],
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  },
});

try {
  await ready();
  const token = await register();
  const idle = residentMb();
  const memory = await measureMemory(token);
  const thumbnails = await measureThumbnails(token);
  const text = `# Media, measured

\`npm run bench:media\`, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), the client on the same machine.

| what | measured |
| ---- | -------- |
| photos of 12 megapixels taken in, each with its thumbnail, ${AT_ONCE} at a time | ${thumbnails.perSecond.toFixed(1)} a second |
| from the first byte sent to the thumbnail received, median of ${PHOTOS} one after the other | ${Math.round(thumbnails.first)} ms |
| ${UPLOADS} uploads of ${UPLOAD_BYTES / MB} MB at once | ${Math.round(memory.mbPerSecond)} MB a second in all |
| memory of the process before all | ${idle} MB |
| memory of the process meanwhile, at most | ${memory.most} MB |
`;
  const file = join(import.meta.dirname, 'media.md');
  writeFileSync(file, text);
  spawnSync('biome', ['format', '--write', file]);
  console.log(text);
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

async function ready() {
  for (let n = 0; n < 600; n++) {
    const response = await fetch(`${BASE}/healthz`).catch(() => null);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(readFileSync(join(dataDir, 'log'), 'utf8'));
}

async function register(): Promise<string> {
  const password = 'Corr3ct-horse!';
  const response = await fetch(`${BASE}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'bench@example.org',
      name: 'Bench',
      password,
      password_confirm: password,
    }),
  });
  return ((await response.json()) as { access: string }).access;
}

function residentMb(): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}

async function measureThumbnails(token: string) {
  // Smooth, as photos are: noise takes several times as long.
  const photos: Buffer[] = [];
  for (let n = 0; n < 2 * PHOTOS; n++)
    photos.push(
      await picture({ width: 400, height: 300, seed: n })
        .resize(PHOTO.width, PHOTO.height)
        .jpeg({ quality: 85 })
        .toBuffer(),
    );
  const post = async (bytes: Buffer) => {
    const response = await fetch(`${BASE}/api/media/?name=photo.jpg`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(bytes),
    });
    const { links } = (await response.json()) as { links: { thumbnail: string } };
    const thumbnail = await fetch(BASE + links.thumbnail);
    if (!thumbnail.ok) throw new Error(`no thumbnail: ${thumbnail.status}`);
    await thumbnail.arrayBuffer();
  };
  const times: number[] = [];
  for (const bytes of photos.slice(0, PHOTOS)) {
    const begun = performance.now();
    await post(bytes);
    times.push(performance.now() - begun);
  }
  const rest = photos.slice(PHOTOS);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = rest.pop(); next; next = rest.pop()) await post(next);
    }),
  );
  const first = times.sort((a, b) => a - b)[PHOTOS >> 1] as number;
  return { first, perSecond: PHOTOS / ((performance.now() - begun) / 1000) };
}

async function measureMemory(token: string) {
  const video = await mp4();
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMb());
  }, SAMPLE_MS);
  const begun = performance.now();
  await Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(token, video, n)));
  clearInterval(sampling);
  const seconds = (performance.now() - begun) / 1000;
  return { most, mbPerSecond: (UPLOADS * UPLOAD_BYTES) / MB / seconds };
}

/** Uploads a video whose end is free space, another one for each number. */
async function upload(token: string, video: Buffer, number: number) {
  const authorization = `Bearer ${token}`;
  const name = Buffer.from(`${number}.mp4`).toString('base64');
  const begun = await fetch(`${BASE}/api/media/uploads/`, {
    method: 'POST',
    headers: {
      authorization,
      'upload-length': String(UPLOAD_BYTES),
      'upload-metadata': `name ${name}`,
    },
  });
  const path = BASE + (begun.headers.get('location') as string);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(UPLOAD_BYTES - video.length);
  head.write('free', 4, 'latin1');
  const beginning = Buffer.concat([video, head]);
  for (let offset = 0; offset < UPLOAD_BYTES; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, UPLOAD_BYTES - offset), number + 1);
    if (offset === 0) beginning.copy(chunk);
    const { status } = await fetch(path, {
      method: 'PATCH',
      headers: {
        authorization,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(chunk),
    });
    if (status !== 204) throw new Error(`a chunk got ${status}`);
    offset += chunk.length;
  }
  for (;;) {
    const response = await fetch(path, { headers: { authorization } });
    const { state } = (await response.json()) as { state: string };
    if (state === 'done') return;
    if (state === 'refused') throw new Error('an upload was refused');
    await delay(200);
  }
}
