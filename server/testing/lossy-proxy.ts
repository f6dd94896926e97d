import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A proxy that passes requests on, and loses the answers of the first ones that write.
 * @param count how many it loses
 * @param port where it listens; on any where it is left out
 * @param holds the first request to this address gets no answer, and is told of by `held`
 */
export async function startLossyProxy(base: string, count: number, port = 0, holds?: string) {
  let lost = 0;
  const held = Promise.withResolvers<void>();
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    if (holds !== undefined && url?.startsWith(holds)) return held.resolve();
    const passed = request(new URL(url ?? '/', base), { method, headers }, (answer) => {
      if (method === 'POST' && lost < count) {
        lost++;
        answer.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    held: held.promise,
  };
}
