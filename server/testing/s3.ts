import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * The part of S3 that the storage uses, in memory: one bucket, objects by path, ranges, signed
 * requests and signed links. It checks each signature by the rules of AWS (Signature Version 4).
 */

const BUCKET = 'files';
const KEY = 'S3KEY';
const SECRET = 'the secret of S3';
const REGION = 'us-east-1';
const ALGORITHM = 'AWS4-HMAC-SHA256';

type Refusal = { status: number; code: string };

const refuse = (status: number, code: string): Refusal => ({ status, code });

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** Percent-encoding as AWS has it, which leaves fewer characters as they are than the browser. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

type Signature = {
  credential: string;
  signedHeaders: string;
  signature: string;
  time: string;
  payload: string;
};

/** The signature of a request, in its headers or in its query. */
function signatureOf({ headers }: IncomingMessage, query: URLSearchParams): Signature | undefined {
  const inQuery = query.get('X-Amz-Signature');
  if (inQuery !== null)
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: inQuery,
      time: query.get('X-Amz-Date') ?? '',
      payload: 'UNSIGNED-PAYLOAD',
    };
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!credential || !signedHeaders || !signature) return undefined;
  const [time, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']];
  return { credential, signedHeaders, signature, time: String(time), payload: String(payload) };
}

/** Why a request is refused; undefined where its signature is right. */
function refusalOf(request: IncomingMessage, { pathname, searchParams }: URL): Refusal | undefined {
  const given = signatureOf(request, searchParams);
  if (!given) return refuse(403, 'AccessDenied');
  const [key, ...scope] = given.credential.split('/');
  const [day = '', region, service] = scope;
  if (key !== KEY) return refuse(403, 'InvalidAccessKeyId');
  if (region !== REGION || service !== 's3' || !given.time.startsWith(day))
    return refuse(400, 'AuthorizationHeaderMalformed');
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = given.signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const path = pathname
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/');
  const canonical = [request.method, path, query, headers, given.signedHeaders, given.payload];
  const text = [ALGORITHM, given.time, scope.join('/'), sha256(canonical.join('\n'))].join('\n');
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), REGION));
  if (hmac(signing, text).toString('hex') !== given.signature)
    return refuse(403, 'SignatureDoesNotMatch');
  const seconds = Number(searchParams.get('X-Amz-Expires') ?? 900);
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(given.time) ?? [];
  const signedAt = Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`);
  return Date.now() > signedAt + seconds * 1000 ? refuse(403, 'AccessDenied') : undefined;
}

/** `url(path)`: the value of S3_URL for a bucket and what keys begin with. */
export async function startS3() {
  const objects = new Map<string, Buffer>();

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://s3.invalid');
    const fail = ({ status, code }: Refusal) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    const body = await buffer(request);
    const refusal = refusalOf(request, url);
    if (refusal) return fail(refusal);
    if (url.pathname.split('/')[1] !== BUCKET) return fail(refuse(404, 'NoSuchBucket'));
    const key = decodeURIComponent(url.pathname);
    const object = objects.get(key);
    switch (request.method) {
      case 'PUT':
        if (request.headers['content-length'] === undefined)
          return fail(refuse(411, 'MissingContentLength'));
        objects.set(key, body);
        return response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end();
      case 'DELETE':
        objects.delete(key);
        return response.writeHead(204).end();
      case 'GET':
      case 'HEAD':
        break;
      default:
        return fail(refuse(405, 'MethodNotAllowed'));
    }
    if (!object) return fail(refuse(404, 'NoSuchKey'));
    const type = url.searchParams.get('response-content-type') ?? 'binary/octet-stream';
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined)
      return response
        .writeHead(200, { 'content-type': type, 'content-length': object.length })
        .end(request.method === 'GET' ? object : undefined);
    const begin = Number(first);
    const end = Math.min(last ? Number(last) + 1 : object.length, object.length);
    if (begin >= end) return fail(refuse(416, 'InvalidRange'));
    return response
      .writeHead(206, {
        'content-type': type,
        'content-length': end - begin,
        'content-range': `bytes ${begin}-${end - 1}/${object.length}`,
      })
      .end(object.subarray(begin, end));
  }

  const server = createServer((request, response) => {
    // A client that goes away in the middle of its request.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string, key = KEY) =>
      `http://${key}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}/${path}`,
    /** The same for a bucket that is not there. */
    nowhere: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/nothing`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
