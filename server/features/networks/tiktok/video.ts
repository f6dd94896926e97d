import { z } from 'zod';
import { ON } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { SendMedia, SendPart } from '../adapter.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { NetworkError } from '../failures.ts';
import { after } from '../times.ts';
import type { TikTokApi, TikTokClient } from './client.ts';

/** Videos go to TikTok in chunks, the last of which publishes them. */

const MB = 1024 * 1024;
/** Below this a file is one chunk; the last one holds what is left over. */
const CHUNK_BYTES = 10 * MB;
/** The address of an upload is valid for an hour. */
const UPLOAD_SECONDS = 50 * 60;
const { name } = networks.tiktok;

export const Begun = z.object({
  data: z.object({ publish_id: z.string(), upload_url: z.url().optional() }),
});

/** Begins the upload of a video, and sends all but its last chunk. */
export async function uploadVideo(
  part: SendPart,
  file: SendMedia,
  api: TikTokApi,
  put: (chunk: Omit<Chunk, 'publishes'>) => Promise<void>,
) {
  const isInbox = part.options.mode === 'inbox';
  const chunks = Math.max(1, Math.floor(file.size / CHUNK_BYTES));
  const json = {
    ...(!isInbox && { post_info: postInfo(part) }),
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: file.size,
      chunk_size: chunks === 1 ? file.size : CHUNK_BYTES,
      total_chunk_count: chunks,
    },
  };
  const path = isInbox ? '/v2/post/publish/inbox/video/init/' : '/v2/post/publish/video/init/';
  const begun = await api.call(path, { method: 'POST', json });
  const { publish_id, upload_url: url } = api.parse(Begun, begun).data;
  if (!url)
    throw new NetworkError('transient', 'upload', `${name} doesn’t accept uploads right now`);
  let sent = 0;
  if (chunks > 1)
    for await (const bytes of inChunks(file.chunks(), CHUNK_BYTES)) {
      if (sent + CHUNK_BYTES > (chunks - 1) * CHUNK_BYTES) break;
      await put({ url, bytes, at: sent });
      sent += bytes.length;
    }
  return { publish: publish_id, url, sent, until: after(api.clock, UPLOAD_SECONDS) };
}

/** Bytes of a video, from a position on. */
type Chunk = { url: string; bytes: Uint8Array; at: number; publishes: boolean };

export const putChunk = (
  tiktok: TikTokClient,
  { size, type }: SendMedia,
  { url, bytes, at, publishes }: Chunk,
  signal: AbortSignal,
) =>
  tiktok.upload(url, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${at}-${at + bytes.length - 1}/${size}` },
    stream: { size: bytes.length, body: bodyOf(bytes), type },
    publishes,
    signal,
  });

const postInfo = ({ content, options }: SendPart) => ({
  title: content,
  privacy_level: options.privacy,
  disable_comment: options.comments !== ON,
  disable_duet: options.duet !== ON,
  disable_stitch: options.stitch !== ON,
  brand_content_toggle: options.branded === ON,
  brand_organic_toggle: options.own_brand === ON,
  is_aigc: options.ai === ON,
});
