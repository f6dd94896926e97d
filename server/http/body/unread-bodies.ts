import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * What a client still sends after its answer: so much is read and dropped, for so long. Then the
 * connection ends.
 */
const MAX_DROPPED_BYTES = 16 * 1024 * 1024;
const MAX_DROPPING_MS = 5000;

/** Whether the client still sends. Node knows a request without a body as complete only afterwards. */
const isSending = (raw: IncomingMessage) =>
  !raw.complete &&
  !raw.destroyed &&
  // Of another coding, nobody knows where the body ends.
  (raw.headers['transfer-encoding']?.trim().toLowerCase() === 'chunked' ||
    Number(raw.headers['content-length']) > 0);

/**
 * Reads and drops the rest of a body. Node does so where nobody has begun to read it. A body that was
 * given up half-way would stay in the connection, and the next request on it would get no answer.
 * @returns resolves when the body has ended, or its connection; `false` where it is longer than what is
 *   dropped
 */
function dropRest(raw: IncomingMessage): Promise<boolean> {
  if (!isSending(raw)) return Promise.resolve(true);
  return new Promise((resolve) => {
    let dropped = 0;
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const giveUp = () => {
      clearTimeout(timer);
      raw.pause();
      resolve(false);
    };
    const timer = setTimeout(giveUp, MAX_DROPPING_MS).unref();
    raw.once('end', end).once('close', end);
    raw.on('error', () => {});
    // Whoever has begun to read takes nothing of it.
    raw.unpipe();
    raw.removeAllListeners('readable').removeAllListeners('data');
    // A stream that was read in turns flows only in the next turn.
    setImmediate(() => {
      raw.on('data', (chunk: Buffer) => {
        dropped += chunk.length;
        if (dropped > MAX_DROPPED_BYTES) giveUp();
      });
      raw.resume();
    });
  });
}

/**
 * Drops what a client still sends when its request is answered, whatever the answer is: the connection
 * can be used on, and a client that reads only afterwards gets the answer. A connection with more than
 * that ends.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (!isSending(raw)) return done(null, payload);
    // The parser asks for it after a body that it did not read: Node would cut the client off.
    reply.removeHeader('connection');
    const rest = dropRest(raw).then((isWhole) => {
      if (isWhole) return;
      const end = () => raw.socket.destroySoon();
      if (reply.raw.writableFinished) end();
      else reply.raw.once('finish', end);
    });
    // A connection that ends with this answer would end before its client has read it.
    if (reply.raw.shouldKeepAlive) return done(null, payload);
    rest.then(() => done(null, payload));
  });
}
