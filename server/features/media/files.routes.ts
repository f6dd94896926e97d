import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { keyOf, readFileName, readPass } from './links.ts';
import * as sql from './media.sql.ts';

/**
 * Serves files by signed links. They are of strangers: the type is that of their content, and
 * nothing in them runs, whatever they are.
 */

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const MAX_KNOWN = 10_000;
const KNOWN_MS = 60_000;
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

type Query = { name?: unknown };

export function serveFiles(
  app: FastifyInstance,
  { database, secrets, storage }: Pick<AppContext, 'database' | 'secrets'> & { storage: Storage },
) {
  /** The sizes of bytes that belong to a workspace, for a minute: a page shows many thumbnails. */
  const known = new Map<string, { size: number; until: number }>();

  async function sizeOf(workspaceId: number, hash: Buffer): Promise<number | undefined> {
    const key = `${workspaceId} ${hash.toString('hex')}`;
    const cached = known.get(key);
    if (cached && cached.until > Date.now()) return cached.size;
    const [row] = await sql.findBytes(database, { workspaceId, hash });
    if (!row) return undefined;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, { size: row.size, until: Date.now() + KNOWN_MS });
    return row.size;
  }

  app.get<{ Params: { pass: string; file: string }; Querystring: Query }>(
    '/media/:pass/:file',
    async (request, reply) => {
      const pass = readPass(secrets, request.params.pass);
      const file = readFileName(request.params.file);
      const gone = new AppError('not_found', 404, 'This link has expired, or leads nowhere.');
      if (!pass || !file) throw gone;
      const size = await sizeOf(pass.workspace, file.hash);
      if (size === undefined) throw gone;
      const id = file.hash.toString('hex');
      const etag = `"${id}${file.isThumbnail ? '-t' : ''}"`;
      const seconds = Math.max(0, pass.expires - Math.floor(Date.now() / 1000));
      reply.headers({
        'content-security-policy': POLICY,
        'cache-control': `private, max-age=${seconds}${file.isThumbnail ? '' : ', immutable'}`,
        'content-disposition': dispositionOf(request.query.name),
        // Networks and other tools of the workspace may show what they have a link to.
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.type(file.type);
      const key = keyOf(id, file.isThumbnail);
      if (file.isThumbnail) return send(reply, await storage.open(key), gone);
      reply.header('accept-ranges', 'bytes');
      const range = rangeOf(request.headers.range, size);
      if (range === 'none') {
        const message = `The file has ${size} bytes.`;
        const headers = { 'content-range': `bytes */${size}` };
        throw new AppError('invalid', 416, message, { headers });
      }
      reply.header('content-length', range ? range.end - range.start + 1 : size);
      if (range)
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
      // A HEAD request gets no body, and opens none.
      if (request.method === 'HEAD') return reply.send();
      return send(reply, await storage.open(key, range), gone);
    },
  );
}

function send<Reply extends { send: (body: Readable) => unknown }>(
  reply: Reply,
  body: Readable | undefined,
  gone: AppError,
) {
  if (!body) throw gone;
  return reply.send(body);
}

/** One range of a file: undefined for the whole of it, 'none' where it lies outside. */
function rangeOf(header: string | undefined, size: number) {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? ('none' as const) : { start, end };
}

/** Shown where it is, or saved under a name. */
function dispositionOf(name: unknown): string {
  if (typeof name !== 'string' || name === '') return 'inline';
  const encoded = encodeURIComponent(name.toWellFormed().slice(0, 255)).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
