import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What goes wrong with a call. 'accept' passes it on first. */
export type Fault =
  | 'accept_and_drop'
  | 'accept_and_fail'
  | 'accept_and_hang'
  /** It takes longer than a lease, and publishes then. */
  | 'late'
  /** Nothing happens, and nobody answers. */
  | 'silent'
  | 'fail'
  | 'slow'
  | 'drop'
  | 'rate_limit'
  /** The time of a limit is none, or has passed: the clocks differ. */
  | 'limit_of_zero'
  | 'limit_of_the_past'
  | 'expired'
  | 'revoked'
  | 'refuse';

/** The faults of chaos. */
const CHAOS: Fault[] = [
  'accept_and_drop',
  'accept_and_fail',
  'accept_and_hang',
  'drop',
  'fail',
  'slow',
  'rate_limit',
  'limit_of_zero',
  'limit_of_the_past',
  'revoked',
  'refuse',
];
/** Those that take long, and their share of the faults of chaos. */
const LONG: Fault[] = ['late', 'silent'];
const LONG_SHARE = 0.05;

const PAST_LIMITS = {
  'retry-after': new Date(Date.now() - 120_000).toUTCString(),
  'x-ratelimit-reset': new Date(Date.now() - 120_000).toISOString(),
  'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) - 120),
};

type Reply = { status: number; headers?: Record<string, string>; body: unknown };

/** A call that a test answers itself. */
type Intercepted = {
  /** Passes it on to the network; its answer with other headers. */
  pass: (headers?: Record<string, string>) => Promise<Reply>;
};
/** Undefined: the connection breaks. */
type Answer = (call: Intercepted) => Promise<Reply | undefined>;

/**
 * A proxy in front of a network that lets calls fail.
 * @param isPublishing which calls may fail
 * @param replies how the network words the failures that have a response
 */
export async function startFaultProxy(
  target: string,
  isPublishing: (call: { method: string; path: string }) => boolean,
  replies: (fault: Fault) => Reply,
) {
  let planned: Fault[] = [];
  let answer: Answer | undefined;
  let share = 0;
  let hangMs = 0;
  let lateMs = 0;

  const server = createServer((incoming, response) => {
    const { method = 'GET', url: path = '/' } = incoming;
    const fault = isPublishing({ method, path }) ? nextFault() : undefined;
    void handle(incoming, response, fault).catch(() => response.destroy());
  });

  function nextFault(): Fault | undefined {
    const next = planned.shift();
    if (next) return next;
    if (Math.random() >= share) return undefined;
    if (lateMs && Math.random() < LONG_SHARE) return LONG[Math.floor(Math.random() * LONG.length)];
    return CHAOS[Math.floor(Math.random() * CHAOS.length)];
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse, fault?: Fault) {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (answer && isPublishing({ method: incoming.method ?? '', path: incoming.url ?? '' }))
      return intercept(answer, incoming, response, body);
    if (fault === 'drop') return void response.destroy();
    if (fault === 'silent') return;
    if (fault === 'late') await delay(lateMs);
    if (fault === 'slow') await delay(hangMs);
    if (!fault || fault === 'slow' || fault === 'late' || fault.startsWith('accept')) {
      const passed = await pass(incoming, body);
      if (fault === 'accept_and_hang') await delay(hangMs);
      if (fault === 'accept_and_drop' || fault === 'accept_and_hang')
        return void response.destroy();
      if (!fault || fault === 'slow' || fault === 'late')
        return void response.writeHead(passed.status, passed.headers).end(passed.body);
    }
    const reply = replies(fault.startsWith('limit') ? 'rate_limit' : fault);
    const headers = {
      'content-type': 'application/json',
      ...reply.headers,
      ...(fault === 'limit_of_zero' && { 'retry-after': '0' }),
      ...(fault === 'limit_of_the_past' && PAST_LIMITS),
    };
    response.writeHead(reply.status, headers).end(JSON.stringify(reply.body));
  }

  async function intercept(
    given: Answer,
    incoming: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ) {
    const reply = await given({
      pass: async (headers) => {
        const passed = await pass(incoming, body);
        return {
          status: passed.status,
          headers: headers ?? {},
          body: JSON.parse(String(passed.body)),
        };
      },
    });
    if (!reply) return void response.destroy();
    const headers = { 'content-type': 'application/json', ...reply.headers };
    response.writeHead(reply.status, headers).end(JSON.stringify(reply.body));
  }

  function pass({ method, url: path, headers }: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
      (resolve, reject) => {
        const { 'content-length': _, 'transfer-encoding': __, ...kept } = headers;
        const call = request(target + path, {
          method,
          headers: { ...kept, ...(body.length > 0 && { 'content-length': body.length }) },
        });
        call.on('error', reject);
        call.on('response', async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          const { 'content-length': ___, 'transfer-encoding': ____, ...rest } = response.headers;
          resolve({
            status: response.statusCode ?? 500,
            headers: rest,
            body: Buffer.concat(chunks),
          });
        });
        call.end(body);
      },
    );
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next publishing calls fail so. */
    fail: (...faults: Fault[]) => {
      planned = faults;
    },
    /** A test answers publishing calls itself, until it gives nothing. */
    intercept: (next: Answer | undefined) => {
      answer = next;
    },
    /** This share of publishing calls fails in any way; with `late`, some take that long. */
    chaos: (next: number, hang: number, late = 0) => {
      share = next;
      hangMs = hang;
      lateMs = late;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
