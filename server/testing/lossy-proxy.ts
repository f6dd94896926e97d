import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A proxy that passes requests on, and loses the answers of the first ones that write.
 * @param count how many it loses
 * @param port where it listens; on any where it is left out
 */
export async function startLossyProxy(base: string, count: number, port = 0) {
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
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
  onTestFinished(() => void server.close());
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
  };
}
