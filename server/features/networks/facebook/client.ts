import { z } from 'zod';
import type { Session } from '../adapter.ts';
import { createGraph } from '../meta/graph.ts';
import { GRAPH } from '../meta/pages.ts';
import type { Installation } from '../oauth.ts';

/** The API of pages of Facebook. Their tokens have no end. */

/** `figures`: whether the permission for them was given, where that is known. */
const Stored = z.object({ token: z.string(), figures: z.boolean().optional() });

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

export const pagePath = ({ account }: Pick<Session, 'account'>) =>
  `/${encodeURIComponent(account.remoteId)}`;

export type FacebookClient = ReturnType<typeof createFacebookClient>;

export function createFacebookClient(installation: Installation) {
  const graph = createGraph(installation, 'facebook');
  const base = { origin: GRAPH, version: `/${installation.config.graphVersion}` };
  return {
    graph,
    as: (session: Session, signal: AbortSignal) => graph.as(base, storedOf(session).token, signal),
  };
}
