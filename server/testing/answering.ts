import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that answers as a test says, in place of a Postfolio or of a proxy in front of it. */
export async function startAnswering(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    await answer(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(value));

/** As a proxy does while the server behind it starts. */
export const sendPage = (response: ServerResponse, status: number, headers = {}) =>
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Busy</h1>');
