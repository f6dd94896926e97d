import { createServer } from 'node:http';
import { withoutBasePath } from './base-path.ts';

const RETRY_SECONDS = 10;

/**
 * Answers while the database is migrated, before there is an application: the process is up, so that
 * no supervisor restarts it, and not ready.
 */
export function serveWhileMigrating({
  port,
  host,
  basePath,
}: {
  port: number;
  host: string;
  basePath: string;
}) {
  const server = createServer(({ url = '/' }, response) => {
    const path = withoutBasePath(url, basePath)
      .split('?', 1)[0]
      ?.replace(/(?<=.)\/$/, '');
    const [status, body] =
      path === '/healthz'
        ? [200, { status: 'ok' }]
        : path === '/readyz'
          ? [503, { status: 'migrating' }]
          : [
              503,
              { detail: 'The database is being migrated. Please try again.', code: 'unavailable' },
            ];
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'retry-after': String(RETRY_SECONDS),
        connection: 'close',
      })
      .end(JSON.stringify(body));
  });
  // A port in use is reported when the application listens.
  server.on('error', () => undefined);
  server.listen(port, host);
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
