import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { Config } from '../config/config.ts';
import { ROOT } from '../root.ts';
import { openApi } from './openapi/document.ts';

const pageAt = (base: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API</title>
<link rel="stylesheet" href="${base}/api/docs/assets/swagger-ui.css">
<div id="page"></div>
<script src="${base}/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="${base}/api/docs/page.js"></script>
`;

// A file of its own, because no page runs inline scripts.
const scriptAt = (base: string) =>
  `SwaggerUIBundle({ url: '${base}/api/docs/json', dom_id: '#page', deepLinking: true, validatorUrl: null });`;

/** What the build has copied (`scripts/build-server.ts`), or the package itself, of the sources. */
const assetsFolder = () =>
  import.meta.url.endsWith('.ts')
    ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    : join(ROOT, 'dist/reference');

/** Serves the API reference: OpenAPI as JSON, and a page to read and try it. */
export async function serveDocs(
  app: FastifyInstance,
  features: Record<string, Endpoint[]>,
  { basePath, publicUrl = '/' }: Pick<Config, 'basePath' | 'publicUrl'>,
) {
  const [page, script] = [pageAt(basePath), scriptAt(basePath)];
  // Written for the first who asks.
  let document: Promise<string> | undefined;
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/api/docs/page.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  app.get('/api/docs/json', async (_request, reply) => {
    document ??= openApi(publicUrl, features).then((written) => JSON.stringify(written));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  await app.register(fastifyStatic, {
    root: assetsFolder(),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
}
