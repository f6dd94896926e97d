import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Browsers open connections before they need them. One on which nothing was asked yet is neither idle nor busy to Node, and
 * would hold up the end of the process for a minute.
 */
export function endSilentConnections(app: FastifyInstance) {
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
  });
}
