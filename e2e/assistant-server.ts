import type { APIRequestContext } from '@playwright/test';
import { startAssistantServer } from '../server/testing/assistant/server.ts';
import { expect, type Person } from './fixtures.ts';

/** A strict server that speaks the protocol of OpenAI; it checks what it is asked. */
export async function withServer(run: (server: Server) => unknown) {
  const server = await startAssistantServer({ profile: 'openai' });
  try {
    await run(server);
    expect(server.violations).toEqual([]);
  } finally {
    await server.stop();
  }
}

export type Server = Awaited<ReturnType<typeof startAssistantServer>>;

/** Chooses the server for the workspace of a person, who has not used it yet. */
export async function choose(
  request: APIRequestContext,
  { access }: Person,
  { url, options }: Server,
) {
  const response = await request.put('/api/settings/assistant/', {
    headers: { authorization: `Bearer ${access}` },
    data: { url, key: options.key, model: 'gpt-5.2', vision_model: 'gpt-5.2' },
  });
  expect(response.status()).toBe(200);
}
