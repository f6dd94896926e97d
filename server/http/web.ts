import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allPages, hiddenPaths, isForMembers, isHidden } from '#contract/pages.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { ROOT } from '../root.ts';

const DIST = join(ROOT, 'dist');
const FILES = join(DIST, 'web');
const PAGES = join(DIST, 'pages');
/** The best level would take twice as long, for a tenth fewer bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const encoders: Record<Encoding, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(html, BROTLI),
  gzip: (html) => promisify<Buffer, Buffer>(gzip)(html),
  identity: async (html) => html,
};
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The placeholders in built pages for the URL of this server and its path, known only at start. */
const UNKNOWN_ORIGIN = 'https://origin.invalid';
const UNKNOWN_BASE = '/base.invalid';
const HOME = /href="\/base\.invalid(?=["?#])/g;
/** Prerendered pages are named after their path; these are for those of members, and all others. */
const FOR_MEMBERS = 'member';
const ANY_OTHER = 'any';
const TEMPLATES = [FOR_MEMBERS, ANY_OTHER];

/**
 * Serves the built pages. A path that is no file is a route of the browser. Without a build only
 * the API is served.
 * @param config `origin`: the base of canonical links and the sitemap
 */
export async function serveWeb(
  app: FastifyInstance,
  { origin: publicUrl, basePath }: Pick<Config, 'origin' | 'basePath'>,
) {
  // In a form that is safe in HTML and XML.
  const safe = (url: string) => url.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  const origin = safe(new URL(publicUrl).href.replace(/\/$/, ''));
  const pages = readPages(origin, safe(basePath));
  if (pages) {
    await app.register(fastifyStatic, {
      root: FILES,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // The names of built files contain a hash of their content.
        const kept = path.includes('/assets/')
          ? `public, max-age=${YEAR_SECONDS}, immutable`
          : 'no-cache';
        reply.header('cache-control', kept);
      },
    });
    serveToRobots(app, origin, basePath);
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (pages && isPage(request, path)) {
      const name = nameOf(path);
      if (name === undefined) reply.code(404);
      else if (isHidden(name)) reply.header('x-robots-tag', 'noindex');
      const page = pages.get(path.replace(/(?<=[^/])\/$/, '')) ?? pages.get(name ?? ANY_OTHER);
      if (page) return sendPage(request, reply, page);
    }
    throw new AppError('not_found', 404, `Not found: ${request.method} ${path}.`);
  });
}

type Encoding = 'br' | 'gzip' | 'identity';
type Page = { etag: string; encoded: (encoding: Encoding) => Promise<Buffer> };

/** The pages, ready to be sent: prerendered ones by path, others by name, with their scripts. */
function readPages(origin: string, base: string): Map<string, Page> | undefined {
  if (!existsSync(PAGES)) return;
  const read = (file: string) =>
    readFileSync(join(PAGES, file), 'utf8')
      .replaceAll(UNKNOWN_ORIGIN + UNKNOWN_BASE, () => origin)
      .replaceAll(UNKNOWN_ORIGIN, () => origin)
      // The home page, which is '/' without a path.
      .replaceAll(HOME, () => `href="${base || '/'}`)
      .replaceAll(UNKNOWN_BASE, () => base);
  const preload = (file: string) => `<link rel="modulepreload" crossorigin href="${base}/${file}">`;
  const other = read(`${ANY_OTHER}.html`);
  const forMembers = read(`${FOR_MEMBERS}.html`);
  const preloads: Record<string, string[]> = JSON.parse(read('preloads.json'));
  const pages = [
    [ANY_OTHER, other] as const,
    ...Object.entries(preloads).map(
      ([name, files]) =>
        [
          name,
          (isForMembers(name) ? forMembers : other).replace(
            '</head>',
            `${files.map(preload).join('')}$&`,
          ),
        ] as const,
    ),
    ...readdirSync(PAGES)
      .filter((file) => file.endsWith('.html') && !TEMPLATES.includes(basename(file, '.html')))
      .map((file) => [`/${basename(file, '.html').replace(/^index$/, '')}`, read(file)] as const),
  ];
  return new Map(pages.map(([name, html]) => [name, encodedPage(html)]));
}

/** A page that is compressed when it is first asked for. */
function encodedPage(text: string): Page {
  const html = Buffer.from(text);
  // Weak: the page is the same in every content coding.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
  const kept = new Map<Encoding, Promise<Buffer>>();
  const encoded = (encoding: Encoding) => {
    const known = kept.get(encoding) ?? encoders[encoding](html);
    kept.set(encoding, known);
    return known;
  };
  return { etag, encoded };
}

/** The name of the page at this path; elsewhere the application shows that it has none. */
const nameOf = (path: string) => known.find(({ pattern }) => pattern.test(path))?.name;
const known = allPages.map(([name, page]) => ({
  name,
  pattern: new RegExp(
    `^${page.path.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`,
  ),
}));

const isPage = ({ method }: FastifyRequest, path: string) =>
  (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)/.test(path) && !/\.\w+$/.test(path);

async function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { etag, encoded }: Page) {
  const encoding =
    negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip', 'identity']) ?? 'identity';
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (headers['if-none-match']?.includes(etag.slice(2))) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(await encoded(encoding));
}

/** robots.txt and the sitemap. */
function serveToRobots(app: FastifyInstance, origin: string, basePath: string) {
  const paths = allPages.flatMap(([, { path, audience }]) =>
    audience === 'everybody' ? [path] : [],
  );
  const robots = [
    'User-agent: *',
    ...['/api', ...hiddenPaths].map((path) => `Disallow: ${basePath}${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );
}
