import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Lets the server close without waiting for connections that carry no request. Node closes those
 * that are idle when it is asked to close. It keeps two kinds:
 * - Browsers open connections before they need them. One without a request yet is neither idle nor
 *   busy to Node.
 * - A connection whose last response is still being sent is kept alive afterwards, for more than a
 *   minute.
 */
export function endUnusedConnections(app: FastifyInstance) {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    silent.delete(request.raw.socket);
    done();
  });
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    closing.unref();
    app.server.once('close', () => clearInterval(closing));
  });
}

/**
 * Ends a connection on which a response waits for a minute to be read. Node takes two periods to
 * notice: in the first, bytes have been queued.
 */
export function endUnreadResponses(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.raw.socket?.setTimeout(app.server.timeout / 2);
    done(null, payload);
  });
}
