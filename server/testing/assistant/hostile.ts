import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server that answers questions as each test says: with what no server should send. */

type Question = { model: string; messages: { role: string; content: string }[]; stream: boolean };
type Answer = (response: ServerResponse, question: Question, request: IncomingMessage) => unknown;

export async function startHostileServer() {
  const questions: Question[] = [];
  let answer: Answer = (response) => response.writeHead(500).end();
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const question: Question = JSON.parse((await buffer(request)).toString());
    questions.push(question);
    await answer(response, question, request);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    be: (next: Answer) => {
      answer = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
export const said = (content: string, more: object = {}) =>
  event({ choices: [{ index: 0, delta: { content } }], ...more });

/** Sends an answer as one event a piece, as fast as it is read. */
export async function sendPieces(
  response: ServerResponse,
  pieces: Iterable<string>,
  usage: unknown = null,
) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(said(piece)))
      await new Promise<void>((resolve) => {
        response.once('drain', resolve).once('close', resolve);
      });
  }
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }));
  response.end('data: [DONE]\n\n');
}
