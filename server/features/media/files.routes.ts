import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { cut } from '../../http/outgoing/foreign.ts';
import { keyOf } from '../../storage/keys.ts';
import type { Range, Storage } from '../../storage/storage.ts';
import { readFileLink } from './file-links.ts';
import { readFileName, readPass } from './links.ts';
import * as sql from './media.sql.ts';

/**
 * Serves files by signed links. They are of strangers: the type is that of their content, and
 * nothing in them runs, whatever they are.
 */

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const THUMBNAIL_SECONDS = 600;
const MAX_KNOWN = 10_000;
const KNOWN_MS = 60_000;
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

type Query = { name?: unknown };

export function serveFiles(
  app: FastifyInstance,
  {
    database,
    clock,
    secrets,
    storage,
  }: Pick<AppContext, 'database' | 'clock' | 'secrets'> & { storage: Storage },
) {
  /** The sizes and types of bytes that belong to a workspace, for a minute: a page shows many thumbnails. */
  const known = new Map<string, { size: number; type: string; until: number }>();

  async function findBytes(workspaceId: number, hash: Buffer) {
    const key = `${workspaceId} ${hash.toString('hex')}`;
    const cached = known.get(key);
    if (cached && cached.until > clock.now()) return cached;
    const [row] = await sql.findBytes(database, { workspaceId, hash });
    if (!row) return undefined;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, { ...row, until: clock.now() + KNOWN_MS });
    return row;
  }

  app.get<{ Params: { proof: string; '*': string } }>(
    '/media/link/:proof/*',
    async (request, reply) => {
      const link = readFileLink(secrets, request.params.proof, request.params['*'], clock.now());
      if (!link) throw expired();
      const { key, type, size } = link;
      const range = size > 0 ? rangeOf(request.headers.range, size) : undefined;
      if (range === 'none') throw outside(size);
      const body = await storage.open(key, range);
      if (!body) throw expired();
      reply.type(type).headers({
        'content-security-policy': POLICY,
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (size > 0) sizeReply(reply, size, range);
      return reply.send(body);
    },
  );

  app.get<{ Params: { pass: string; file: string }; Querystring: Query }>(
    '/media/:pass/:file',
    async (request, reply) => {
      const pass = readPass(secrets, request.params.pass, clock.now());
      const file = readFileName(request.params.file);
      const gone = expired();
      if (!pass || !file) throw gone;
      const stored = await findBytes(pass.workspace, file.hash);
      // The type is that of the content, not of the address.
      if (!stored || (!file.isThumbnail && stored.type !== file.type)) throw gone;
      const { size } = stored;
      const id = file.hash.toString('hex');
      const etag = `"${id}"`;
      const seconds = Math.max(0, pass.expires - Math.floor(clock.now() / 1000));
      // The picture of a video may come later, and change.
      const age = file.isThumbnail
        ? `max-age=${THUMBNAIL_SECONDS}`
        : `max-age=${seconds}, immutable`;
      const headers = {
        'content-security-policy': POLICY,
        'cache-control': `private, ${age}`,
        'content-disposition': dispositionOf(request.query.name),
        // Networks and other tools of the workspace may show what they have a link to.
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        ...(!file.isThumbnail && { etag, 'accept-ranges': 'bytes' }),
      };
      if (!file.isThumbnail && request.headers['if-none-match'] === etag)
        return reply.code(304).headers(headers).send();
      const key = keyOf(id, file.isThumbnail);
      const range = file.isThumbnail ? undefined : rangeOf(request.headers.range, size);
      if (range === 'none') throw outside(size);
      const body = await storage.open(key, range);
      // An error has none of these headers: it may be another answer soon.
      if (!body) throw gone;
      reply.headers(headers).type(file.type);
      if (file.isThumbnail) return reply.send(body);
      return sizeReply(reply, size, range).send(body);
    },
  );
}

const expired = () => new AppError('not_found', 404, 'This link is invalid or has expired.');

const outside = (size: number) =>
  new AppError('invalid', 416, `The file has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  });

/** Says how much of a file follows. */
function sizeReply(reply: FastifyReply, size: number, range: Range | undefined) {
  reply.headers({
    'accept-ranges': 'bytes',
    'content-length': range ? range.end - range.start + 1 : size,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply;
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
  const encoded = encodeURIComponent(cut(name, 255)).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
