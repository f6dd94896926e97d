import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { Outgoing } from '../../../http/outgoing/outgoing.ts';
import type { SendMedia, SendPart } from '../adapter.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { NetworkError, StillProcessing } from '../failures.ts';
import { fetchLinkCard } from '../pictures/link-card.ts';
import { firstLink, writtenAs } from '../text.ts';
import { after } from '../times.ts';
import { type LinkedInApi, Urn } from './client.ts';

/** Files on their way to LinkedIn, and the cards of links. */

export const UPLOADED_SECONDS = 20 * 60 * 60;
const PROCESSING_MS = 3000;
/** Parts of a video are held in memory; they have 4 MB. */
const MAX_PART_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 2000;
const CARD_BYTES = 5 * 1024 * 1024;
const MAX_TITLE = 200;
const { name, media: rules } = networks.linkedin;

const Upload = z.object({
  value: z.object({ uploadUrl: z.url(), image: Urn.optional(), document: Urn.optional() }),
});
const VideoPart = z.object({ uploadUrl: z.url(), firstByte: z.int(), lastByte: z.int() });
type VideoPart = z.output<typeof VideoPart>;
const VideoUpload = z.object({
  value: z.object({
    video: Urn,
    uploadToken: z.string().catch(''),
    uploadInstructions: z.array(VideoPart),
  }),
});
const Video = z.object({
  status: z.string(),
  processingFailureReason: z.string().optional().catch(undefined),
});
const Kept = z.object({ urn: z.string() });

/**
 * The id of a file of a part, which is uploaded once.
 * @param owner the id of the account
 */
export async function uploadFile(file: SendMedia, owner: string, api: LinkedInApi) {
  const { urn } = Kept.parse(await file.once(() => upload(file, owner, api)));
  if (file.kind === 'video') await requireVideo(urn, file, api);
  return urn;
}

async function upload(file: SendMedia, owner: string, api: LinkedInApi) {
  const until = after(api.clock, UPLOADED_SECONDS);
  if (file.kind === 'video') return { urn: await uploadVideo(file, owner, api), until };
  const kind = file.kind === 'document' ? 'documents' : 'images';
  const { uploadUrl, urn } = await initialize(kind, owner, api);
  const picture = file.kind === 'picture' ? await file.picture(rules) : undefined;
  const body = picture ? bodyOf(picture.bytes) : file.chunks;
  const size = picture?.bytes.length ?? file.size;
  await api.put(uploadUrl, { size, body }, { withToken: true });
  return { urn, until };
}

async function initialize(kind: 'images' | 'documents', owner: string, api: LinkedInApi) {
  const json = { initializeUploadRequest: { owner } };
  const path = `/rest/${kind}?action=initializeUpload`;
  const response = await api.call(path, { method: 'POST', json });
  const { uploadUrl, image, document } = api.parse(Upload, response).value;
  return { uploadUrl, urn: image ?? document ?? '' };
}

async function uploadVideo(file: SendMedia, owner: string, api: LinkedInApi) {
  const initializeUploadRequest = {
    owner,
    fileSizeBytes: file.size,
    uploadCaptions: false,
    uploadThumbnail: false,
  };
  const begun = await api.call('/rest/videos?action=initializeUpload', {
    method: 'POST',
    json: { initializeUploadRequest },
  });
  const { video, uploadToken, uploadInstructions } = api.parse(VideoUpload, begun).value;
  const partBytes = partBytesOf(uploadInstructions, file.size);
  if (partBytes === undefined)
    throw new NetworkError(
      'transient',
      'parts',
      `${name} asks for parts that the video doesn’t have`,
    );
  const tags: string[] = [];
  for await (const bytes of inChunks(file.chunks(), partBytes)) {
    const { uploadUrl } = uploadInstructions[tags.length] as VideoPart;
    const stream = { size: bytes.length, body: bodyOf(bytes) };
    tags.push(await api.put(uploadUrl, stream, { withToken: false }));
  }
  const finalizeUploadRequest = { video, uploadToken, uploadedPartIds: tags };
  await api.call('/rest/videos?action=finalizeUpload', {
    method: 'POST',
    json: { finalizeUploadRequest },
  });
  return video;
}

async function requireVideo(urn: string, file: SendMedia, api: LinkedInApi) {
  const response = await api.call(`/rest/videos/${encodeURIComponent(urn)}`);
  const { status, processingFailureReason } = api.parse(Video, response);
  if (status === 'AVAILABLE') return;
  if (status === 'PROCESSING_FAILED')
    throw new NetworkError(
      'rejected',
      'processing',
      processingFailureReason ?? `${name} can’t process ‘${file.name}’`,
    );
  throw new StillProcessing(PROCESSING_MS);
}

/** The card of the first link, which LinkedIn does not make of a text; made once. */
export async function cardOf(
  part: SendPart,
  owner: string,
  api: LinkedInApi,
  { outgoing, signal }: { outgoing: Outgoing; signal: AbortSignal },
) {
  const link = firstLink(part.content, 'linkedin');
  if (!link) return null;
  const made = await part.once(async () => {
    const page = writtenAs(part, link);
    const card = await fetchLinkCard(outgoing, page, { maxImageBytes: CARD_BYTES, signal });
    const article = {
      source: link,
      title: cut(card?.title || new URL(page).host, MAX_TITLE),
      description: card?.description ?? '',
    };
    const image = card?.image;
    if (!image) return { article, until: after(api.clock, UPLOADED_SECONDS) };
    const { uploadUrl, urn } = await initialize('images', owner, api);
    const stream = { size: image.bytes.length, body: bodyOf(image.bytes) };
    await api.put(uploadUrl, stream, { withToken: true });
    return { article: { ...article, thumbnail: urn }, until: after(api.clock, UPLOADED_SECONDS) };
  });
  return z.record(z.string(), z.unknown()).parse(made.article);
}

/**
 * The size of the parts of a video: all have the same, and together they are the file. The last one
 * may end with the file or after it: LinkedIn names 4 MB for a smaller file. Undefined where they
 * are not the file.
 */
function partBytesOf(parts: readonly VideoPart[], fileBytes: number): number | undefined {
  const bytes = (parts[0]?.lastByte ?? -1) + 1;
  if (bytes < 1 || bytes > MAX_PART_BYTES || parts.length > MAX_PARTS) return undefined;
  const count = Math.ceil(fileBytes / bytes);
  const isWhole = parts.every(
    ({ firstByte, lastByte }, index) =>
      firstByte === index * bytes &&
      (lastByte === firstByte + bytes - 1 || (index === count - 1 && lastByte === fileBytes - 1)),
  );
  return isWhole && parts.length === count ? bytes : undefined;
}
