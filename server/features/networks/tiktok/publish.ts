import { z } from 'zod';
import { ON } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { Publisher, SendMedia, SendPart, Sent, Session } from '../adapter.ts';
import { NetworkError, StillProcessing } from '../failures.ts';
import { onePart } from '../one-part.ts';
import { SITE, storedOf, type TikTokApi, type TikTokClient } from './client.ts';
import { readStatus } from './status.ts';
import { Begun, putChunk, uploadVideo } from './video.ts';

/**
 * Publishing on TikTok, by its Content Posting API. All chunks of a video but the last one are
 * uploaded before; the last one publishes it. Pictures are fetched from this server. What becomes of
 * a post is asked for; a lost response to the call that publishes pictures cannot be.
 */

const IN_FLIGHT_MS = 5000;
const PROCESSING_MS = 3000;
const MAX_TITLE = 90;
const MAX_DESCRIPTION = 4000;
const { name, media: rules } = networks.tiktok;

/** An upload that lacks its last chunk, which begins at `sent`. */
const Prepared = z.object({ publish: z.string(), url: z.string(), sent: z.number() }).partial();

export function createTikTokPublisher(tiktok: TikTokClient): Publisher {
  const apiOf = (session: Session, signal: AbortSignal) =>
    tiktok.as(storedOf(session).token, signal);
  return {
    batch: 1,

    prepare: onePart(async (part, session, signal) => {
      const [file] = part.media;
      if (!file) throw new NetworkError('rejected', 'media', `${name} needs a picture or a video`);
      // Pictures are fetched once the post is made.
      if (file.kind !== 'video') return {};
      const made = await part.once(() =>
        uploadVideo(part, file, apiOf(session, signal), (chunk) =>
          putChunk(tiktok, file, { ...chunk, publishes: false }, signal),
        ),
      );
      return { ...made };
    }),

    send: onePart(async (part, session, signal): Promise<Sent> => {
      const { publish, url, sent = 0 } = Prepared.parse(part.prepared);
      if (publish && url) await sendLastChunk(tiktok, part, { url, at: sent }, signal);
      else await sendPictures(part, apiOf(session, signal));
      // Its state can be asked for from now on.
      throw new StillProcessing(PROCESSING_MS);
    }),

    find: (part, session, signal) => find(part, apiOf(session, signal)),

    inFlightMs: IN_FLIGHT_MS,

    /** Its posts cannot be listed without another permission. */
    latest: async () => [],
  };
}

async function sendLastChunk(
  tiktok: TikTokClient,
  part: SendPart,
  { url, at }: { url: string; at: number },
  signal: AbortSignal,
) {
  const [file] = part.media as [SendMedia];
  const rest: Uint8Array[] = [];
  for await (const bytes of file.chunks(at)) rest.push(bytes);
  const last = { url, bytes: Buffer.concat(rest), at, publishes: true };
  await putChunk(tiktok, file, last, signal).catch((error: unknown) => {
    // It has arrived before: what has become of it is asked for.
    const isThere = part.repeats > 0 && error instanceof NetworkError;
    if (!isThere || !/^(rejected|unprepared)$/.test(error.kind)) throw error;
  });
}

async function sendPictures(part: SendPart, api: TikTokApi) {
  const { media, content, options } = part;
  const photo_images: string[] = [];
  for (const file of media) photo_images.push(await file.link(rules));
  const isInbox = options.mode === 'inbox';
  const [title] = content.split('\n', 1) as [string];
  const json = {
    media_type: 'PHOTO',
    post_mode: isInbox ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
    post_info: {
      ...(isInbox ? {} : photoInfo(part)),
      title: cut(title, MAX_TITLE),
      description: cut(content, MAX_DESCRIPTION),
    },
    source_info: { source: 'PULL_FROM_URL', photo_images, photo_cover_index: 0 },
  };
  const request = { method: 'POST' as const, json, publishes: true };
  const response = await api.call('/v2/post/publish/content/init/', request);
  const { publish_id } = api.parse(Begun, response, { publishes: true }).data;
  await part.keep({ publish: publish_id });
}

async function find(part: SendPart, api: TikTokApi): ReturnType<Publisher['find']> {
  const kept = await part.recall();
  const { publish } = Prepared.parse({ ...part.prepared, ...kept });
  // The response that names it was lost.
  if (!publish) return 'unknowable';
  const { status, reason, post } = await readStatus(publish, api);
  switch (status) {
    case 'PUBLISH_COMPLETE':
      return { id: post ?? publish, url: post ? `${SITE}/video/${post}` : null };
    case 'SEND_TO_USER_INBOX':
      return { id: publish, url: null };
    case 'FAILED':
      return failureOf(reason ?? 'failed');
    case 'PROCESSING_UPLOAD':
      // The last chunk may not have arrived: then it waits for it.
      if (part.repeats > 0 && part.prepared) return 'repeatable';
      throw new StillProcessing(PROCESSING_MS);
    default:
      throw new StillProcessing(PROCESSING_MS);
  }
}

/** Why a post was not published after all. */
function failureOf(reason: string): NetworkError {
  const retried =
    /^(internal|file_format_check_failed_internal|video_pull_failed|photo_pull_failed)$/;
  if (retried.test(reason))
    return new NetworkError('unprepared', reason, `${name} couldn’t process the file`);
  if (/auth_removed/.test(reason))
    return new NetworkError('reauthorize', reason, `${name} no longer accepts the connection`);
  const said = reason.replaceAll('_', ' ');
  return new NetworkError('rejected', reason, `${name} refused this: ${said}`);
}

const photoInfo = ({ options }: SendPart) => ({
  privacy_level: options.privacy,
  disable_comment: options.comments !== ON,
  auto_add_music: true,
  brand_content_toggle: options.branded === ON,
  brand_organic_toggle: options.own_brand === ON,
});
