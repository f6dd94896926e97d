import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const ROOT = join(import.meta.dirname, '../../dist/web');
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Serves the built pages; a path that is no file is one of the browser's own routes. Without a build, the API alone. */
export async function serveWeb(app: FastifyInstance) {
  const page = join(ROOT, 'index.html');
  const html = existsSync(page) ? readFileSync(page) : undefined;
  if (html) {
    await app.register(fastifyStatic, {
      root: ROOT,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // The names of built files tell their content.
        const kept = path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
        reply.header('cache-control', kept);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (html && isPage(request)) return sendPage(reply, html);
    throw new AppError('not_found', 404, `There is nothing at ${request.method} ${request.url.split('?')[0]}.`);
  });
}

function isPage({ method, url }: FastifyRequest) {
  const path = url.split('?')[0] ?? '';
  return (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)/.test(path) && !/\.\w+$/.test(path);
}

function sendPage(reply: FastifyReply, html: Buffer) {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
}
