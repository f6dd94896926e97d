import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MediaFile } from '#contract/media/media.ts';
import { type Api, failureOf } from './api.ts';
import { Failure, usage } from './failure.ts';
import { readFile, unreadable } from './input.ts';
import { NoAnswer, retryAfter } from './send.ts';

/** Files into the library: at once, or in chunks by tus. */

const MEGABYTE = 1024 * 1024;
/** What the server takes in one request. */
const MAX_AT_ONCE = 25 * MEGABYTE;
const CHUNK = 4 * MEGABYTE;
const CHUNK_MS = 120_000;
/** Attempts of a chunk. What has arrived of it counts. */
const ATTEMPTS = 5;
const PAUSE_MS = 1000;
/** How long a chunk waits where the server asks for it: longer than the minute of its limits. */
const PATIENCE_MS = 180_000;
/** Another offset, an upload that is in use, a server that is away: it may do the next time. */
const PASSES = new Set([408, 409, 423, 425, 429]);
/** While the server looks at what it has received. */
const POLL_MS = 500;
const MAX_POLLS = 1200;

const TUS = { 'tus-resumable': '1.0.0' };

type Details = { alt?: string | undefined; folder?: string | undefined };

/**
 * Looks at all files before the first one is uploaded.
 * @throws Failure where one cannot be read, or does not fit on the server
 */
export async function requireFiles(api: Api, files: readonly string[]): Promise<void> {
  const sizes = files.map((file) => ({ file, size: sizeOf(file) }));
  // Of one alone the server says so itself, before it has stored anything.
  if (files.length < 2) return;
  const { status, body } = await api.answer('GET /api/media/usage/', {});
  // A key that only writes may not ask.
  if (status !== 200) return;
  const { max_file_bytes, max_bytes, bytes } = body as Record<string, number | undefined>;
  const large = sizes.find(({ size }) => size > (max_file_bytes ?? Number.POSITIVE_INFINITY));
  if (large)
    throw new Failure(
      `${large.file} has ${megabytes(large.size)} MB, and the server takes ${megabytes(max_file_bytes ?? 0)} MB. Nothing was uploaded.`,
      'refused',
    );
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  const room = (max_bytes ?? Number.POSITIVE_INFINITY) - (bytes ?? 0);
  if (all > room)
    throw new Failure(
      `The files have ${megabytes(all)} MB, and the workspace has room for ${megabytes(Math.max(room, 0))} MB. Nothing was uploaded.`,
    );
}

const megabytes = (bytes: number) => Math.round((bytes / MEGABYTE) * 10) / 10;

/** @throws Failure where the file cannot be read, or the server refuses it */
export async function upload(api: Api, file: string, { alt, folder }: Details): Promise<MediaFile> {
  const name = basename(file);
  const size = sizeOf(file);
  if (size <= MAX_AT_ONCE)
    return api.call('POST /api/media/', {
      query: { name, ...(alt !== undefined && { alt }), ...(folder !== undefined && { folder }) },
      bytes: readFile(file, MAX_AT_ONCE),
      timeoutMs: CHUNK_MS,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const received = await uploadInChunks(api, file, size, { name, folder });
  return alt === undefined
    ? received
    : api.call('PUT /api/media/:id/', { params: { id: String(received.id) }, body: { alt } });
}

function sizeOf(file: string): number {
  let size: number;
  try {
    const found = statSync(file);
    if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is no file');
    closeSync(openSync(file, 'r'));
    size = found.size;
  } catch (error) {
    throw unreadable(file, error);
  }
  if (size === 0) throw usage(`${file} is empty.`);
  return size;
}

async function uploadInChunks(
  api: Api,
  file: string,
  size: number,
  { name, folder }: { name: string; folder: string | undefined },
): Promise<MediaFile> {
  const metadata = Object.entries({ name, folder }).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field} ${Buffer.from(value).toString('base64')}`],
  );
  const { id } = await api.call('POST /api/media/uploads/', {
    headers: {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': metadata.join(','),
    },
  });
  const open = openSync(file, 'r');
  try {
    await sendChunks(api, open, id, size);
  } finally {
    closeSync(open);
  }
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const {
      state,
      refusal,
      file: stored,
    } = await api.call('GET /api/media/uploads/:id/', {
      params: { id },
    });
    if (state === 'done' && stored) return stored;
    if (state === 'refused') throw new Failure(refusal ?? 'The file was refused.', 'refused');
    await delay(POLL_MS);
  }
  throw new Failure('The server has received the file, and is still working on it.');
}

async function sendChunks(api: Api, open: number, id: string, size: number) {
  let failures = 0;
  let until = Date.now() + PATIENCE_MS;
  for (let offset = 0, furthest = 0; offset < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - offset));
    if (readSync(open, chunk, 0, chunk.length, offset) < chunk.length)
      throw new Failure('The file became shorter while it was uploaded.');
    const answer = await api
      .answer('PATCH /api/media/uploads/:id/', {
        params: { id },
        bytes: chunk,
        timeoutMs: CHUNK_MS,
        headers: {
          ...TUS,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof NoAnswer) || ++failures >= ATTEMPTS) throw error;
      });
    if (answer && answer.status < 300) offset = offsetIn(answer.headers, offset + 1, size);
    else {
      const wait = answer && retryAfter(answer);
      if (answer && !PASSES.has(answer.status) && answer.status < 500)
        throw failureOf(answer.status, answer.body);
      if (wait !== undefined && Date.now() + wait <= until) {
        // It has not looked at the chunk.
        await delay(Math.max(wait, PAUSE_MS));
        continue;
      }
      if (answer && (wait !== undefined || ++failures >= ATTEMPTS))
        throw failureOf(answer.status, answer.body);
      await delay(PAUSE_MS * failures);
      offset = await offsetOf(api, id, size);
    }
    if (offset <= furthest) continue;
    furthest = offset;
    failures = 0;
    until = Date.now() + PATIENCE_MS;
  }
}

/** How much has arrived. */
async function offsetOf(api: Api, id: string, size: number): Promise<number> {
  const { status, headers, body } = await api.answer('HEAD /api/media/uploads/:id/', {
    params: { id },
    headers: TUS,
  });
  if (status >= 300) throw failureOf(status, body);
  return offsetIn(headers, 0, size);
}

/** @throws Failure where it is none, or out of bounds: nothing would end an upload that goes nowhere */
function offsetIn(headers: Headers, least: number, most: number): number {
  const text = headers.get('upload-offset') ?? '';
  if (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Failure('The server does not say how much has arrived: is it a Postfolio?');
}
