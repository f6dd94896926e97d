import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Outgoing } from '../../../http/outgoing/outgoing.ts';
import type { Prepared, SendMedia, SendPart } from '../adapter.ts';
import type { JsonResponse } from '../call.ts';
import { NetworkError } from '../failures.ts';
import { fetchLinkCard } from '../pictures/link-card.ts';
import { firstLink } from '../text.ts';
import { after } from '../times.ts';
import { cidOf } from './cid.ts';
import { type BlueskyApi, type Bytes, resolveHandle } from './client.ts';
import { type Facet, findFacets } from './facets.ts';
import { createTid } from './tid.ts';

/** What a part of Bluesky is made of: its key, its mentions, its files, the card of its link. */

const MAX_IMAGE_BYTES = 976_000;
/** Of a text. */
const MAX_BYTES = 3000;
/** Uploads that no record uses are deleted after some hours. */
const UPLOADS_SECONDS = 60 * 60;

export const StoredState = z.object({
  rkey: z.string(),
  createdAt: z.string(),
  facets: z.array(z.custom<Facet>()),
  embed: z.unknown(),
});
const UploadedBlob = z.object({ blob: z.record(z.string(), z.unknown()) });
const StoredUpload = UploadedBlob.extend({
  until: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

/** Handles that were looked up. */
export type Dids = Map<string, Promise<string | undefined>>;

/** @param given `cards`: aborted where the cards of links take too long, which are optional */
export async function preparePart(
  part: SendPart,
  api: BlueskyApi,
  { outgoing, cards, dids }: { outgoing: Outgoing; cards: AbortSignal; dids: Dids },
): Promise<Prepared> {
  if (Buffer.byteLength(part.content) > MAX_BYTES)
    throw new NetworkError('rejected', 'too_long', 'The text is too long');
  const resolve = (handle: string) => {
    const known = dids.get(handle) ?? resolveHandle(api.read, handle);
    dids.set(handle, known);
    return known;
  };
  const facets = await findFacets(part.content, resolve, part.links);
  const embedded = part.media.length
    ? await embedMedia(part.media, api)
    : await embedCard(part, api, { outgoing, cards });
  return { ...keyOf(part), facets, ...embedded };
}

/** Chosen once: a key that may have been sent is never exchanged. */
function keyOf({ prepared, since, position, key }: SendPart) {
  const former = StoredState.safeParse(prepared).data;
  const time = since.getTime();
  return {
    rkey: former?.rkey ?? createTid(time, position % 1000, clockOf(key)),
    createdAt: former?.createdAt ?? new Date(time + position).toISOString(),
  };
}

/** Ten bits of the key of a part. */
export const clockOf = (key: string) => Number.parseInt(key.slice(0, 4), 16) & 1023;

const uploadBlob = (bytes: Bytes, api: BlueskyApi) =>
  api.call('com.atproto.repo.uploadBlob', { bytes });

/** What was uploaded, which the id of a record is computed of. */
async function blobOf(response: JsonResponse, api: BlueskyApi) {
  const { blob } = api.parse(UploadedBlob, response);
  const encodable = await cidOf(blob).then(
    () => blob,
    () => undefined,
  );
  return api.parse(UploadedBlob, { ...response, body: { blob: encodable } }).blob;
}

async function uploadFile(file: SendMedia, api: BlueskyApi) {
  const isVideo = file.kind === 'video';
  const picture = isVideo ? undefined : await file.picture(networks.bluesky.media);
  const { width, height, type } = picture ?? file;
  const body = picture?.bytes ?? file.chunks;
  const until = after(api.clock, UPLOADS_SECONDS);
  const response = await uploadBlob({ body, size: picture?.bytes.length ?? file.size, type }, api);
  return { blob: await blobOf(response, api), until, width, height };
}

/** The pictures of a part, or its video. */
async function embedMedia(media: readonly SendMedia[], api: BlueskyApi) {
  const uploads: { alt: string; blob: object; until: string; ratio: object }[] = [];
  for (const file of media) {
    const made = await file.once(() => uploadFile(file, api));
    const { blob, until, width, height } = StoredUpload.parse(made);
    const ratio = width && height ? { aspectRatio: { width, height } } : {};
    uploads.push({ alt: file.alt, blob, until, ratio });
  }
  const until = uploads.map((upload) => upload.until).sort()[0] as string;
  const [first] = uploads;
  if (media[0]?.kind === 'video' && first) {
    const { blob: video, alt, ratio } = first;
    return { until, embed: { $type: 'app.bsky.embed.video', video, alt, ...ratio } };
  }
  const images = uploads.map(({ alt, blob, ratio }) => ({ alt, image: blob, ...ratio }));
  return { until, embed: { $type: 'app.bsky.embed.images', images } };
}

/** The card of the first link of a text. */
async function embedCard(
  { content, links }: SendPart,
  api: BlueskyApi,
  { outgoing, cards }: { outgoing: Outgoing; cards: AbortSignal },
) {
  const link = firstLink(content, 'bluesky');
  const limits = { maxImageBytes: MAX_IMAGE_BYTES, signal: cards };
  const card = link && !cards.aborted ? await fetchLinkCard(outgoing, link, limits) : undefined;
  if (!card) return { embed: null };
  const { url: uri, title, description, image } = card;
  const bytes = image && { body: image.bytes, size: image.bytes.length, type: image.type };
  // The picture of a card is not worth a post.
  const uploaded =
    bytes &&
    (await uploadBlob(bytes, api).catch((error: NetworkError) => {
      if (error.kind === 'rejected') return undefined;
      throw error;
    }));
  const thumb = uploaded && (await blobOf(uploaded, api));
  return {
    embed: {
      $type: 'app.bsky.embed.external',
      external: { uri: links[uri] ?? uri, title, description, ...(thumb && { thumb }) },
    },
    ...(thumb && { until: after(api.clock, UPLOADS_SECONDS) }),
  };
}
