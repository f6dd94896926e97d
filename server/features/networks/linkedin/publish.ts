import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Outgoing } from '../../../http/outgoing/outgoing.ts';
import type { Publisher, Repost, SendPart, Sent, Session } from '../adapter.ts';
import { goneError } from '../deleted-posts.ts';
import { NetworkError } from '../failures.ts';
import { onePart } from '../one-part.ts';
import { after } from '../times.ts';
import { isPage, type LinkedInApi, type LinkedInClient, storedOf } from './client.ts';
import { littleText } from './little-text.ts';
import { cardOf, UPLOADED_SECONDS, uploadFile } from './media.ts';
import {
  Comment,
  commentOf,
  commentsPath,
  find,
  findReshare,
  latest,
  REPEATED_MS,
  sentOf,
  type Thread,
} from './posts.ts';

/**
 * Publishing on LinkedIn. The posts of a page can be read after an unknown outcome. Those of a
 * person cannot: LinkedIn refuses a repetition, and names the post that is there already.
 */

const IN_FLIGHT_MS = 5000;
const LATEST = 5;
const { name } = networks.linkedin;

const Prepared = z.object({
  files: z.array(z.string()),
  article: z.record(z.string(), z.unknown()).nullable(),
});
const DISTRIBUTION = {
  feedDistribution: 'MAIN_FEED',
  targetEntities: [],
  thirdPartyDistributionChannels: [],
};
/** A post in a message that says that it is there already. */
const EXISTING = /urn:li:(?:share|ugcPost):\d{1,25}/;
const NOT_THERE = new Set(['404', 'NOT_FOUND', 'RESOURCE_NOT_FOUND']);
const COMMENT = /^urn:li:comment:\((urn:li:[a-zA-Z]+:\d{1,25}),(\d{1,25})\)$/;

export function createLinkedInPublisher(linkedin: LinkedInClient, outgoing: Outgoing): Publisher {
  const apiOf = (session: Session, signal: AbortSignal) =>
    linkedin.as(storedOf(session).token, signal);
  return {
    batch: 1,

    prepare: onePart(async (part, session, signal) => {
      const api = apiOf(session, signal);
      const { media, thread } = part;
      const owner = session.account.remoteId;
      const files: string[] = [];
      for (const file of media) files.push(await uploadFile(file, owner, api));
      const article =
        media.length || thread ? null : await cardOf(part, owner, api, { outgoing, signal });
      const until = after(api.clock, UPLOADED_SECONDS);
      return { files, article, ...((files.length || article) && { until }) };
    }),

    send: onePart(async (part, session, signal) => {
      const { thread, repeats, since } = part;
      const ageMs = linkedin.clock.now() - since.getTime();
      if (repeats > 0 && !isPage(session) && ageMs > 2 * REPEATED_MS)
        throw new NetworkError(
          'unknown',
          'late',
          `It is too late to find out from ${name} by sending it again`,
        );
      const api = apiOf(session, signal);
      const author = session.account.remoteId;
      return thread ? comment(part, thread, author, api) : post(part, author, api);
    }),

    find: (part, session, signal) => find(part, session, apiOf(session, signal)),

    inFlightMs: IN_FLIGHT_MS,

    remove: async ({ id }, session, signal) => {
      const comment = COMMENT.exec(id);
      const path = comment
        ? `/rest/socialActions/${encodeURIComponent(comment[1] ?? '')}/comments/${comment[2]}?${new URLSearchParams({ actor: session.account.remoteId })}`
        : `/rest/posts/${encodeURIComponent(id)}`;
      await apiOf(session, signal)
        .call(path, { method: 'DELETE' })
        .catch((error: NetworkError) => {
          if (!NOT_THERE.has(error.code)) throw error;
        });
    },

    repost: {
      send: (given, session, signal) =>
        reshare(given, session.account.remoteId, apiOf(session, signal)),
      find: (given, session, signal) => findReshare(given, session, apiOf(session, signal)),
      inFlightMs: IN_FLIGHT_MS,
    },

    latest: (session, signal, count = LATEST) => latest(session, apiOf(session, signal), count),
  };
}

async function comment(
  { content }: SendPart,
  thread: Thread,
  actor: string,
  api: LinkedInApi,
): Promise<Sent> {
  const json = { actor, object: thread.root.id, message: { text: content } };
  const request = { method: 'POST' as const, json, publishes: true };
  const response = await api.call(commentsPath(thread), request);
  const { id, commentUrn } = Comment.partial().catch({}).parse(response.body);
  return commentOf(commentUrn ?? response.headers.get('x-restli-id') ?? id ?? '', thread);
}

async function reshare({ of }: Repost, author: string, api: LinkedInApi): Promise<Sent> {
  const json = {
    author,
    commentary: '',
    visibility: 'PUBLIC',
    distribution: DISTRIBUTION,
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    reshareContext: { parent: of.id },
  };
  const request = { method: 'POST' as const, json, publishes: true };
  const response = await api.call('/rest/posts', request).catch((error: NetworkError) => {
    throw NOT_THERE.has(error.code) ? goneError() : error;
  });
  const id = response.headers.get('x-restli-id');
  if (id) return sentOf(id);
  throw new NetworkError('unknown', 'shape', `${name} sent an unexpected response`);
}

async function post(part: SendPart, author: string, api: LinkedInApi): Promise<Sent> {
  const body = contentOf(part);
  const json = {
    author,
    commentary: littleText(part.content),
    visibility: part.options.visibility ?? 'PUBLIC',
    distribution: DISTRIBUTION,
    ...(body && { content: body }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
  try {
    const response = await api.call('/rest/posts', { method: 'POST', json, publishes: true });
    const id = response.headers.get('x-restli-id');
    if (id) return sentOf(id);
    throw new NetworkError('unknown', 'shape', `${name} sent an unexpected response`);
  } catch (error) {
    if (!(error instanceof NetworkError) || error.code !== 'DUPLICATE_POST') throw error;
    const existing = EXISTING.exec(error.message)?.[0];
    // The first attempt has succeeded: this is the proof.
    if (part.repeats > 0 && existing && !(await part.isTaken(existing))) return sentOf(existing);
    throw new NetworkError(
      'rejected',
      error.code,
      `${name} already has this text, and refuses it again for up to two days`,
    );
  }
}

/** What stands below the text. */
function contentOf(part: SendPart) {
  const { files, article } = Prepared.parse(part.prepared);
  const { media } = part;
  const [first] = media;
  if (article) return { article };
  if (!first || !files[0]) return undefined;
  if (files.length > 1) {
    const images = files.map((id, index) => ({ id, altText: media[index]?.alt ?? '' }));
    return { multiImage: { images } };
  }
  const title = { title: first.name };
  return {
    media: {
      id: files[0],
      ...(first.kind === 'picture' || first.kind === 'gif' ? { altText: first.alt } : title),
    },
  };
}
