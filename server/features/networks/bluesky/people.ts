import { z } from 'zod';
import type { Adapter } from '../adapter.ts';
import type { BlueskyClient } from './client.ts';

const Actor = z.object({ handle: z.string(), displayName: z.string().catch('') });
/** As the official app asks for. */
const LIMIT = '8';

/** By the server of the account, which passes it on: people who block the account are left out. */
export const createBlueskyPeople =
  (bluesky: BlueskyClient): Required<Adapter>['people'] =>
  async (text, session, signal) => {
    const api = bluesky.as(session, signal);
    const params = { q: text, limit: LIMIT };
    const response = await api.call('app.bsky.actor.searchActorsTypeahead', { params });
    const { actors } = api.parse(z.object({ actors: z.array(Actor) }), response);
    return actors.map(({ handle, displayName: name }) => ({ handle, name }));
  };
