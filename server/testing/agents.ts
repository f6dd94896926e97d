import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';

/** Clients of agents: of today's protocol, and of the one with a handshake. */

export const GENERATIONS = ['today', 'before'] as const;
export type Generation = (typeof GENERATIONS)[number];

const NAME = { name: 'a-test', version: '1.0.0' };

type Result = {
  isError: boolean;
  /** What a model reads. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tools have results of many shapes.
  data: any;
};

export const addressOf = ({ base }: Pick<TestApp, 'base'>) => new URL('/mcp', base);

/** A client that is connected with a key. */
export async function agent(app: Pick<TestApp, 'base'>, key: string, generation: Generation) {
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  const client = await (generation === 'today' ? connect(app, options) : connectOld(app, options));
  onTestFinished(() => client.close());
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name: string, given: object = {}): Promise<Result> => {
      const call = { name, arguments: given as Record<string, unknown> };
      const result = (await client.callTool(call)) as {
        content: { type: string; text: string }[];
        structuredContent?: unknown;
        isError?: boolean;
      };
      const text = result.content[0]?.text ?? '';
      if (!result.isError) expect(JSON.parse(text)).toEqual(result.structuredContent);
      return { isError: result.isError === true, text, data: result.structuredContent };
    },
  };
}

type Options = { requestInit: { headers: Record<string, string> } };

/** @param ask answers questions to the person; without it, the client cannot ask */
export async function connect(
  app: Pick<TestApp, 'base'>,
  options: Options,
  ask?: (message: string) => { action: 'accept' | 'decline'; content?: Record<string, boolean> },
) {
  const client = new Client(NAME, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
    ...(ask && { capabilities: { elicitation: { form: {} } } }),
  });
  if (ask)
    client.setRequestHandler('elicitation/create', async ({ params }) => ask(params.message));
  await client.connect(new StreamableHTTPClientTransport(addressOf(app), options));
  return client;
}

async function connectOld(app: Pick<TestApp, 'base'>, options: Options) {
  const client = new OldClient(NAME);
  // Its types were written before optional properties could be exact.
  type Transport = Parameters<typeof client.connect>[0];
  await client.connect(new OldTransport(addressOf(app), options) as Transport);
  return client;
}

/** A key of a person, with these fields. */
export async function keyOf(app: TestApp, token: string, fields: object = {}): Promise<string> {
  const { status, body } = await app.post('/api/keys/', { name: 'An agent', ...fields }, token);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.secret as string;
}

/* Requests as they are on the wire, for what no client sends. */

const ENVELOPE = 'io.modelcontextprotocol/';
export const CAN_ASK = { elicitation: { form: {} } };

type Raw = {
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
  capabilities?: object;
};

/** A request of today's protocol. */
export function rawRequest(
  key: string | undefined,
  method: string,
  { params = {}, headers = {}, capabilities = {} }: Raw = {},
) {
  const envelope = {
    [`${ENVELOPE}protocolVersion`]: '2026-07-28',
    [`${ENVELOPE}clientInfo`]: NAME,
    [`${ENVELOPE}clientCapabilities`]: capabilities,
  };
  const name = params.name ?? params.uri;
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes of the protocol are the clients' own.
type Answer = { status: number; headers: Headers; body: any };

export async function send(app: Pick<TestApp, 'base'>, init: RequestInit): Promise<Answer> {
  const response = await fetch(addressOf(app), init);
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}
