import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../clock.ts';
import { SetupError } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { Outgoing, StreamedRequest, StreamedResponse } from '../http/outgoing/outgoing.ts';
import type { Range, Storage } from './storage.ts';

const IDLE_MS = 60_000;
const CHECK_MS = 15_000;
/** Tried so often at the start, with this pause. */
const CHECKS = 3;
const CHECK_PAUSE_MS = 200;
const MAX_ERROR_BYTES = 10_000;
/** The body is sent once, and hashed by whoever stores it: the signature is of the headers alone. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * A bucket of S3, or of a server that speaks its API, by paths: `S3_URL` has its credentials, its
 * name, and what keys begin with.
 * @param local scratch files of this machine
 */
export function createS3Storage(
  s3Url: string,
  { clock, outgoing }: { clock: Clock; outgoing: Outgoing },
  local: Storage,
): Storage {
  const { username, password, protocol, host, pathname, searchParams } = new URL(s3Url);
  const place = `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
  const credentials = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
  };
  /** When a request is signed, as the library takes it: `20200229T235930Z`. */
  const datetime = () => new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');

  async function call(key: string, request: StreamedRequest = {}): Promise<StreamedResponse> {
    const { method = 'GET', headers = {} } = request;
    const signer = new AwsV4Signer({
      ...credentials,
      datetime: datetime(),
      method,
      url: `${place}/${key}`,
      headers: { ...headers, 'x-amz-content-sha256': UNSIGNED },
    });
    const signed = await signer.sign();
    const sent = Object.fromEntries(signed.headers);
    // The signature is of these; the connection adds the host itself.
    const { host: _, ...rest } = sent;
    return outgoing.stream(String(signed.url), {
      ...request,
      headers: rest,
      trusted: true,
      idleMs: IDLE_MS,
    });
  }

  /** The response of a call that must succeed. */
  async function required(key: string, request: StreamedRequest, statuses: readonly number[]) {
    const response = await call(key, request).catch((error: Error) => {
      throw unavailable(error.message, error);
    });
    if (statuses.includes(response.status)) return response;
    throw unavailable(`it responds with ${response.status} ${await codeOf(response.body)}`.trim());
  }

  async function put(key: string, source: { file: string } | { bytes: Uint8Array }) {
    const isFile = 'file' in source;
    try {
      const size = isFile ? (await stat(source.file)).size : source.bytes.length;
      const body = isFile ? createReadStream(source.file) : source.bytes;
      const headers = { 'content-length': String(size) };
      const { body: rest } = await required(key, { method: 'PUT', headers, body }, [200]);
      await drain(rest);
    } finally {
      if (isFile) await rm(source.file, { force: true });
    }
  }

  async function read(key: string, range?: Range) {
    const headers = { ...(range && { range: `bytes=${range.start}-${range.end}` }) };
    const response = await required(key, { headers }, [200, 206, 404]);
    if (response.status !== 404) return response.body;
    await drain(response.body);
    return undefined;
  }

  async function remove(key: string) {
    await drain((await required(key, { method: 'DELETE' }, [200, 204, 404])).body);
  }

  return {
    place,
    isFolder: false,
    put,
    open: read,
    withFile: async (key, work) => {
      const file = await local.scratch();
      try {
        const body = await read(key);
        if (!body) throw new Error(`there is no ${key} in the bucket`);
        await pipeline(body, createWriteStream(file, { mode: 0o600 }));
        return await work(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    remove,
    link: async (key, { type, seconds }) => {
      const url = new URL(`${place}/${key}`);
      url.searchParams.set('response-content-type', type);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      const signer = new AwsV4Signer({
        ...credentials,
        datetime: datetime(),
        url: url.href,
        signQuery: true,
      });
      return String((await signer.sign()).url);
    },
    check: async () => {
      await local.check();
      const signal = AbortSignal.timeout(CHECK_MS);
      for (let attempt = 1; ; attempt++)
        try {
          const key = `scratch/${randomUUID()}`;
          const body = Buffer.from('probe');
          await drain((await required(key, { method: 'PUT', body, signal }, [200])).body);
          return await remove(key);
        } catch (error) {
          // A start does not fail for a storage that fails once.
          if (attempt < CHECKS && !signal.aborted) {
            await delay(CHECK_PAUSE_MS);
            continue;
          }
          const { cause, message } = error as Error & { cause?: Error };
          const reason = `${cause?.message ?? message}.`.replace('..', '.');
          throw new SetupError(`S3_URL leads to ${place}, which cannot be used: ${reason}`);
        }
    },
    scratch: local.scratch,
    tidy: local.tidy,
  };
}

/** Members are not told where the bucket is; the log is. */
const unavailable = (reason: string, cause?: unknown) =>
  Object.assign(
    new AppError('unavailable', 503, 'Files cannot be stored or read right now. Please try again.'),
    { cause: new Error(reason, { cause }) },
  );

/** The error code of a response in XML. */
async function codeOf(body: Readable): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return /<Code>([\w.]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
}

/** Lets the connection be used again. */
async function drain(body: Readable): Promise<void> {
  for await (const _ of body);
}
