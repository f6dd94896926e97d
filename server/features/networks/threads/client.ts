import { z } from 'zod';
import type { Session } from '../adapter.ts';
import type { ContainerState } from '../meta/containers.ts';
import { createGraph, type GraphApi } from '../meta/graph.ts';
import type { Installation } from '../oauth.ts';

/** The API of Threads, and its containers (decision 28). */

export const GRAPH = 'https://graph.threads.net';
const BASE = { origin: GRAPH, version: '/v1.0' };

/** `ends_at`: it is renewed long before, so that nobody has to connect again. */
const Stored = z.object({ token: z.string(), ends_at: z.string() });
export const Id = z.object({ id: z.string() });
const State = z.object({
  status: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  error_message: z.string().catch(''),
});

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

export type ThreadsClient = ReturnType<typeof createThreadsClient>;

export function createThreadsClient(installation: Installation) {
  const graph = createGraph(installation, 'threads');
  return {
    graph,
    as: (session: Pick<Session, 'credentials'>, signal: AbortSignal) =>
      graph.as(BASE, storedOf(session).token, signal),
  };
}

export async function makeContainer(fields: Record<string, string | undefined>, api: GraphApi) {
  return api.parse(Id, await api.call('/me/threads', { method: 'POST', fields })).id;
}

export async function readContainer(id: string, api: GraphApi): Promise<ContainerState> {
  const params = { fields: 'status,error_message' };
  const { status, error_message } = await api.get(`/${encodeURIComponent(id)}`, State, params);
  return { state: status, detail: error_message };
}
